// Takes the bytes of a sheet, makes its rows.

import { refusal } from '../../import-file-error.ts'
import { general, type NumberFormat, numberReading, type SheetNumber } from './number-formats.ts'
import { textCollector, unescaped } from './shared-texts.ts'
import { maxCellCharacters, maxCells, maxEmptyCells, maxSheetColumns, maxTallCells } from './workbook-limits.ts'
import { readXml } from './xml-events.ts'

/**
 * A row of a sheet. `cells`: as text, up to the last one with a value. `numbers`: the cells that are numbers in the file, by their place; their
 * texts are the readings for fields of numbers. `isHidden`: by hand or by a filter.
 */
export type SheetRow = { rowNumber: number; cells: string[]; numbers: Map<number, SheetNumber>; isHidden: boolean }

/** `formula`: kept only until a value follows. */
type Cell = { place: number; type: string; style: number; value: string; formula: string | null }
/** A cell that reaches over rows: its column from 0, its first and its last row. */
export type TallCell = { place: number; from: number; to: number }
/** What a sheet says beside its rows: the cells that reach over rows, which it names after them, and ranges of hidden columns, from 0. */
export type SheetFindings = { tall: TallCell[]; hiddenColumns: { from: number; to: number }[] }
export type SheetContext = { shared: string[]; formats: NumberFormat[]; isSince1904: boolean; found: SheetFindings }

export const nothingFound = (): SheetFindings => ({ tall: [], hiddenColumns: [] })

/**
 * A formula counts by its stored result; without one, the cell is the formula ('=A1*2') for a number, and an error for a text. Of merged cells, the first one has the value
 * (decision 0053).
 */
export async function* sheetRows(bytes: AsyncIterable<Buffer>, context: SheetContext): AsyncGenerator<SheetRow[]> {
  const reader = rowReader(context)
  for await (const _ of readXml(bytes, reader)) {
    const rows = reader.take()
    if (rows.length > 0) yield rows
  }
}

function rowReader(context: SheetContext) {
  const inline = textCollector('is')
  let rows: SheetRow[] = []
  let row: SheetRow = { rowNumber: 0, cells: [], numbers: new Map(), isHidden: false }
  let cells = 0
  let filled = 0
  let cell: Cell | undefined
  let place = -1
  let isValue = false
  let isFormula = false
  return {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'row') {
        const rowNumber = rowNumberOf(attributes.r, row.rowNumber)
        row = { rowNumber, cells: [], numbers: new Map(), isHidden: isTrue(attributes.hidden) }
        place = -1
      } else if (name === 'c') {
        cells += 1
        if (cells > maxCells) throw refusal('too_many_cells', { max: maxCells })
        if (cells > maxEmptyCells + 4 * filled) throw refusal('too_many_empty_cells', { max: maxEmptyCells })
        place = placeOf(attributes.r) ?? place + 1
        cell = { place, type: attributes.t ?? 'n', style: Number(attributes.s ?? -1), value: '', formula: null }
      } else if (name === 'v' && cell) {
        isValue = true
        cell.formula = null
      } else if (name === 'f' && cell) {
        isFormula = true
        cell.formula = '='
      } else if (name === 'mergeCell') {
        const found = tallCellOf(attributes.ref)
        if (found && context.found.tall.push(found) > maxTallCells) throw refusal('workbook_too_complex', {})
      } else if (name === 'col') {
        const { hiddenColumns } = context.found
        const { min, max, hidden } = attributes
        if (isTrue(hidden) && hiddenColumns.length < maxSheetColumns)
          hiddenColumns.push({ from: Number(min) - 1, to: Number(max) - 1 })
      } else inline.open(name)
    },
    text(text: string) {
      if (isFormula && cell) {
        cell.formula = (cell.formula + text).slice(0, longestFormula)
        return
      }
      if (!isValue || !cell) return inline.text(text)
      cell.value += text
      if (cell.value.length > maxCellCharacters) throw refusal('long_cell', { max: maxCellCharacters }, row.rowNumber)
    },
    close(name: string) {
      inline.close(name)
      if (name === 'v') isValue = false
      else if (name === 'f') isFormula = false
      else if (name === 'c' && cell) {
        if (cell.type === 'inlineStr') cell.value = inline.take()
        if (put(row, cell, context)) filled += 1
        cell = undefined
      } else if (name === 'row' && row.cells.length > 0) rows.push(row)
    },
    take() {
      const found = rows
      rows = []
      return found
    },
  }
}

const longestFormula = 60

const isTrue = (attribute: string | undefined) => attribute === '1' || attribute === 'true'

/** The cell 'A4:C6', if it reaches over rows. */
function tallCellOf(reference = ''): TallCell | undefined {
  const [, from = '', to = ''] = /^[A-Za-z]{1,3}(\d{1,7}):[A-Za-z]{1,3}(\d{1,7})$/.exec(reference) ?? []
  const place = placeOf(reference)
  return place !== undefined && place < maxSheetColumns && Number(to) > Number(from)
    ? { place, from: Number(from), to: Number(to) }
    : undefined
}

function rowNumberOf(said: string | undefined, last: number): number {
  const number = Number(said)
  return Number.isInteger(number) && number > last && number <= 1_048_576 ? number : last + 1
}

/** The place of 'C7' is 2. */
function placeOf(reference: string | undefined): number | undefined {
  const letters = /^[A-Za-z]{1,3}(?=\d)/.exec(reference ?? '')?.[0].toUpperCase()
  if (!letters) return undefined
  let place = 0
  for (const letter of letters) place = place * 26 + letter.charCodeAt(0) - 64
  return place - 1
}

/** @returns whether the cell has a value */
function put(row: SheetRow, cell: Cell, context: SheetContext): boolean {
  const found = readCell(cell, context)
  const text = typeof found === 'string' ? found : numberReading(found)
  if (text.trim() === '') return false
  if (cell.place >= maxSheetColumns) throw refusal('too_many_columns', { max: maxSheetColumns }, row.rowNumber)
  while (row.cells.length < cell.place) row.cells.push('')
  row.cells[cell.place] = text
  if (typeof found !== 'string') row.numbers.set(cell.place, found)
  return true
}

function readCell({ type, style, value, formula }: Cell, context: SheetContext): string | SheetNumber {
  if (formula !== null) return { value: Number.NaN, format: { kind: 'formula', code: formula, currency: null } }
  if (value.trim() === '') return ''
  if (type === 's') return context.shared[Number(value)] ?? brokenWorkbook()
  if (type === 'b') return isTrue(value) ? 'TRUE' : 'FALSE'
  if (type === 'inlineStr') return value
  if (type === 'd') return value.slice(0, 10)
  const number = Number(value)
  if (type !== 'n' || !Number.isFinite(number)) return unescaped(value)
  const format = context.formats[style] ?? general
  // Old Macintosh files count days from 1904.
  const isLater = format.kind === 'date' && context.isSince1904
  return { value: isLater ? number + daysUntil1904 : number, format }
}

function brokenWorkbook(): never {
  throw refusal('workbook_broken', {})
}

const daysUntil1904 = 1_462
