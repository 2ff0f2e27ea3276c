// Takes a cell and its field, makes the text that PostgreSQL reads for it, or a problem.

import { type ParsedNumber, parseInteger, parseMoney, parseQuantity } from 'contract/amounts.ts'
import { currencyInHeader } from 'contract/currency-in-header.ts'
import { currencyOf, type Decimals, decimalsShown, isDollar, withoutOtherWords } from 'contract/decimals.ts'
import type { ImportColumn } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { clean, emailPattern, webAddressPattern, withScheme } from 'contract/text.ts'
import { unitOf } from 'contract/units.ts'
import { measureOfWord } from 'contract/units-of-files.ts'
import { hasApostrophe, isErrorValue, unescapeFormula } from '../../../platform/spreadsheet/formula.ts'
import { type ImportField, isMeasure } from './import-fields.ts'
import { parseLines } from './item-lines.ts'
import { isForNothing } from './noted-cells.ts'
import { bareNumber, bareQuantity, measureOf, piecesIn } from './units.ts'
import { isNo, isYes } from './yes-no.ts'

/**
 * How a column writes its numbers: all with one mark, or with both, each as it is written; `open`: the mark of those that allow both, null when
 * nobody has chosen one. Undefined: each number decides for itself.
 */
export type ColumnDecimals = Decimals | { open: Decimals | null } | undefined

export const marksOf = (numbers: ImportColumn['numbers'] | undefined): ColumnDecimals =>
  numbers?.evidence === 'both' || numbers?.evidence === 'each'
    ? { open: numbers.decimals }
    : (numbers?.decimals ?? undefined)

/**
 * How a column writes its numbers. `decimals`: without it each number decides for itself. `foreign`: its amounts are not taken as dollars when they, its header or a column of currencies name another one.
 * `withoutUnits`: units are ignored, and words for no number are empty. `isMeasured`: quantities may have decimals. `takesUnit`: the unit of a new part stands behind its quantity. `unit`: that of the row.
 */
export type ColumnReading = {
  decimals?: ColumnDecimals
  foreign?: { ofHeader: string | null; besideAt?: number | undefined } | undefined
  withoutUnits?: boolean | undefined
  isMeasured?: boolean | undefined
  takesUnit?: boolean | undefined
  unit?: string
}

type ReadColumn = Pick<ImportColumn, 'header' | 'fields'> & {
  [Key in 'numbers' | 'currencies' | 'units']?: ImportColumn[Key] | undefined
}

/** How the values of a column are read. Other currencies are errors unless the user takes all its amounts as dollars. */
export const readingOf = (column: ReadColumn | undefined): ColumnReading => ({
  decimals: marksOf(column?.numbers),
  foreign:
    column?.currencies && !column.currencies.isTaken
      ? { ofHeader: currencyInHeader(column.header), besideAt: column.currencies.besideAt }
      : undefined,
  withoutUnits: column?.units?.isIgnored,
  takesUnit: hasUnitBeside(column?.fields ?? []),
})

/** Whether a column has the quantity of a part and its unit in one cell: '150 m'. */
export const hasUnitBeside = (fields: string[]): boolean => fields.includes('stockLevel') && fields.includes('unit')

/** `value` null: the cell is empty. */
export type ParsedCell = { value: string | null } | { problem: ImportProblem }

/**
 * @param header the header of the column in the file: "Quantity must be a whole number, found '0.8'"
 * @param beside the currency that a column of currencies names in this row
 */
export function parseCell(
  field: ImportField,
  header: string,
  written: string,
  reading: ColumnReading = {},
  beside: string | null = null,
): ParsedCell {
  const { decimals, isMeasured = false } = reading
  const isNumber = field.kind === 'money' || field.kind === 'quantity'
  if (reading.unit !== undefined && field.kind === 'quantity' && isInOtherUnit(clean(written), reading.unit))
    return {
      problem: problem(
        'other_unit',
        { column: header, found: clean(written), unit: reading.unit },
        { field: field.field },
      ),
    }
  const cell = cellFor(field, isNumber ? clean(written) : written, reading)
  const parsed = isErrorValue(cell.trim())
    ? { error: 'error_value' as const }
    : namesCurrency(field, cell, reading, beside)
      ? { error: 'other_currency' as const }
      : parsers[field.kind](cell, field, decimals, isMeasured)
  return 'value' in parsed ? parsed : { problem: faultOf(parsed.error, field, header, written, decimals) }
}

