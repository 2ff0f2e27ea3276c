// Takes the cells of a column, notes those that people should know about before an import: numbers that a spreadsheet has shortened ('1.20E+11'
// was 120000000000, or 120000000001), days it has made of codes ('3-Jan' was 3-1), signs that exporters add, currencies, units, very small amounts.

import { currencyOf, isDollar } from 'contract/decimals.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { moneyDecimals } from 'contract/money.ts'
import { once } from 'contract/once.ts'
import { clean } from 'contract/text.ts'
import { hasApostrophe, isFormula } from '../../../platform/spreadsheet/formula.ts'
import { exponentText, type SheetNumber, shownText } from '../decode/workbook/number-formats.ts'
import type { ImportField } from './import-fields.ts'
import { measureOf, unitOf } from './units.ts'

/** How many cells of a column are of a kind, and the first of them. */
type Noted = { count: number; first: { cell: string; row: number }[] }

/**
 * `days`: cells of a sheet that are days. `dayTexts`: texts that look like days. `guards`: codes that an exporter kept from being taken for
 * numbers. `fine`: amounts with too many decimals. `rounded`: numbers of a sheet that it shows with fewer digits. `garbled`: texts that another program has broken. `nothing`: words for no text. `formulas`: texts that are formulas. `zeroLost`, `zeroLostOfUpc`: routing numbers and bar codes without the zero at their beginning. `ditto`: signs for the same as above. `withUnits`: numbers of a sheet that it shows with a unit. `exponents`: numbers of a sheet that it shows as '1.00E+05'. `mails`: several addresses of mail. `several`: texts that may be several numbers, or have a sign beside one.
 */
const kinds = [
  ...(['shortened', 'days', 'dayTexts', 'guards', 'fine', 'rounded', 'garbled', 'nothing', 'formulas'] as const),
  ...(['zeroLost', 'zeroLostOfUpc', 'ditto', 'withUnits', 'exponents', 'mails', 'several'] as const),
]

/** `currencies`: at most eight. `codes`: the other currencies than dollars of a column of currencies, at most eight. `units`: a cell of each unit, at most five. */
export type NotedCells = Record<(typeof kinds)[number], Noted> & {
  currencies: string[]
  codes: string[]
  units: Map<string, string>
}

const none = (): Noted => ({ count: 0, first: [] })

export const nothingNoted = (): NotedCells => ({
  ...(Object.fromEntries(kinds.map((kind) => [kind, none()])) as Record<(typeof kinds)[number], Noted>),
  ...{ currencies: [], codes: [], units: new Map() },
})

const named = 3
const maxCurrencies = 8
const maxUnits = 5
// Spreadsheets write at least two digits behind the E. '12E-4' and '2E3' are numbers of parts.
const shortened = /^\d(?:[.,]\d{1,15}E[+-]|E\+)\d{2,3}$/i
// More than `moneyDecimals` of them.
const manyDecimals = /^\D{0,4}(?:\d{1,12}[.,])?\d{0,12}[.,]\d{6,20}[1-9]\d{0,20}\D{0,4}$/

