// Takes a file and how to read it, makes rows of cells.

import type { ImportFile } from 'contract/inventory/import-files.ts'
import { guardedText } from '../../../platform/spreadsheet/formula.ts'
import { decode } from '../decode/decode.ts'
import { signOf } from '../decode/delimiter.ts'
import type { Encoding } from '../decode/encoding.ts'
import type { ImportSource } from '../decode/import-source.ts'
import { nothingFound, type SheetFindings, type TallCell } from '../decode/workbook/sheet-rows.ts'
import { rowsOfSheet } from '../decode/workbook/workbook.ts'
import { refusal } from '../import-file-error.ts'
import { type CsvRow, parseRows, spreadsheetLines } from './rows.ts'
import { tallFiller } from './tall-cells.ts'

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
      const { rowNumber, cells, numbers, look } = fill(row)
      const length = cells.reduce((sum, cell) => sum + cell.length, 0)
      if (length > maxRow) throw refusal('long_row', { max: maxRow }, rowNumber)
      return { rowNumber, cells: cells.map(storable), numbers, look, isQuoted: false }
    })
  }
}

// PostgreSQL stores neither NUL nor half a character; XML cannot hold them either, but an escape of Excel can.
const storable = (cell: string) => cell.replaceAll('\0', '\uFFFD').toWellFormed()
