import { columnName } from 'contract/inventory/import-choices.ts'
import type { ImportPreview } from 'contract/inventory/imports.ts'

/** What a column has beside plain values: in a column of numbers units and words, in one of text the words for nothing. */
export type BeyondPlain = { header: string; isNumber: boolean; found: string[] }

/** @param fed the fields of each column, in their order */
export const beyondPlain = ({ columns, ...preview }: ImportPreview, fed: string[][]): BeyondPlain[] =>
  columns.flatMap((column, index) => {
    const found = beyondPlainOf({ columns, ...preview }, index, fed[index] ?? [])
    return found ? [{ header: columnName(column.header, index), ...found }] : []
  })

/** The same for one column; null when all its values are plain, or when records are known by it. */
export function beyondPlainOf({ columns, fields, bom }: ImportPreview, index: number, fed: string[]) {
  const { units = null, note = null } = columns[index] ?? {}
  if (!units) return null
  const own = fields.filter(({ field }) => fed.includes(field))
  // A column of a bill of materials may describe new parts; then it feeds no field itself.
  const isNumber = own.some((field) => field.isNumber) || (bom !== null && fed.length === 0 && note !== null)
  const isText = bom === null && own.length > 0 && !own.some(({ isRequired }) => isRequired)
  const found = isNumber ? units.examples : isText ? units.words : []
  return found.length > 0 ? { isNumber, found } : null
}
