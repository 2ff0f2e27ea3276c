// Takes the rows of a sheet, puts the text of a cell that reaches over rows into each of them.

import type { SheetRow, TallCell } from '../decode/workbook/sheet-rows.ts'
import { maxCells } from '../decode/workbook/workbook-limits.ts'
import { refusal } from '../import-file-error.ts'

/**
 * A supplier or a shelf that is written once beside its parts is meant for all of them. A number is not: four pieces beside two parts are not
 * eight (decision 0053). Nobody sees a value that lies hidden behind the range: it is no value. Ranges may overlap and reach far below the table, so the filled cells count against the cells that a sheet may have.
 */
export function tallFiller(tall: TallCell[]): (row: SheetRow) => SheetRow {
  if (tall.length === 0) return (row) => row
  const beginning = Map.groupBy(tall, ({ from }) => from)
  const open = new Map<number, TallCell & { text: string }>()
  let filled = 0
  return (row) => {
    for (const [place, { text, to }] of open) {
      if (to < row.rowNumber) open.delete(place)
      else put(row, place, text)
    }
    filled += open.size
    if (filled > maxCells) throw refusal('too_many_cells', { max: maxCells })
    for (const cell of beginning.get(row.rowNumber) ?? []) {
      const text = row.cells[cell.place] ?? ''
      if (text !== '') open.set(cell.place, { ...cell, text: row.numbers.has(cell.place) ? '' : text })
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
