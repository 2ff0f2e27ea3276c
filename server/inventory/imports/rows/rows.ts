// Takes text in chunks, makes rows of cells.

import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { delimiterOf, withoutSep } from '../decode/delimiter.ts'
import type { SheetNumber } from '../decode/workbook/number-formats.ts'
import type { RowLook } from '../decode/workbook/sheet-rows.ts'
import { refusal } from '../import-file-error.ts'

/**
 * `rowNumber` counts records as a spreadsheet does: blank lines count, line breaks inside quotes do not. `isQuoted`: the
 * first cell was in quotes. `isMended`: the quotes of a cell were read as they were probably meant. `look`: only for a sheet. `numbers`: only for a sheet: the cells that are numbers in the file, by their place; their texts are the readings
 * for fields of numbers. `guarded`: the places of cells that were written as a formula to stay text (="00123"). `shared`: the places of a sheet below a number that reaches over rows. `beside`: the cells of a sheet behind the last one of its header.
 */
export type CsvRow = {
  rowNumber: number
  cells: string[]
  isQuoted: boolean
  isMended?: boolean
  look?: RowLook
  numbers?: Map<number, SheetNumber>
  guarded?: Set<number>
  shared?: Set<number>
  beside?: string[]
  problem?: ImportProblem
}

const maxColumns = 1_000
const maxField = 450_000
const maxRow = 1_000_000
// The most rows of a spreadsheet; only a flood of blank lines gets there.
export const spreadsheetLines = 1_048_576

/**
 * Text in chunks -> rows, one array per chunk, without wholly blank rows. The first chunk must hold the header line. csv-parse would not
 * do: it cannot tell a quoted '#PARTS' from a section line, stops at the first faulty record, and makes one record of an unclosed quote and
 * the rest of the file.
 * @param maxLines a file with more is refused
 * @param delimiter the character between cells; without it the first chunk shows it
 * @throws ImportFileError for an unclosed quote and for a row beyond the limits
 */
export async function* parseRows(
  chunks: AsyncIterable<string>,
  maxLines = spreadsheetLines,
  delimiter?: string,
): AsyncGenerator<CsvRow[]> {
  let scan: RowScanner | undefined
  let rest = ''
  for await (const chunk of chunks) {
    const text = scan ? rest + chunk : withoutSep(rest + chunk)
    scan ??= rowScanner(delimiter ?? delimiterOf(rest + chunk), maxLines)
    const found = scan(text, false)
    rest = text.slice(found.end)
    if (rest.length > maxRow) throw refusal('long_row', { max: maxRow }, found.nextRow)
    yield found.rows
  }
  if (rest && scan) yield scan(rest, true).rows
}

type RowScanner = (text: string, isLast: boolean) => { rows: CsvRow[]; end: number; nextRow: number }

const lf = 10
const cr = 13
const quote = 34

/** Scans complete rows. `end`: the start of the first incomplete row, which the caller passes again with more text. */
function rowScanner(delimiter: string, maxLines: number): RowScanner {
  const separator = delimiter.charCodeAt(0)
  let rowNumber = 1
  return (text, isLast) => {
    const isSuspect = text.includes('\0') || !text.isWellFormed()
    const rows: CsvRow[] = []
    let start = 0
    while (start < text.length) {
      const scanned: Scanned = { cells: [], isMended: false }
      const { cells } = scanned
      const next = scanRow(text, start, separator, scanned, isLast, rowNumber)
      if (next < 0) break
      if (!cells.every(isBlank)) {
        const row: CsvRow = { rowNumber, cells, isQuoted: text.charCodeAt(start) === quote }
        if (scanned.isMended) row.isMended = true
        if (isSuspect) refuseUnreadable(row)
        rows.push(row)
      }
      start = next
      rowNumber += 1
      if (rowNumber > maxLines) throw refusal('too_many_lines', { max: maxLines })
    }
    return { rows, end: start, nextRow: rowNumber }
  }
}

type Scanned = { cells: string[]; isMended: boolean }

