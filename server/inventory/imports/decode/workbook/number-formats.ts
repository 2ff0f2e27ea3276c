// Takes the code of a number format, makes how it shows a number; takes a number and its format, makes the two ways to read it.

import { currencyOf, isDollar } from 'contract/decimals.ts'
import { format as formatNumber, getFormatInfo } from 'numfmt'
import { hasFactor } from '../multiples.ts'

/**
 * How a style shows a number. `factor`: its words multiply or divide the number ('12.00/100'). `whole`: a text field takes all digits, since the
 * style shows none, or fewer than there are. `code`: the format code of Excel; of a `formula` without a stored result, the formula. `currency`: one
 * that is not the dollar.
 */
export type NumberFormat = {
  kind: 'whole' | 'shown' | 'percent' | 'factor' | 'date' | 'formula'
  code: string
  currency: string | null
}

/** A number of a sheet with its format; the days of a date count since 1900. */
export type SheetNumber = { value: number; format: NumberFormat }

/** The format of a cell without a style. */
export const general: NumberFormat = { kind: 'whole', code: 'General', currency: null }

/** The reading for a field of text: what the cell shows. */
export function shownText({ value, format: { kind, code } }: SheetNumber): string {
  if (kind === 'formula') return '#FORMULA!'
  if (kind === 'whole') return numberText(value)
  const zeros = /^(0+)(?:\.(0+))?$/.exec(code)
  const fixed = zeros && fixedText(numberText(value), zeros[1], zeros[2])
  if (fixed) return fixed
  const text = formatNumber(code, value, { throws: false })
  return text.includes('######') ? numberText(value) : text.trim()
}

/** A number as its format shows it, with an exponent: '1.00E+05'. Null for other formats. */
export const exponentText = ({ value, format: { kind, code } }: SheetNumber): string | null =>
  kind === 'whole' && /[0#?]E[+-]/i.test(code) ? formatNumber(code, value, { throws: false }) : null

/**
 * The reading for a field of numbers: the number itself. A day, a percentage, a price for 100 or another currency is not a plain number, and stays
 * visible.
 */
export function numberReading(number: SheetNumber): string {
  const { value, format } = number
  if (format.kind === 'percent' || format.kind === 'factor') return shownText(number)
  if (format.kind === 'date') return dayText(value)
  if (format.kind === 'formula') return format.code
  return format.currency === null ? numberText(value) : `${format.currency} ${numberText(value)}`
}

/** The format of an id of the file. @param codes those that the file defines */
export const formatById = (id: number, codes: ReadonlyMap<number, string>): NumberFormat =>
  formatOf(codes.get(id) ?? builtIn[id] ?? 'General')

/** The formats below 50 have no code in the file. Those that follow the settings of the machine show a day as we write it. */
const builtIn: Record<number, string> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 9: '0%', 10: '0.00%', 11: '0.00E+00', 12: '# ?/?', 13: '# ??/??' },
  ...{ 14: 'yyyy-mm-dd', 15: 'd-mmm-yy', 16: 'd-mmm', 17: 'mmm-yy', 18: 'h:mm AM/PM', 19: 'h:mm:ss AM/PM', 20: 'h:mm' },
  ...{ 21: 'h:mm:ss', 22: 'yyyy-mm-dd hh:mm', 37: '#,##0;-#,##0', 38: '#,##0;-#,##0', 39: '#,##0.00;-#,##0.00' },
  ...{ 40: '#,##0.00;-#,##0.00', 45: 'mm:ss', 46: '[h]:mm:ss', 47: 'mm:ss.0', 48: '##0.0E+0', 49: '@' },
  ...Object.fromEntries([27, 28, 29, 30, 31, 32, 33, 34, 35, 36].map((id) => [id, 'yyyy-mm-dd'])),
}

/** The longest code that Excel takes. */
const longestCode = 255
const ofTheMachine = /\[\$-F800\]|\[\$-F400\]/i

function formatOf(codeInFile: string): NumberFormat {
  if (codeInFile.length > longestCode) return general
  if (ofTheMachine.test(codeInFile)) return { ...general, kind: 'date', code: 'yyyy-mm-dd' }
  // The country of a currency says how Excel writes it there, not what this sheet shows: [$€-407] is €.
  const code = codeInFile.replace(/\[\$([^\]-]+)-[^\]]*\]/g, (_, sign: string) => `"${sign.replaceAll('"', '')}"`)
  try {
    const { type, isDate, isPercent } = getFormatInfo(code)
    if (isDate || type === 'time') return { kind: 'date', code, currency: null }
    if (isPercent) return { kind: 'percent', code, currency: null }
    const shownOne = formatNumber(code, 1, { throws: false })
    // '0,"k"' shows 12000 as 12k: the number itself is right. In '0"k"' 12 stands for thousands.
    if (/"/.test(code) && shownOne.includes('1') && type !== 'fraction' && hasFactor(shownOne))
      return { kind: 'factor', code, currency: null }
    const currency = currencyOf(shownOne)
    const other = currency === null || isDollar(currency) ? null : currency
    // ';;;' hides what a cell has.
    const isWhole = code === 'General' || shownOne === '' || ['text', 'scientific', 'error'].includes(type)
    return { kind: isWhole ? 'whole' : 'shown', code, currency: other }
  } catch {
    return general
  }
}

/** The most common formats, without the library, as long as nothing is rounded. */
function fixedText(number: string, whole = '', fraction = ''): string | null {
  const [, digits = '', decimals = ''] = /^(\d+)(?:\.(\d+))?$/.exec(number) ?? []
  if (digits === '' || decimals.length > fraction.length) return null
  return digits.padStart(whole.length, '0') + (fraction ? `.${decimals.padEnd(fraction.length, '0')}` : '')
}

const lastDay = 2_958_465 // 31 December 9999

/** Excel's day, which takes 1900 for a leap year; a time without a day as it is. */
function dayText(days: number): string {
  if (days < 0 || days > lastDay) return numberText(days)
  return formatNumber(days < 1 && days > 0 ? 'hh:mm:ss' : 'yyyy-mm-dd', days, { throws: false })
}

/** A number as Excel shows it, with 15 digits: 0.1 + 0.2 is 0.3. Never with an exponent. */
export function numberText(number: number): string {
  const text = String(Number(number.toPrecision(15)))
  return text.includes('e') ? number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text
}
