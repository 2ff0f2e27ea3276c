// Takes the bytes of a sheet, makes its rows.

import { refusal } from '../../import-file-error.ts'
import type { NumberFormat } from './number-formats.ts'
import { textCollector, unescaped } from './shared-texts.ts'
import { maxCellCharacters, maxSheetColumns } from './workbook-limits.ts'
import { readXml } from './xml-events.ts'

/**
 * A row of a sheet. `cells`: as text, up to the last one with a value. `numbers`: the places of cells that are numbers in the file,
 * written with a decimal point.
 */
export type SheetRow = { rowNumber: number; cells: string[]; numbers: number[] }

/** `formula`: kept only until a value follows. */
type Cell = { place: number; type: string; style: number; value: string; formula: string | null }
/** A cell that reaches over rows: its column from 0, its first and its last row. */
export type TallCell = { place: number; from: number; to: number }
/** `tall`: receives the cells that reach over rows; a sheet names them after its rows. */
export type SheetContext = { shared: string[]; formats: NumberFormat[]; isSince1904: boolean; tall: TallCell[] }

/**
 * A formula counts by its stored result; without one, the cell is the formula ('=A1*2'). Of merged cells, the first one has the value
 * (decision 0183).
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
  let row: SheetRow = { rowNumber: 0, cells: [], numbers: [] }
  let cell: Cell | undefined
  let place = -1
  let isValue = false
  let isFormula = false
  return {
    open(name: string, attributes: Record<string, string>) {
      if (name === 'row') {
        row = { rowNumber: rowNumberOf(attributes.r, row.rowNumber), cells: [], numbers: [] }
        place = -1
      } else if (name === 'c') {
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
        if (found && context.tall.length < maxTallCells) context.tall.push(found)
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
        put(row, cell, context)
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
const maxTallCells = 50_000

/** The cell 'A4:C6', if it reaches over rows. */
function tallCellOf(reference = ''): TallCell | undefined {
  const [, from = '', to = ''] = /^[A-Za-z]{1,3}(\d{1,7}):[A-Za-z]{1,3}(\d{1,7})$/.exec(reference) ?? []
  const place = placeOf(reference)
  return place !== undefined && Number(to) > Number(from) ? { place, from: Number(from), to: Number(to) } : undefined
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

function put(row: SheetRow, cell: Cell, context: SheetContext): void {
  const { text, isNumber } = shown(cell, context)
  if (text.trim() === '') return
  if (cell.place >= maxSheetColumns) throw refusal('too_many_columns', { max: maxSheetColumns }, row.rowNumber)
  while (row.cells.length < cell.place) row.cells.push('')
  row.cells[cell.place] = text
  if (isNumber) row.numbers.push(cell.place)
}

function shown({ type, style, value, formula }: Cell, { shared, formats, isSince1904 }: SheetContext) {
  const asText = (text: string) => ({ text, isNumber: false })
  if (formula !== null) return asText(formula)
  if (type === 's') return asText(shared[Number(value)] ?? '')
  if (type === 'b') return asText(value === '1' ? 'TRUE' : 'FALSE')
  if (type === 'inlineStr') return asText(value)
  if (type === 'd') return asText(value.slice(0, 10))
  const number = value.trim() === '' ? Number.NaN : Number(value)
  if (type !== 'n' || !Number.isFinite(number)) return asText(unescaped(value))
  const format = formats[style]
  if (format?.isDate) return asText(dayOf(number, isSince1904))
  const text = numberText(number)
  return format?.digits ? asText(text.padStart(format.digits, '0')) : { text, isNumber: true }
}

const dayMs = 86_400_000
// Excel counts days from here, because it takes 1900 for a leap year. The other calendar comes from old Macintosh files.
const since1900 = Date.UTC(1899, 11, 30)
const since1904 = Date.UTC(1904, 0, 1)
const lastDay = 2_958_465 // 31 December 9999

function dayOf(days: number, isSince1904: boolean): string {
  if (days < 0 || days > lastDay) return String(days)
  return new Date((isSince1904 ? since1904 : since1900) + Math.floor(days) * dayMs).toISOString().slice(0, 10)
}

/** A number as Excel shows it, with 15 digits: 0.1 + 0.2 is 0.3. Never with an exponent. */
function numberText(number: number): string {
  const text = String(Number(number.toPrecision(15)))
  return text.includes('e') ? number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text
}
