// Takes the rows of a section, makes batches of mapped rows.

import type { ImportColumn } from 'contract/inventory/import-choices.ts'
import { shownText } from '../../decode/workbook/number-formats.ts'
import type { CsvRow } from '../../rows/rows.ts'
import type { SectionRows } from '../../rows/split-sections.ts'
import { importFields } from '../import-fields.ts'
import { type ImportedRow, readRow } from '../import-row.ts'
import { shownNumber } from '../noted-cells.ts'
import { shopifyGrouping } from '../shopify.ts'
import { Records } from './records.ts'
import type { ImportSection } from './section-base.ts'

const batchSize = 2_000
// Long and wide rows make smaller batches: memory holds a batch both as rows and as text for PostgreSQL.
const batchCharacters = 1_000_000
/** The memory of a cell beyond its characters. */
const cellCharacters = 32

/** A batch of rows of one section: at most 2,000, with not many more than a million characters or 30,000 cells. */
export type ImportBatch = { section: ImportSection; rows: ImportedRow[] }

/** @param placeNames of the company, folded */
export function tableRows(section: ImportSection, placeNames?: string[]): SectionRows<ImportBatch> {
  let rows: ImportedRow[] = []
  let characters = 0
  const records = new Records(section, placeNames)
  const isBlocked = section.problems.length > 0
  const flush = () => {
    const batch = rows.length > 0 ? [{ section, rows }] : []
    rows = []
    characters = 0
    return batch
  }
  return {
    add(row) {
      if (!records.has(row)) return undefined
      section.rowCount += 1
      if (isBlocked) return undefined
      const cells = asWritten(section, row)
      rows.push(counted(section, readRow(section, row.rowNumber, cells, records.problemOf(row))))
      for (const cell of cells) characters += cell.length + cellCharacters
      return rows.length < batchSize && characters < batchCharacters ? undefined : flush()
    },
    end() {
      section.warnings.push(...records.warnings())
      return flush()
    },
  }
}

export function shopifyRows(section: ImportSection, header: string[]): SectionRows<ImportBatch> {
  const price = section.sources.find(({ field }) => field.field === 'retailPrice')
  const grouping = shopifyGrouping(header, section.choices.variants, price?.decimals)
  return {
    add(row) {
      grouping.add({ ...row, cells: asWritten(section, row) })
      return undefined
    },
    *end() {
      const products = grouping.products()
      section.variants = grouping.variants()
      section.rowCount = products.length
      for (let from = 0; from < products.length; from += batchSize) {
        const batch = products.slice(from, from + batchSize)
        yield {
          section,
          rows: batch.map((row) => counted(section, readRow(section, row.rowNumber, row.cells, row.problem))),
        }
      }
    },
  }
}

/**
 * The cells of a row. A number of a sheet is what the sheet shows where its column feeds a text ('PN-0042'), and the number itself where it
 * feeds a number: rounded to what the sheet shows when the user wants that, and written with the mark of the texts in its column.
 */
export function asWritten({ columns }: Pick<ImportSection, 'columns'>, { cells, numbers }: CsvRow): string[] {
  if (!numbers || numbers.size === 0) return cells
  return cells.map((cell, at) => {
    const number = numbers.get(at)
    const column = columns[at]
    if (!number || !column || column.fields.length === 0) return cell
    if (!column.fields.some((field) => numberFields.has(field))) return indentation(cell) + shownText(number)
    const text = (column.rounding?.asShown ? shownNumber(number) : null) ?? cell
    return column.numbers && column.numbers.decimals !== 'point' ? inMarksOf(column.numbers, text) : text
  })
}

const indentation = (cell: string) => cell.slice(0, cell.length - cell.trimStart().length)

/** A zero at the end of 1.234 leaves it only one reading where both marks are used. */
const inMarksOf = ({ evidence, decimals }: NonNullable<ImportColumn['numbers']>, text: string) =>
  evidence === 'both' || evidence === 'each'
    ? text.replace(/\.\d{3}$/, '$&0')
    : decimals === 'comma'
      ? text.replace('.', ',')
      : text

const numberFields = new Set([
  ...Object.values(importFields).flatMap((fields) =>
    fields.flatMap(({ field, kind }) => (kind === 'money' || kind === 'quantity' ? [field] : [])),
  ),
  'bomQuantity',
])

function counted(section: ImportSection, row: ImportedRow): ImportedRow {
  if (row.problems !== null) section.errorCount += 1
  return row
}