/** What the field takes of a cell: the number of '150 m' for the quantity, its unit for the unit. */
function cellFor(field: ImportField, written: string, { withoutUnits, takesUnit, unit }: ColumnReading): string {
  if (takesUnit && isMeasure(field)) return measureOf(clean(written)) ?? ''
  const measure = measureOf(written)
  const isOfRow = unit !== undefined && measure === (measureOfWord(unit)?.unit ?? unit)
  const isMeasured = (takesUnit && measure !== null) || isOfRow
  return withoutUnits || isMeasured ? bareCell(field, written) : written
}

/** Whether a cell names another unit than its row: '2 boxes' in a row in m, where '2 pcs' is none either. */
function isInOtherUnit(cell: string, unit: string): boolean {
  const ofRow = measureOfWord(unit)
  const measure = measureOf(cell)
  if (measure === null) return piecesIn(cell) !== null && (ofRow?.decimals ?? 0) > 0
  return measure !== (ofRow?.unit ?? unit)
}

/** A number without its unit; an empty text for a word for nothing, unless a record is known by the field. */
function bareCell({ kind, isRequired }: ImportField, written: string): string {
  if (kind === 'money') return smallCoin.test(written) ? written : bareNumber(written)
  if (kind === 'quantity') return bareQuantity(written)
  return !isRequired && isForNothing(written) ? '' : written
}

/** '75 ct', '10c', '5 p': a hundredth of an amount. */
const smallCoin = /\d\s?(?:c|cts?|p)\.?\s?$/i

/** Whether an amount is in another currency. */
function namesCurrency(
  { kind }: ImportField,
  cell: string,
  { foreign }: ColumnReading,
  beside: string | null,
): boolean {
  if (kind !== 'money' || !foreign || !/\d/.test(cell)) return false
  const currency = currencyOf(cell) ?? beside ?? foreign.ofHeader
  return currency !== null && !isDollar(currency)
}

type Fault =
  | 'error_value'
  | 'other_currency'
  | Extract<ParsedNumber, { error: unknown }>['error']
  | Extract<ReturnType<typeof parseLines>, { error: unknown }>['error']
  | 'required'
  | 'too_long'
  | 'mixed_decimals'
  | 'other_decimals'
  | 'not_email'
  | 'not_web_address'
  | 'not_sop_id'
  | 'not_a_choice'
  | 'not_yes_or_no'
  | 'not_decimals'
type Parsed = { value: string | null } | { error: Fault }

function faultOf(
  code: Fault,
  { field, maxLength, choices, isSealed }: ImportField,
  column: string,
  cell: string,
  decimals: ColumnDecimals,
): ImportProblem {
  const said = { column, found: isSealed ? '' : shortened(clean(cell)) } // problems are stored in clear
  if (code === 'required') return problem(code, { column }, { field })
  if (code === 'too_long') return problem(code, { ...said, max: maxLength }, { field })
  if (code === 'not_a_choice') return problem(code, { ...said, choices: [...choices] }, { field })
  if (code === 'other_decimals') return problem(code, { ...said, decimals: decimals as Decimals }, { field })
  return problem(code, said, { field })
}

const parsers: Record<
  ImportField['kind'],
  (cell: string, field: ImportField, decimals: ColumnDecimals, isMeasured: boolean) => Parsed
> = {
  text: parseText,
  money: numberBy(parseRounded),
  quantity: parseSigned,
  count: parseDecimals,
  unit: (cell, field) => parseUnit(cell, field),
  flag: parseFlag,
  email: (cell, field) => isEmail(addressesIn(cell)[0] ?? '', field),
  url: parseAddress,
  choice: parseChoice,
  vendor: parseText,
  sop: matching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, 'not_sop_id'),
  json: (cell, field) => (cell.length > field.maxLength ? tooLong : parseLines(cell)),
}

/** A number in the format of its column. In a column of one mark, a number that can only have the other one is an error, not a guess. */
function numberBy(parse: (cell: string, decimals?: Decimals) => ParsedNumber) {
  return (cell: string, _field: unknown, decimals: ColumnDecimals): Parsed => {
    const text = hasApostrophe(cell) ? cell.slice(1) : cell
    if (text.trim() === '') return { value: null }
    if (typeof decimals === 'object') {
      const shown = decimalsShown(text)
      const mark = shown === 'open' ? decimals.open : (shown ?? undefined)
      return mark === null ? { error: 'mixed_decimals' } : parse(text, mark)
    }
    const parsed = parse(text, decimals)
    if (decimals === undefined || 'value' in parsed) return parsed
    const shown = decimalsShown(text)
    return shown === null || shown === 'open' || shown === decimals ? parsed : { error: 'other_decimals' }
  }
}

