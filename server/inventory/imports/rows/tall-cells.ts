// Takes the rows of a sheet, puts the text of a cell that reaches over rows into each of them.

import type { SheetRow, TallCell } from '../decode/workbook/sheet-rows.ts'

/**
 * A supplier or a shelf that is written once beside its parts is meant for all of them. A number is not: four pieces beside two parts are not
 * eight (decision 0183).
 */
export function tallFiller(tall: TallCell[]): (row: SheetRow) => SheetRow {
  if (tall.length === 0) return (row) => row
  const beginning = new Map<number, TallCell[]>()
  for (const cell of tall) beginning.set(cell.from, [...(beginning.get(cell.from) ?? []), cell])
  const open = new Map<number, TallCell & { text: string }>()
  return (row) => {
    for (const [place, { text, to }] of open) {
      if (to < row.rowNumber) open.delete(place)
      else put(row.cells, place, text)
    }
    for (const cell of beginning.get(row.rowNumber) ?? []) {
      const text = row.cells[cell.place] ?? ''
      if (text !== '' && !row.numbers.includes(cell.place)) open.set(cell.place, { ...cell, text })
    }
    return row
  }
}

function put(cells: string[], place: number, text: string): void {
  while (cells.length < place) cells.push('')
  cells[place] ||= text
}
