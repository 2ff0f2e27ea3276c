import { type Parsed, parseInteger, parseMoney } from 'contract/amounts.ts'
import { type Decimals, decimalsShown } from 'contract/decimals.ts'
import { clean, emailPattern, webAddressPattern } from 'contract/text.ts'
import { unescapeFormula } from '../../exports/formula.ts'
import type { ImportField } from './import-fields.ts'
import { parseLines } from './item-lines.ts'

/** How a column writes its numbers: 'mixed' when that cannot be told; undefined: each number decides for itself. */
export type ColumnDecimals = Decimals | 'mixed' | undefined

/**
 * A cell -> the text PostgreSQL reads for the field (null: the cell is empty), or what is wrong with it in plain words:
 * "Quantity must be a whole number, found '0.8'".
 */
export function parseCell(field: ImportField, header: string, cell: string, decimals?: ColumnDecimals): Parsed {
  const parsed = parsers[field.kind](cell, field, decimals)
  if ('value' in parsed) return parsed
  const found = clean(cell)
  return { error: `${header} ${parsed.error}${found === '' ? '' : `, found '${shortened(found)}'`}` }
}

const parsers: Record<ImportField['kind'], (cell: string, field: ImportField, decimals: ColumnDecimals) => Parsed> = {
  text: parseText,
  money: numberBy(parseMoney),
  integer: numberBy(parseInteger),
  email: matching(emailPattern, 'must be an e-mail address'),
  url: parseAddress,
  choice: parseChoice,
  vendor: parseText,
  sop: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'must be the id of a SOP'),
  json: (cell, field) => (cell.length > field.maxLength ? tooLong(field) : parseLines(cell)),
}

/** A number as its column writes it; one that only the other mark can have is never guessed. */
function numberBy(parse: (cell: string, decimals?: Decimals) => Parsed) {
  return (cell: string, _field: unknown, decimals: ColumnDecimals): Parsed => {
    if (cell.trim() === '') return { value: null }
    if (decimals === 'mixed') return decimalsShown(cell) === null ? parse(cell) : { error: mixed }
    const parsed = parse(cell, decimals)
    if (decimals === undefined || 'value' in parsed) return parsed
    const shown = decimalsShown(cell)
    return shown === null || shown === 'open' || shown === decimals
      ? parsed
      : { error: `must have a decimal ${decimals}` }
  }
}

const mixed = 'has decimal points in some rows and decimal commas in others: choose one of them'

/** A price as its column writes it, to be compared. */
export const parsePrice = (cell: string, decimals: ColumnDecimals): Parsed => numberBy(parseMoney)(cell, null, decimals)

function parseText(cell: string, field: ImportField): Parsed {
  const text = plain.test(cell) ? cell.trim() : clean(unescapeFormula(cell))
  if (text === '') return field.isRequired ? { error: 'is required' } : { value: null }
  return text.length > field.maxLength ? tooLong(field) : { value: text }
}

// Nearly every cell: nothing to strip, nothing to unescape. No apostrophe, since one may stand before a sign anywhere.
const plain = /^[ A-Za-z0-9][ -&(-~]*$/

function matching(pattern: RegExp, error: string) {
  return (cell: string, field: ImportField): Parsed => {
    const parsed = parseText(cell, field)
    return 'value' in parsed && parsed.value !== null && !pattern.test(parsed.value) ? { error } : parsed
  }
}

const isWebAddress = matching(webAddressPattern, 'must be a web address starting with https://')

/** Spreadsheets hold 'www.example.com'; stored addresses carry a scheme (security.md T64). */
function parseAddress(cell: string, field: ImportField): Parsed {
  const trimmed = cell.trim()
  return isWebAddress(/^[\w-]+(?:\.[\w-]+)+(?:\/|$)/.test(trimmed) ? `https://${trimmed}` : trimmed, field)
}

function parseChoice(cell: string, field: ImportField): Parsed {
  const value = cell.trim().toLowerCase()
  if (value === '') return { value: null }
  return field.choices.includes(value) ? { value } : { error: `must be one of ${field.choices.join(', ')}` }
}

const tooLong = (field: ImportField): Parsed => ({
  error: `must be at most ${field.maxLength.toLocaleString('en-US')} characters`,
})

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text)