/** A count may name what it counts: '165 pcs'. Only plain digits: the mark of '1,200 pcs' may be either one. */
export function parsePieces(cell: string, decimals?: Decimals): ParsedNumber {
  return parseInteger(withoutPieces(cell), decimals)
}

/** The same for a quantity with decimals. */
export function parseMeasured(cell: string, decimals?: Decimals): ParsedNumber {
  return parseQuantity(withoutPieces(cell), decimals)
}

const withoutPieces = (cell: string) => piecesIn(cell) ?? cell
const [readCounted, readMeasured] = [numberBy(parsePieces), numberBy(parseMeasured)]

/** Whether the company allows what is below zero, only the comparison knows. */
function parseSigned(cell: string, field: ImportField, decimals: ColumnDecimals, isMeasured: boolean): Parsed {
  const read = isMeasured ? readMeasured : readCounted
  const below = field.isSigned ? /^\s*'?[-−]\s*(?=[\d.,])(.*)$/.exec(cell)?.[1] : undefined
  if (below === undefined) return read(cell, field, decimals)
  const parsed = read(below, field, decimals)
  return 'value' in parsed && parsed.value !== null && parsed.value !== '0' ? { value: `-${parsed.value}` } : parsed
}

/** An empty cell says nothing about the unit. */
function parseUnit(cell: string, field: ImportField): Parsed {
  const parsed = parseText(cell, field)
  return 'value' in parsed && parsed.value !== null ? { value: unitOf(parsed.value) } : parsed
}

/** The decimals of a part, or those that its unit usually has: a file names a unit more often than decimals. */
function parseDecimals(cell: string): Parsed {
  const text = cell.trim()
  if (text === '' || /^\d/.test(text))
    return text === '' ? { value: null } : /^[0-4]$/.test(text) ? { value: text } : { error: 'not_decimals' }
  return { value: String(measureOfWord(text)?.decimals ?? 0) }
}

/** Amounts of a file may be computed: more decimals than we keep are rounded, and a warning says so. */
function parseRounded(cell: string, decimals?: Decimals): ParsedNumber {
  return parseMoney(withoutOtherWords(cell), decimals, true)
}

/** A price in the format of its column, to compare prices. */
export const parsePrice = (cell: string, decimals: ColumnDecimals) => numberBy(parseRounded)(cell, null, decimals)

function parseText(cell: string, field: ImportField): Parsed {
  const text = plain.test(cell) ? cell.trim() : clean(unescapeFormula(cell))
  if (text === '') return field.isRequired ? { error: 'required' } : { value: null }
  return text.length > field.maxLength ? tooLong : { value: text }
}

// Nearly every cell matches: it has nothing to strip or unescape. Any apostrophe fails, since one may come before a sign.
const plain = /^[ A-Za-z0-9][ -&(-~]*$/

function matching(pattern: RegExp, error: Fault) {
  return (cell: string, field: ImportField): Parsed => {
    const parsed = parseText(cell, field)
    return 'value' in parsed && parsed.value !== null && !pattern.test(parsed.value) ? { error } : parsed
  }
}

/** The addresses of mail in a cell, or its whole text; of several the first one counts, and a warning says so. */
export function addressesIn(cell: string): string[] {
  const text = cell.trim().replace(/^mailto:/i, '')
  const parts = text.split(/[\s;,|/]+/).filter(Boolean)
  return parts.every((part) => emailPattern.test(part)) ? parts : [text]
}

const isEmail = matching(emailPattern, 'not_email')
const isWebAddress = matching(webAddressPattern, 'not_web_address')

function parseAddress(cell: string, field: ImportField): Parsed {
  return isWebAddress(withScheme(cell.trim()), field)
}

function parseChoice(cell: string, field: ImportField): Parsed {
  const value = cell.trim().toLowerCase()
  if (value === '') return { value: null }
  return field.choices.includes(value) ? { value } : { error: 'not_a_choice' }
}

function parseFlag(cell: string): Parsed {
  const word = cell.trim().toLowerCase()
  if (word === '') return { value: null }
  return isYes(word) || isNo(word) ? { value: String(isYes(word)) } : { error: 'not_yes_or_no' }
}

const tooLong: Parsed = { error: 'too_long' }

const shortened = (text: string) => (text.length > 40 ? `${text.slice(0, 40).toWellFormed()}…` : text)
