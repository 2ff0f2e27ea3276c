import { maxQuantity } from './money.ts'

/** A cell of a file as the text PostgreSQL reads, or what is wrong with it (the sentence goes on after the header). */
export type Parsed = { value: string | null } | { error: string }

const symbols = /^\p{Sc}|\p{Sc}$/u
const codes =
  /^(?:USD|EUR|GBP|JPY|CNY|CAD|AUD|NZD|CHF|SEK|NOK|DKK|PLN|CZK|INR|MXN|BRL)\s*(?=\d)|(?<=\d)\s*(?:USD|EUR|GBP|JPY|CNY|CAD|AUD|NZD|CHF|SEK|NOK|DKK|PLN|CZK|INR|MXN|BRL)$/i

const zero: Parsed = { value: '0' }
const notAmount: Parsed = { error: 'must be an amount from 0 to 999,999,999.99 with at most 4 decimals' }
const notWhole: Parsed = { error: 'must be a whole number' }
const tooMany: Parsed = { error: 'must be at most 2,147,483,647' }

/**
 * Dollars, 0 to 999,999,999.99; an empty cell is 0 (spec.md 5). Currency signs and thousands separators are taken off. A
 * single comma before three digits separates thousands; '1.234,56' and '12,5' can only be European and are read so.
 */
export function parseMoney(cell: string): Parsed {
  if (/^(?:0|[1-9]\d{0,8})(?:\.\d{1,2})?$/.test(cell)) return { value: cell }
  const trimmed = cell.trim()
  if (trimmed === '') return zero
  const bare = trimmed.replace(codes, '').replace(symbols, '').trim()
  const [, whole, decimals = ''] = /^(\d*)\.?(\d*)$/.exec(plainNumber(bare)) ?? []
  if (whole === undefined || whole + decimals === '') return notAmount
  const dollars = whole.replace(/^0+(?=\d)/, '') || '0'
  const cents = decimals.replace(/0+$/, '')
  if (dollars.length > 9 || cents.length > 4) return notAmount
  if (dollars === '999999999' && cents.padEnd(4, '0') > '9900') return notAmount
  return { value: cents ? `${dollars}.${cents}` : dollars }
}

// No group is read unless all of them are well-formed: '1,23,4' is an error, not 1234.
function plainNumber(text: string): string {
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d*)?$/.test(text) && !text.startsWith('0')) return text.replaceAll(',', '')
  if (/^\d{1,3}(?:[ \u00A0\u202F'’]\d{3})+(?:[.,]\d*)?$/.test(text))
    return text.replace(/[ \u00A0\u202F'’]/g, '').replace(',', '.')
  if (/^\d{1,3}(?:\.\d{3})+,\d+$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (/^\d{1,3}(?:\.\d{3}){2,}$/.test(text)) return text.replaceAll('.', '')
  if (/^\d+,\d+$/.test(text)) return text.replace(',', '.')
  return text
}

/** A count of things, 0 to 2,147,483,647; an empty cell is 0 (spec.md 5), '12.0' and '1,200' are whole. */
export function parseInteger(cell: string): Parsed {
  if (/^(?:0|[1-9]\d{0,8})$/.test(cell)) return { value: cell }
  const trimmed = cell.trim()
  if (trimmed === '') return zero
  if (!/^(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.0*)?$/.test(trimmed)) return notWhole
  const value = Number(trimmed.replaceAll(',', ''))
  return value > maxQuantity ? tooMany : { value: String(value) }
}
