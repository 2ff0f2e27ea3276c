import type { ImportSection } from './import-section.ts'
import { parseCell } from './values.ts'

/**
 * One row, ready for COPY: `values` in the order of the section's `sources`, each the text PostgreSQL reads or null; a
 * faulty value is null. `rowNumber` as a spreadsheet shows it. `error` is bare; `sentence` begins with 'Row 7: ' or
 * 'Product {handle}: ' (spec.md 8).
 */
export type ImportedRow = {
  rowNumber: number
  values: (string | null)[]
  cells: string[]
  error: string | null
  sentence: string | null
}

/** The cells of a row, as they stand in the section's header order, checked and converted. */
export function readRow(section: ImportSection, rowNumber: number, cells: string[], error?: string): ImportedRow {
  const values: (string | null)[] = []
  let problem = error
  if (cells.length !== section.header.length) {
    problem ??= `expected ${section.header.length} columns, found ${cells.length}`
    return row(
      section,
      rowNumber,
      section.sources.map(() => null),
      cells,
      problem,
    )
  }
  for (const { field, header, index } of section.sources) {
    const parsed = parseCell(field, header, cellAt(section, cells, index))
    if ('error' in parsed) {
      values.push(null)
      problem = problem === undefined ? parsed.error : `${problem}; ${parsed.error}`
    } else values.push(parsed.value)
  }
  return row(section, rowNumber, values, cells, problem)
}

const skuColumn = 2

function cellAt(section: ImportSection, cells: string[], index: number): string {
  const cell = cells[index] ?? ''
  return section.kind === 'shopify' && index === skuColumn && cell.trim() === '' ? (cells[0] ?? '') : cell
}

function row(
  section: ImportSection,
  rowNumber: number,
  values: ImportedRow['values'],
  cells: string[],
  error?: string,
) {
  if (error === undefined) return { rowNumber, values, cells, error: null, sentence: null }
  const subject = section.kind === 'shopify' && cells[0] ? `Product ${cells[0]}` : `Row ${rowNumber}`
  return { rowNumber, values, cells, error, sentence: `${subject}: ${error}` }
}
