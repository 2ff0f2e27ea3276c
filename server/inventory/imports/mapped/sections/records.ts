// Takes the rows of a list, tells its records from totals, comments and headers that stand again.

import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { foldText } from 'contract/same-text.ts'
import { isErrorValue } from '../../../../platform/spreadsheet/formula.ts'
import type { CsvRow } from '../../rows/rows.ts'
import { normalHeader } from '../columns/header-names.ts'
import { isKnownName } from '../columns/type-of-header.ts'
import { isAtAllPlaces, isComment, isHeading, isRule, isTotal, isTotalNamed } from '../total-rows.ts'
import type { ImportSection } from './section-base.ts'

const maxNamed = 10

/** 'TL-033' or '#N/A' alone in its row may be a part that lacks the rest, 'HARDWARE' is none. */
const mayBeRecord = (cell: string) => /\p{Nd}/u.test(cell) || isErrorValue(cell)

/** Whether all its cells, several of them, are names of columns. */
function isHeaderRow(cells: string[]): boolean {
  const names = cells.filter((cell) => cell.trim() !== '')
  return names.length > 1 && names.every(isKnownName) && !isHeading(names)
}

/** The rows of one section, in their order. */
export class Records {
  readonly #header: string[]
  readonly #sorted: string[]
  /** The columns of numbers and names. Null: every row counts, since a vendor may be called Total. */
  readonly #nameColumns: number[] | null
  /** The columns of places and lots of a file of stock. */
  readonly #placeColumns: { index: number; isLot: boolean }[]
  readonly #placeNames: string[]
  readonly #leftOut: string[] = []
  readonly #headings: string[] = []
  readonly #hasHeadings: boolean
  readonly #sources: ImportSection['sources']
  /** The problem of all rows below a header whose columns stand in another order. */
  #fault: ImportProblem | undefined

  /** @param placeNames places of the company that are called Total, folded; without it a place and a lot may have any name */
  constructor({ header, type, sources, isOfBom, hasHeadings = false }: ImportSection, placeNames?: string[]) {
    const names = header.map(normalHeader)
    this.#header = names.length < 2 || names.includes('') ? [] : names
    this.#sorted = this.#header.toSorted()
    const named = sources.filter(
      ({ field }) => (field.isRequired && field.kind !== 'quantity') || field.field === 'name',
    )
    this.#nameColumns = type === 'vendors' || isOfBom || sources.length === 0 ? null : named.map(({ index }) => index)
    const placeAndLot = type === 'stock' && placeNames ? ['place', 'lot'] : []
    this.#placeColumns = sources.flatMap(({ field: { field }, index }) =>
      placeAndLot.includes(field) ? [{ index, isLot: field === 'lot' }] : [],
    )
    this.#placeNames = placeNames ?? []
    this.#sources = sources
    this.#hasHeadings = hasHeadings && this.#nameColumns?.length === 2
  }

  /** Whether the row is a record; one that is none is named in the warnings. */
  has(row: CsvRow): boolean {
    const again = this.#headerAgain(row.cells)
    if (again === 'turned') this.#fault = problem('columns_turn', { row: row.rowNumber })
    if (again === undefined && this.#nameColumns !== null && isHeaderRow(row.cells))
      this.#fault = problem('other_table', { row: row.rowNumber })
    const isGroup = this.#hasHeadings && isHeading(row.cells) && !row.cells.some(mayBeRecord)
    if (again !== 'same' && !this.#isNoRecord(row.cells) && !isGroup) return true
    const rows = isGroup ? this.#headings : this.#leftOut
    if (rows.length <= maxNamed) rows.push(rows.length < maxNamed ? String(row.rowNumber) : '…')
    return false
  }

  /** Whether a row repeats the header, or is the header of another table. */
  headerIn({ cells }: CsvRow): 'same' | 'other' | undefined {
    const again = this.#headerAgain(cells)
    return again === 'turned' || (!again && isHeaderRow(cells)) ? 'other' : again
  }

  /** What is wrong with a record before its cells are read. */
  problemOf(row: CsvRow): ImportProblem | undefined {
    return (
      this.#fault ??
      row.problem ??
      this.#sharedNumber(row) ??
      (this.#hasHeadings && isHeading(row.cells) ? problem('group_heading', {}) : undefined)
    )
  }

  warnings(): ImportProblem[] {
    return [
      ...(this.#headings.length > 0 ? [problem('headings_left_out', { rows: this.#headings })] : []),
      ...(this.#leftOut.length > 0 ? [problem('no_records', { rows: this.#leftOut })] : []),
    ]
  }

  /** Whether a row repeats the header, as at the top of a printed page. */
  #headerAgain(cells: string[]): 'same' | 'turned' | undefined {
    const header = this.#header
    if (header.length !== cells.length || !header.includes(normalHeader(cells[0] ?? ''))) return undefined
    const found = cells.map(normalHeader)
    if (header.every((name, index) => name === found[index])) return 'same'
    const sorted = found.toSorted()
    return this.#sorted.every((name, index) => name === sorted[index]) ? 'turned' : undefined
  }

  /** A total has its word where an item has number or name, and nothing but a count else there, or the word in another column; a comment stands alone. */
  #isNoRecord(cells: string[]): boolean {
    if (this.#nameColumns === null) return false
    const names = this.#nameColumns.flatMap((index) => (cells[index]?.trim() ? [cells[index] ?? ''] : []))
    if (names.length > 0 && (names.every(isRule) || isTotalNamed(names))) return true
    if (this.#isOfAllPlaces(cells)) return true
    const [first = '', , third] = cells.filter((cell) => cell.trim() !== '')
    if (third === undefined && isComment(first)) return true
    return names.length === 0 && cells.some(isTotal)
  }

  /** 'Total' where a row of stock has its place or its lot. */
  #isOfAllPlaces(cells: string[]): boolean {
    return this.#placeColumns.some(({ index, isLot }) => {
      const cell = cells[index]?.trim() ?? ''
      return isLot ? isTotal(cell) : isAtAllPlaces(cell) && !this.#placeNames.includes(foldText(cell))
    })
  }

  /** A number that the sheet has once for several rows: nobody knows how much of it is that of this row. */
  #sharedNumber({ shared }: CsvRow): ImportProblem | undefined {
    const source = this.#sources.find(
      ({ field: { kind }, index }) => shared?.has(index) && (kind === 'quantity' || kind === 'money'),
    )
    return source && problem('number_of_rows', { column: source.header }, source.field)
  }
}
