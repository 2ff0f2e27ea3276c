// Takes the cells of a column, finds numbers that a spreadsheet has shortened: '1.20E+11' was 120000000000, or 120000000001.

import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import type { ImportField } from './import-fields.ts'

/** How many cells of a column are such numbers, and the first of them. */
export type ShortenedNumbers = { count: number; first: { cell: string; row: number }[] }

export const noneShortened = (): ShortenedNumbers => ({ count: 0, first: [] })

const told = 3
// Spreadsheets write at least two digits behind the E. '12E-4' and '2E3' are numbers of parts.
const shortened = /^\d(?:[.,]\d{1,15}E[+-]|E\+)\d{2,3}$/i

export function lookForShortened(found: ShortenedNumbers, cell: string, row: number): void {
  if (cell.length > 30 || !shortened.test(cell.trim())) return
  found.count += 1
  if (found.first.length < told) found.first.push({ cell: cell.trim(), row })
}

/** The warning for a column that feeds a text; a column of amounts has its problems row by row. Warnings are stored in clear, so they repeat no sealed value. */
export function shortenedWarning(
  { kind, isSealed }: Pick<ImportField, 'kind' | 'isSealed'>,
  column: string,
  found: ShortenedNumbers | undefined,
): ImportProblem[] {
  if (kind !== 'text' || !found || found.count === 0) return []
  const cells = found.first.map(({ cell, row }) => (isSealed ? `row ${row}` : `'${cell}' in row ${row}`))
  const more = found.count - cells.length
  return [problem('numbers_shortened', { column, cells: more > 0 ? [...cells, `… ${more} more`] : cells })]
}
