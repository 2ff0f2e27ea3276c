import { type Decimals, longestNumber, plainNumber, withoutCurrency } from './decimals.ts'
import { maxDecimals, maxQuantity, moneyDecimals } from './money.ts'
import { clean, withoutEnd } from './text.ts'

/** A number as text that PostgreSQL reads, or the code of the problem with it. */
export type ParsedNumber = { value: string } | { error: 'not_amount' | 'not_whole' | 'not_quantity' | 'too_large' }

/** The requirement for an amount, to follow its name in a sentence. */
export const amountWords = 'must be an amount from 0 to 999,999,999.99 with at most 6 decimals'
/** The requirement for a quantity, to follow its name in a sentence. */
export const quantityWords = `must be a number with at most ${maxDecimals} decimals`
/** The requirement for a count that is too large. */
export const largestCountWords = 'must be at most 2,147,483,647'

const zero: ParsedNumber = { value: '0' }
const notAmount: ParsedNumber = { error: 'not_amount' }
const notWhole: ParsedNumber = { error: 'not_whole' }
const notQuantity: ParsedNumber = { error: 'not_quantity' }
const tooMany: ParsedNumber = { error: 'too_large' }

/**
 * Dollars, 0 to 999,999,999.99; an empty cell is 0 (product.md 5). Removes currency signs and thousands separators.
 * @param decimals how the column writes numbers. Without it each number decides: '1.234,56' and '12,5' can only have a decimal comma and
 * are read so; a single comma before three digits separates thousands
 * @param isRounded rounds an amount with more decimals than we keep, instead of refusing it
 */
export function parseMoney(cell: string, decimals?: Decimals, isRounded = false): ParsedNumber {
  if (decimals !== 'comma' && /^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/.test(cell)) return { value: cell }
  const trimmed = clean(cell)
  if (trimmed === '') return zero
  if (trimmed.length > longestNumber) return notAmount
  const number = plainNumber(withoutCurrency(trimmed), decimals)
  if (number === null) return notAmount
  const isFine = (number.split('.')[1]?.length ?? 0) > moneyDecimals
  const [whole = '', decimalPlaces = ''] = (isRounded && isFine ? Number(number).toFixed(moneyDecimals) : number).split(
    '.',
  )
  const dollars = whole.replace(/^0+(?=\d)/, '') || '0'
  const cents = withoutEnd(decimalPlaces, '0')
  if (dollars.length > 9 || cents.length > moneyDecimals) return notAmount
  if (dollars === '999999999' && cents.padEnd(moneyDecimals, '0') > '990000') return notAmount
  return { value: cents ? `${dollars}.${cents}` : dollars }
}

/**
 * A count of things, 0 to 2,147,483,647; an empty cell is 0 (product.md 5); '12.0' and '1,200' are whole numbers.
 * @param decimals as for parseMoney
 */
export const parseInteger = (cell: string, decimals?: Decimals): ParsedNumber => parseQuantity(cell, decimals, 0)

/**
 * A quantity, as parseInteger reads a count, but with decimals: '12.50' is 12.5.
 * @param places the most decimals that it may have
 */
export function parseQuantity(cell: string, decimals?: Decimals, places = maxDecimals): ParsedNumber {
  if (/^(?:0|[1-9]\d{0,8})$/.test(cell)) return { value: cell }
  const trimmed = clean(cell)
  if (trimmed === '') return zero
  const misread = places === 0 ? notWhole : notQuantity
  if (trimmed.length > longestNumber) return misread
  const [whole, fraction = ''] = plainNumber(trimmed, decimals)?.split('.') ?? []
  const rest = withoutEnd(fraction, '0')
  if (whole === undefined || (whole === '' && places === 0) || rest.length > places) return misread
  const value = Number(whole)
  if (value > maxQuantity || (value === maxQuantity && rest !== '')) return tooMany
  return { value: rest === '' ? String(value) : `${value}.${rest}` }
}
