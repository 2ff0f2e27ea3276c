// Takes a row, makes the title of the section that the row begins, if any.

import type { RowType } from 'contract/inventory/imports.ts'
import { isErrorValue } from '../../../platform/spreadsheet/formula.ts'
import type { CsvRow } from './rows.ts'

/** A '#' line that begins a section (product.md 5). `type`: null when the title is not one of ours. */
type SectionTitle = { title: string; type: RowType | null }

/**
 * A section line is one unquoted cell that starts with '#', alone in its row (a spreadsheet adds empty cells). A part named '#10
 * screw' has other cells beside it, so it stays a row; a quoted '#PARTS' is never a title (T83), and '#N/A' is the error of a formula.
 */
export function sectionTitle(row: CsvRow): SectionTitle | undefined {
  const [first = ''] = row.cells
  if (row.isQuoted || !first.startsWith('#') || isErrorValue(first.trim())) return undefined
  if (row.cells.some((cell, index) => index > 0 && cell.trim() !== '')) return undefined
  const title = first.replace(/^[#\s]+/, '').trim()
  const word = /^(parts|assemblies|products|vendors|places|stock)\b/i.exec(title)?.[1]
  return { title, type: (word?.toLowerCase() as RowType | undefined) ?? null }
}