// UTF-8 read as Windows-1252 ('GrÃ¶ÃŸe', 'â€“'), signs that were lost, those of web pages, and quotes as databases write them.
const garbled =
  /\ufffd|Ã[\u0080-\u00bf\u0152\u0153\u0160\u0161\u0178\u017d\u017e\u0192\u02c6\u02dc\u2013-\u203a\u20ac\u2122]|â€[\u0080-\u00bf\u0153\u02dc\u201c\u201d\u2122]|Â[\u00a0-\u00bf]|&(?:amp|quot|apos|lt|gt|nbsp|#\d{2,5}|#x[\da-fA-F]{2,4}|[A-Za-z](?:acute|grave|circ|uml|tilde|cedil|ring|slash)|szlig|deg|micro|reg|trade|copy|frac\d{2}|sup[123]|times|plusmn|[nm]dash|euro|pound);|\\["']/
const forNothing =
  /^(?:\\N|\?{1,3}|[-–—~]{1,3}|[-–—_*~<([{ ]*(?:null|none|nan|nil|undefined|n\/?a|n\.a|tb[acd]|k\. ?a|unknown|unbekannt|unassigned|unspecified|(?:not|none) (?:set|assigned|specified|selected|applicable|available|defined|entered)|(?:no|select) (?:supplier|vendor|location|bin|value|data))[-–—_*~>)\]}. ]*|[<([{] *(?:blank|empty) *[>)\]}])$/i
const several = /\S(?: (?:\/|or|oder|ou|oppure) |\n|; ?)\S|^[*†‡]\S|\S[*†‡]$/
const ditto = /^(?:"|''|[〃″”]|ditto|dto\.?|do\.|idem|dito)$/i

/** The same for PostgreSQL. */
export const nothingPatterns = [forNothing.source, ditto.source]

/** Whether a text stands for no text: 'n/a', 'TBD', '- None -', '(not set)', '-'. */
export const isForNothing = (text: string): boolean => text.length <= 30 && forNothing.test(text.trim())

/** What a cell in a column of currencies names, unless it is the dollar. A number there is a rate. */
export function currencyNamed(cell: string): string | null {
  const text = clean(cell)
  if (/\d/.test(text) || !/[\p{L}\p{Sc}]/u.test(text) || isForNothing(text)) return null
  const words = text.replaceAll('.', '').match(/[\p{L}\p{Sc}]+/gu) ?? []
  return words.some(isDollar) && words.every((word) => isDollar(word) || ofUnitedStates.test(word)) ? null : text
}

const ofUnitedStates = /^(?:US|United|States|American)$/i

type SeenCell = {
  cell: string
  row: number
  number: SheetNumber | undefined
  isGuarded: boolean
  isCurrency: boolean
}

/** Notes a cell that is not empty. */
export function noteCell(noted: NotedCells, { number, ...seen }: SeenCell): void {
  const { cell, row } = seen
  const text = cell.trim()
  if (/^\d{8}$/.test(text) && isChecked(text, [7, 1, 3])) add(noted.zeroLost, text, row)
  if (/^\d{11}$/.test(text) && isChecked(text, [1, 3])) add(noted.zeroLostOfUpc, text, row)
  if (number) noteNumber(noted, { cell, row, number })
  else noteText(noted, seen)
}

function noteText(noted: NotedCells, { cell, row, isGuarded, isCurrency }: Omit<SeenCell, 'number'>): void {
  const text = cell.trim()
  if (isGuarded || hasApostrophe(text)) add(noted.guards, text.slice(0, 30), row)
  if (isFormula(text)) add(noted.formulas, text.slice(0, 30), row)
  if (text.length > 60) return
  if (several.test(text)) add(noted.several, text, row)
  if (shortened.test(text)) add(noted.shortened, text, row)
  if (garbled.test(text)) add(noted.garbled, text.slice(0, 30), row)
  if (isForNothing(text)) add(noted.nothing, text, row)
  if (ditto.test(text)) add(noted.ditto, text, row)
  if (/@.*@/.test(text)) add(noted.mails, text, row)
  if (isDayText(text)) add(noted.dayTexts, text, row)
  if (manyDecimals.test(text)) add(noted.fine, text, row)
  if (/\d/.test(text)) addCurrency(noted.currencies, currencyOf(clean(text)))
  else if (isCurrency) addCurrency(noted.codes, currencyNamed(text))
  addUnit(noted, text)
}

/** Whether the check sum of a number is right: that of 021000021 is, also once a spreadsheet took it for the number 21000021. */
function isChecked(digits: string, weights: number[]): boolean {
  const sum = Array.from(digits, (digit, place) => Number(digit) * (weights[place % weights.length] ?? 0)).reduce(
    (all, one) => all + one,
  )
  return sum % 10 === 0
}

function noteNumber(
  noted: NotedCells,
  { cell, row, number }: { cell: string; row: number; number: SheetNumber },
): void {
  const { kind, currency } = number.format
  addCurrency(noted.currencies, currency)
  if (kind === 'date') add(noted.days, shownText(number), row)
  if (kind === 'date' || kind === 'formula') return
  // Excel keeps 15 digits: a longer number ends with zeros that nobody typed.
  if (Math.abs(number.value) >= 1e15) add(noted.shortened, cell, row)
  const exponent = exponentText(number)
  if (exponent !== null) add(noted.exponents, exponent, row)
  if (hasUnit(number)) add(noted.withUnits, shownText(number), row)
  const decimals = cell.split('.')[1]?.length ?? 0
  if (decimals > moneyDecimals) add(noted.fine, cell, row)
  if (decimals === 0 || noted.rounded.count >= named) return
  const shown = shownNumber(number)
  if (shown !== null && Number(shown) !== Number(cell)) add(noted.rounded, `${cell}, shown as ${shown}`, row)
}

/** '12.00 kg', '<12' and 'n/a' for 0, but not '12 pcs', '12k' for 12000, nor '-' for 0. */
function hasUnit(number: SheetNumber): boolean {
  if (number.format.kind !== 'shown' || !beside.test(number.format.code)) return false
  const text = shownText(number).replaceAll(',', '')
  if (!/\d/.test(text)) return /\p{L}/u.test(text)
  const hasWord =
    shownNumber(number) !== null && (unitOf(text) !== null || (/^\p{L}/u.test(text) && currencyOf(text) === null))
  return hasWord || /[<>~≈±≤≥]/.test(text)
}

/** What may stand beside a number: letters and signs. */
const beside = /\p{L}|[<>~≈±≤≥]/u

function add(noted: Noted, cell: string, row: number): void {
  noted.count += 1
  if (noted.first.length < named) noted.first.push({ cell, row })
}

function addCurrency(currencies: string[], found: string | null): void {
  if (found !== null && currencies.length < maxCurrencies && !currencies.includes(found)) currencies.push(found)
}

function addUnit({ units }: NotedCells, text: string): void {
  if (units.size >= maxUnits) return
  const unit = unitOf(text)
  if (unit !== null && !units.has(unit)) units.set(unit, text)
}

/**
 * A number of a sheet as the sheet shows it, with a decimal point: 0.333333 is 0.33. Null when it shows something else than the rounded number:
 * a fraction, thousands, a percentage.
 */
export function shownNumber(number: SheetNumber): string | null {
  if (number.format.kind !== 'shown') return null
  const text = /-?\d[\d,]*(?:\.\d+)?/.exec(shownText(number))?.[0].replaceAll(',', '')
  if (text === undefined) return null
  const half = 0.5 * 10 ** -(text.split('.')[1]?.length ?? 0)
  return Math.abs(Number(text) - number.value) <= half * (1 + 1e-9) ? text : null
}

const languages = ['en', 'de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'da', 'nb', 'fi', 'hu', 'tr', 'ru']
/** Sixteen languages take 14 MB, so a server has them once it has read a cell that may be a day. */
const months = once(
  () =>
    new Set(
      languages.flatMap((language) => {
        const alone = new Intl.DateTimeFormat(language, { month: 'short', timeZone: 'UTC' })
        const inDay = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'short', timeZone: 'UTC' })
        const nameOf = (format: Intl.DateTimeFormat, month: number) =>
          format
            .formatToParts(Date.UTC(2026, month, 15))
            .find(({ type }) => type === 'month')
            ?.value.replace(/\.$/, '') ?? ''
        return Array.from({ length: 12 }, (_, month) => [nameOf(alone, month), nameOf(inDay, month)]).flat()
      }),
    ).add('Mrz'), // as Excel in German writes it
)
const numericDay = /^(?:\d{4}-\d{2}-\d{2}(?: 00:00(?::00)?)?|\d{1,2}\/\d{1,2}\/\d{2,4}|\d{1,2}\.\d{1,2}\.\d{4})$/
const dayAndMonth = /^\d{1,2}[-. ]{1,2}(\p{L}{3,5})\.?$/u
const monthAndYear = /^(\p{L}{3,5})\.?[- ]\d{2}(?:\d{2})?$/u

/** A day as spreadsheets write it. 'MAR-1' is a code: a spreadsheet would write 'Mar-01'. */
function isDayText(text: string): boolean {
  if (text.length > 20) return false
  const month = dayAndMonth.exec(text)?.[1] ?? monthAndYear.exec(text)?.[1]
  return month === undefined ? numericDay.test(text) : months().has(month)
}

const codes = [
  ...(['numbers_shortened', 'days_for_codes', 'exponents_for_codes', 'guards_removed', 'amounts_rounded'] as const),
  ...(['units_shown', 'garbled_texts', 'words_for_nothing', 'formulas_kept', 'routing_zero_lost'] as const),
  ...(['signs_for_same', 'first_address', 'codes_of_several'] as const),
]
type NotedField = Pick<ImportField, 'field' | 'kind' | 'isSealed' | 'isCode'>

/**
 * The warnings about a column and the field that it feeds; a column of numbers has its other problems row by row. Warnings are stored in clear,
 * so they repeat no sealed value.
 * @param hasEmptied words for nothing need no warning: they count as empty, or something else says so
 */
export function notedWarnings(
  field: NotedField,
  column: string,
  noted: NotedCells | undefined,
  hasEmptied = false,
): ImportProblem[] {
  if (!noted) return []
  const about = (code: (typeof codes)[number], found: Noted) =>
    found.count === 0 ? [] : [problem(code, { column, cells: cellsOf(found, field.isSealed) })]
  const guards = about('guards_removed', noted.guards)
  const units = about('units_shown', noted.withUnits)
  if (field.kind === 'email') return about('first_address', noted.mails)
  if (field.kind === 'money') return [...guards, ...units, ...about('amounts_rounded', noted.fine)]
  if (field.kind !== 'text' && field.kind !== 'vendor') return [...guards, ...units]
  const days = field.isCode ? both(noted.days, noted.dayTexts) : noted.days
  return [
    ...about('numbers_shortened', noted.shortened),
    ...about('days_for_codes', days),
    ...(field.isCode
      ? [...about('exponents_for_codes', noted.exponents), ...about('codes_of_several', noted.several)]
      : []),
    ...guards,
    ...about('garbled_texts', noted.garbled),
    ...about('formulas_kept', noted.formulas),
    ...(hasEmptied ? [] : about('words_for_nothing', noted.nothing)),
    ...about('signs_for_same', noted.ditto),
    ...(field.field === 'routingNumber' ? about('routing_zero_lost', noted.zeroLost) : []),
    ...(field.field === 'barcode' ? about('routing_zero_lost', noted.zeroLostOfUpc) : []),
  ]
}

/** New parts get the units that stand behind their quantities. */
export function unitsTaken(
  { kind, field }: NotedField,
  column: string,
  noted: NotedCells | undefined,
): ImportProblem[] {
  const cells = [...(noted?.units.values() ?? [])].filter((cell) => measureOf(cell) !== null)
  return kind === 'unit' && cells.length > 0 ? [problem('units_taken', { column, cells }, { field })] : []
}

const both = (one: Noted, other: Noted): Noted => ({
  count: one.count + other.count,
  first: [...one.first, ...other.first].slice(0, named),
})

function cellsOf({ count, first }: Noted, isSealed: boolean): string[] {
  const cells = first.map(({ cell, row }) => (isSealed ? `row ${row}` : `'${cell}' in row ${row}`))
  return count > cells.length ? [...cells, `… ${count - cells.length} more`] : cells
}
