// Takes the cells of a row, makes a mapped row: values in the order of the section's sources, and its problems.

import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { currencyNamed, isForNothing } from './noted-cells.ts'
import { divideValue } from './row-values.ts'
import type { ImportSection } from './sections/section-base.ts'
import { type ColumnReading, parseCell } from './values.ts'

/**
 * One row, ready for COPY: `values` in the order of the section's `sources`, each a text that PostgreSQL reads, or null; a faulty value is
 * null. `rowNumber` as a spreadsheet shows it; negative for a record that a row brings with it.
 */
export type ImportedRow = {
  rowNumber: number
  values: (string | null)[]
  cells: string[]
  problems: ImportProblem[] | null
}

/** The facts about a section that reading one of its rows needs. */
export type RowSection = Pick<ImportSection, 'kind' | 'header' | 'sources' | 'choices' | 'isOfBom'>

/** Checks and converts the cells of a row, which are in the section's header order. @param found the problems it has already */
export function readRow(section: RowSection, rowNumber: number, cells: string[], found?: ImportProblem): ImportedRow {
  const problems = found ? [found] : []
  const { length: expected } = section.header
  if (cells.length !== expected) {
    const values = section.sources.map(() => null)
    const misfit = found ?? problem('cell_count', { expected, found: cells.length })
    return { rowNumber, values, cells, problems: ofRow(section, rowNumber, cells, [misfit]) }
  }
  const values: (string | null)[] = []
  const unit = unitOfRow(section, cells)
  for (const { field, header, index, ...column } of section.sources) {
    const reading = unit !== null && field.kind === 'quantity' ? { ...column, unit } : column
    const parsed = parseCell(field, header, cellAt(section, cells, index), reading, currencyBeside(cells, reading))
    const value = 'value' in parsed ? parsed.value : null
    values.push(value)
    if (found?.field === field.field || whole.has(found?.code ?? '')) continue
    if ('problem' in parsed) problems.push(parsed.problem)
    else if (section.isOfBom && field.kind === 'unit' && isNoUnit(value ?? ''))
      problems.push(problem('not_unit', { column: header, found: value ?? '' }, { field: field.field }))
    else if (value === null && field.isNeededForNew && isNeeded(section)) {
      problems.push(problem('required', { column: header }, { field: field.field }))
    }
  }
  divideValue(section.sources, values)
  return { rowNumber, values, cells, problems: ofRow(section, rowNumber, cells, problems) }
}

/** Words of bills of materials for how much is needed. A new part would keep them as its unit; a part that has one already keeps it. */
const isNoUnit = (word: string): boolean => isForNothing(word) || asNeeded.test(word)

const asNeeded =
  /^(?:as[ -]?(?:needed|required|req'?d\.?)|a\/?r|ref\.?|reference|nach bedarf|bedarf|au besoin|selon besoin|según (?:se )?necesi\S{1,8}|q\.?b\.?|quanto basta)$/i

/** The unit that a row names for its quantities; null when it names none. */
function unitOfRow({ sources }: RowSection, cells: string[]): string | null {
  const source = sources.find(({ field }) => field.kind === 'unit')
  if (source === undefined) return null
  const parsed = parseCell(source.field, source.header, cells[source.index] ?? '', source)
  return 'value' in parsed ? parsed.value : null
}

/**
 * A name is required in a store export, and where empty cells clear values, since no import can remove a name. Otherwise an existing record
 * keeps it.
 */
const isNeeded = ({ kind, choices }: RowSection) => kind === 'shopify' || choices.emptyCells === 'clear'

/** Problems of rows that are no records. */
const whole = new Set(['group_heading', 'other_table'])

const currencyBeside = (cells: string[], { foreign }: ColumnReading) =>
  foreign?.besideAt === undefined ? null : currencyNamed(cells[foreign.besideAt] ?? '')

const skuColumn = 2

function cellAt(section: RowSection, cells: string[], index: number): string {
  const cell = cells[index] ?? ''
  return section.kind === 'shopify' && index === skuColumn && cell.trim() === '' ? (cells[0] ?? '') : cell
}

/** The problems with their row; a store export names the row by its product (product.md 8). */
function ofRow({ kind }: RowSection, row: number, cells: string[], problems: ImportProblem[]): ImportProblem[] | null {
  if (problems.length === 0) return null
  const product = kind === 'shopify' ? cells[0] : undefined
  return problems.map((each) => ({
    ...each,
    row: Math.abs(row),
    params: product ? { ...each.params, product } : each.params,
  }))
}
