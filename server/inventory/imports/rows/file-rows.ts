import type { ImportFile } from 'contract/inventory/import-files.ts'
import { guardedText } from '../../../platform/spreadsheet/formula.ts'
import { decode } from '../decode/decode.ts'
import { signOf } from '../decode/delimiter.ts'
import type { Encoding } from '../decode/encoding.ts'
import type { ImportSource } from '../decode/import-source.ts'
import { nothingFound, type SheetFindings, type SheetRow, type TallCell } from '../decode/workbook/sheet-rows.ts'
import { rowsOfSheet } from '../decode/workbook/workbook.ts'
import { maxCells } from '../decode/workbook/workbook-limits.ts'
import { refusal } from '../import-file-error.ts'
import { type CsvRow, parseRows, spreadsheetLines } from './rows.ts'

// Takes a file and how to read it, makes rows of cells.

/**
 * How to read a file. `file`: as shown to the user. `encoding`: only for a text file. `tall`: the cells of a sheet that reach over rows, once
 * the whole sheet was read.
 */
export type FilePlan = { file: ImportFile; encoding: Encoding | null; tall?: TallCell[] }

/**
 * The rows of a text file or of a sheet, without those above the header.
 * @param found what a sheet says beside its rows, complete at the end. @throws ImportFileError when it cannot be read
 */
export async function* fileRows(
  source: ImportSource,
  plan: FilePlan,
  found = nothingFound(),
): AsyncGenerator<CsvRow[]> {
  const { headerRow } = plan.file
  for await (const rows of everyRow(source, plan, found)) {
    const below = headerRow === null ? rows : rows.filter(({ rowNumber }) => rowNumber >= headerRow)
    if (below.length > 0) yield below
  }
}

/** All rows, also those above the header. */
export async function* everyRow(
  source: ImportSource,
  plan: FilePlan,
  found = nothingFound(),
): AsyncGenerator<CsvRow[]> {
  for await (const rows of rowsAsWritten(source, plan, found)) yield rows.map(withoutGuards)
}

/** Exporters write ="00123", so that a spreadsheet keeps the zeros: the text is 00123. */
function withoutGuards(row: CsvRow): CsvRow {
  if (!row.cells.some((cell) => guardedText(cell) !== null)) return row
  const guarded = new Set(row.cells.flatMap((cell, place) => (guardedText(cell) === null ? [] : [place])))
  return { ...row, guarded, cells: row.cells.map((cell) => guardedText(cell) ?? cell) }
}

function rowsAsWritten(source: ImportSource, plan: FilePlan, found: SheetFindings): AsyncGenerator<CsvRow[]> {
  const { file, encoding } = plan
  if (file.format === 'workbook') return sheetRowsOf(source, plan, found)
  if (!encoding) throw new Error('The encoding of a text file is missing')
  return parseRows(decode(source, encoding), spreadsheetLines, file.separator ? signOf(file.separator) : undefined)
}

const maxRow = 1_000_000

async function* sheetRowsOf({ path }: ImportSource, plan: FilePlan, found: SheetFindings): AsyncGenerator<CsvRow[]> {
  // A head of two lines has tall cells, too: its second line is no record.
  const below = plan.file.headerRow ?? 0
  const fill = tallFiller((plan.tall ?? []).filter(({ from }) => from > below))
  for await (const rows of rowsOfSheet(path, plan.file.sheet ?? '', found)) {
    yield rows.map((row) => {
      const { rowNumber, cells, numbers, look, shared } = fill(row)
      const length = cells.reduce((sum, cell) => sum + cell.length, 0)
      if (length > maxRow) throw refusal('long_row', { max: maxRow }, rowNumber)
      return { rowNumber, cells: cells.map(storable), numbers, look, isQuoted: false, ...(shared && { shared }) }
    })
  }
}

// PostgreSQL stores neither NUL nor half a character; XML cannot hold them either, but an escape of Excel can.
const storable = (cell: string) => cell.replaceAll('\0', '\uFFFD').toWellFormed()

// Takes the rows of a sheet, puts the text of a cell that reaches over rows into each of them.

/**
 * A supplier or a shelf that is written once beside its parts is meant for all of them. A number is not: four pieces beside two parts are not
 * eight (decision 0053), and only the user can divide them: `shared` names the places. Nobody sees a value that lies hidden behind the range: it is no value. Ranges may overlap and reach far below the table, so the filled cells count against the cells that a sheet may have.
 */
function tallFiller(tall: TallCell[]): (row: SheetRow) => SheetRow {
  if (tall.length === 0) return (row) => row
  const beginning = Map.groupBy(tall, ({ from }) => from)
  const open = new Map<number, TallCell & { text: string; isNumber: boolean }>()
  let filled = 0
  return (row) => {
    for (const [place, { text, to, isNumber }] of open) {
      if (to < row.rowNumber) open.delete(place)
      else {
        put(row, place, text)
        if (isNumber) row.shared = (row.shared ?? new Set()).add(place)
      }
    }
    filled += open.size
    if (filled > maxCells) throw refusal('too_many_cells', { max: maxCells })
    for (const cell of beginning.get(row.rowNumber) ?? []) {
      const text = row.cells[cell.place] ?? ''
      const isNumber = row.numbers.has(cell.place)
      if (text !== '') open.set(cell.place, { ...cell, text: isNumber ? '' : text, isNumber })
    }
    return row
  }
}

function put({ cells, numbers }: SheetRow, place: number, text: string): void {
  if (text === '' && place >= cells.length) return
  while (cells.length < place) cells.push('')
  cells[place] = text
  numbers.delete(place)
}
