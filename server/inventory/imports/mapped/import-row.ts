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

/** What is needed of a section to read one of its rows. */
export type RowSection = Pick<ImportSection, 'kind' | 'header' | 'sources' | 'choices'>

/** The cells of a row, as they stand in the section's header order, checked and converted. */
export function readRow(section: RowSection, rowNumber: number, cells: string[], error?: string): ImportedRow {
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
  for (const { field, header, index, decimals } of section.sources) {
    const parsed = parseCell(field, header, cellAt(section, cells, index), decimals)
    const value = 'value' in parsed ? parsed.value : null
    values.push(value)
    const isMissing = value === null && field.isNeededForNew && isNeeded(section)
    const fault = 'error' in parsed ? parsed.error : isMissing ? `${header} is required` : undefined
    if (fault !== undefined) problem = problem === undefined ? fault : `${problem}; ${fault}`
  }
  return row(section, rowNumber, values, cells, problem)
}

/** A name cannot be taken away, and a product of a store has one; otherwise a record that exists keeps its name. */
const isNeeded = ({ kind, choices }: RowSection) => kind === 'shopify' || choices.emptyCells === 'clear'

const skuColumn = 2

function cellAt(section: RowSection, cells: string[], index: number): string {
  const cell = cells[index] ?? ''
  return section.kind === 'shopify' && index === skuColumn && cell.trim() === '' ? (cells[0] ?? '') : cell
}

function row(section: RowSection, rowNumber: number, values: ImportedRow['values'], cells: string[], error?: string) {
  if (error === undefined) return { rowNumber, values, cells, error: null, sentence: null }
  const subject = section.kind === 'shopify' && cells[0] ? `Product ${cells[0]}` : `Row ${rowNumber}`
  return { rowNumber, values, cells, error, sentence: `${subject}: ${error}` }
}