/** Puts the cells of the row at `start` into `scanned`. @returns where the next row starts, -1 when the text ends before */
function scanRow(
  text: string,
  start: number,
  separator: number,
  scanned: Scanned,
  isLast: boolean,
  row: number,
): number {
  const { cells } = scanned
  let at = start
  for (;;) {
    let prefix = ''
    let from = at
    if (text.charCodeAt(at) === quote) {
      const close = closingQuote(text, at + 1)
      if (close < 0) {
        if (!isLast && text.length - at <= 2 * maxField) return -1
        throw isLast ? refusal('open_quote', {}, row) : refusal('open_quote_or_long_cell', { max: maxField }, row)
      }
      prefix = text.slice(at + 1, close)
      if (prefix.includes('"')) prefix = prefix.replaceAll('""', '"')
      from = close + 1
    }
    const begin = at
    at = from
    let code = text.charCodeAt(at)
    // NaN, the code past the end of the text, ends the field as well.
    while (code !== separator && code !== lf && code !== cr && at < text.length) {
      at += 1
      code = text.charCodeAt(at)
    }
    if (at - from + prefix.length > maxField) throw refusal('long_cell', { max: maxField }, row)
    if (at >= text.length && !isLast) return -1
    const rest = text.slice(from, at)
    if (from > begin && isBroken(prefix, rest)) return mendRow(text, begin, separator, scanned, isLast)
    const isWord = from > begin && !isBlank(rest)
    if (isWord) scanned.isMended = true
    cells.push(isWord ? text.slice(begin, at) : rest === '' ? prefix : prefix + rest)
    if (cells.length > maxColumns) throw refusal('too_many_columns', { max: maxColumns }, row)
    if (code !== separator || at >= text.length) return rowEnd(text, at, isLast)
    at += 1
  }
}

/** '"O" ring' has quotes of its own. A quote inside the cell has closed it too early: more quotes follow, or it had swallowed the end of its line. */
const isBroken = (cell: string, rest: string) => rest.includes('"') || (!isBlank(rest) && /[\r\n]/.test(cell))

/**
 * Reads the rest of a row whose quotes are not doubled, as in `"Bolt 3/8"",5`, up to the end of its line: what Excel would do makes one cell of
 * the rest of this row and of the rows below.
 * @param begin where the cell with the quote starts
 */
function mendRow(text: string, begin: number, separator: number, scanned: Scanned, isLast: boolean): number {
  const [line = ''] = /^[^\r\n]*/.exec(text.slice(begin, begin + maxField)) ?? []
  const end = begin + line.length
  if (end >= text.length && !isLast) return -1
  scanned.isMended = true
  scanned.cells.push(...looseCells(line, String.fromCharCode(separator)))
  return rowEnd(text, end, isLast)
}

/** A quoted cell ends at the first quote before a separator, or at a quote that ends the line. */
function looseCells(line: string, separator: string): string[] {
  const cells: string[] = []
  for (let at = 0; at <= line.length && cells.length < maxColumns; ) {
    const close = line.charAt(at) === '"' ? looseQuote(line, at + 1, separator) : -1
    const next = close < 0 ? line.indexOf(separator, at) : close + 1
    const end = next < 0 ? line.length : next
    cells.push(close < 0 ? line.slice(at, end) : line.slice(at + 1, close).replaceAll('""', '"'))
    at = end + 1
  }
  return cells
}

function looseQuote(line: string, from: number, separator: string): number {
  const inside = line.indexOf(`"${separator}`, from)
  if (inside >= 0) return inside
  return line.length > from && line.endsWith('"') ? line.length - 1 : -1
}

function closingQuote(text: string, from: number): number {
  let at = text.indexOf('"', from)
  while (at >= 0 && text.charCodeAt(at + 1) === quote) at = text.indexOf('"', at + 2)
  return at
}

// A CR at the end of the chunk may be the first half of CRLF: the row waits for more text.
function rowEnd(text: string, at: number, isLast: boolean): number {
  if (text.charCodeAt(at) !== cr) return at + 1
  if (at + 1 === text.length && !isLast) return -1
  return text.charCodeAt(at + 1) === lf ? at + 2 : at + 1
}

const isBlank = (cell: string): boolean => cell === '' || cell.trim() === ''

// PostgreSQL refuses NUL in text, so the kept cells show a replacement character.
function refuseUnreadable(row: CsvRow): void {
  if (row.cells.some((cell) => cell.includes('\0'))) row.problem = problem('nul_character', {})
  else if (!row.cells.every((cell) => cell.isWellFormed())) row.problem = problem('unreadable_character', {})
  if (row.problem) row.cells = row.cells.map((cell) => cell.replaceAll('\0', '\uFFFD').toWellFormed())
}
