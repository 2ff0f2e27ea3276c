import { problem } from 'contract/inventory/import-problems.ts'
import type { RowType } from 'contract/inventory/imports.ts'
import { refusal } from '../import-file-error.ts'
import { distinctHeader } from './distinct-header.ts'
import type { CsvRow } from './rows.ts'
import { sectionTitle } from './section-title.ts'

// Takes rows, passes the rows below each header to the section of that header.

// Every section adds statements of its own to an import; our own exports have four sections.
const maxSections = 100

type Title = { title: string; type: RowType | null }

/** Takes the rows of one section; returns full batches on the way, and the rest at the end. */
export type SectionRows<Batch> = { add(row: CsvRow): Iterable<Batch> | undefined; end(): Iterable<Batch> }

type Splitting<Batch> = {
  /** sections of other types are skipped */
  type: RowType | null
  maxRows: number
  /** @returns the receiver of the rows below the header */
  begin(header: CsvRow, title: Title | null): SectionRows<Batch>
  leaveOut(title: string, rowCount: number): void
}

/**
 * Splits the rows of a file into its sections, at '#' titles (product.md 5).
 * @throws ImportFileError for a header that cannot be read and for too many rows
 */
export async function* splitSections<Batch>(
  chunks: AsyncIterable<CsvRow[]>,
  splitting: Splitting<Batch>,
): AsyncGenerator<Batch> {
  const splitter = new Splitter(splitting)
  for await (const rows of chunks) {
    for (const row of rows) {
      const full = splitter.take(row)
      if (full) yield* full
    }
  }
  yield* splitter.close()
}

class Splitter<Batch> {
  readonly #splitting: Splitting<Batch>
  #title: (Title & { skipped: number }) | null = null
  #open: SectionRows<Batch> | null = null
  /** the number of columns in the header of a sheet; null for text, where each row shows its own */
  #width: number | null = null
  /** the number of cells in the header of a text */
  #cells = 0
  #dataRows = 0
  #titles = 0

  constructor(splitting: Splitting<Batch>) {
    this.#splitting = splitting
  }

  take(row: CsvRow): Iterable<Batch> | undefined {
    const { maxRows, begin } = this.#splitting
    const title = sectionTitle(row)
    if (title && (title.type || !this.#open || this.#title)) {
      this.#titles += 1
      if (this.#titles > maxSections) throw refusal('too_many_sections', { max: maxSections })
      const rest = this.close()
      this.#title = title.type || this.#title ? { ...title, skipped: 0 } : null
      return rest
    }
    if (!this.#open && !this.#isSkipped()) {
      if (row.problem) {
        const code = row.problem.code === 'nul_character' ? 'header_with_nul' : 'header_unreadable'
        throw refusal(code, {}, row.rowNumber)
      }
      this.#open = begin({ ...row, cells: distinctHeader(row.cells) }, this.#title)
      this.#width = row.numbers ? row.cells.length : null
      this.#cells = row.cells.length
      return undefined
    }
    this.#dataRows += 1
    if (this.#dataRows > maxRows) throw refusal('too_many_rows', { max: maxRows })
    if (this.#open) return this.#open.add(this.#width === null ? checked(row, this.#cells) : fitted(row, this.#width))
    if (this.#title) this.#title.skipped += 1
    return undefined
  }

  close(): Iterable<Batch> {
    const rest = this.#open?.end() ?? []
    this.#open = null
    if (this.#title && this.#isSkipped()) {
      this.#splitting.leaveOut(this.#title.title, Math.max(0, this.#title.skipped - 1))
    }
    return rest
  }

  #isSkipped(): boolean {
    const { type } = this.#splitting
    if (!this.#title) return false
    return this.#title.type === null || (type !== null && type !== this.#title.type)
  }
}

const checked = (row: CsvRow, width: number): CsvRow =>
  row.problem || !holdsOtherRows(row.cells, width) ? row : { ...row, problem: problem('rows_in_cell', {}) }

/** A row of a sheet ends with its last cell; cells beside the table belong to no column. */
const fitted = (row: CsvRow, width: number): CsvRow => {
  if (row.cells.length === width) return row
  const cells = Array.from({ length: width }, (_, at) => row.cells[at] ?? '')
  return row.cells.length < width ? { ...row, cells } : { ...row, cells, beside: row.cells.slice(width) }
}

// Takes a row, finds a cell that a missing quote has filled with the rows below.

const separators = [',', ';', '\t', '|']

/**
 * Whether a cell of several lines holds other rows: its first line has a quote and then a separator, and its first and its last line
 * complete a row of this width. In the last cell the lines below the first are whole rows.
 */
const holdsOtherRows = (cells: string[], width: number): boolean =>
  cells.length === width &&
  cells.some((cell, place) => {
    if (!cell.includes('"') || !/[\r\n]/.test(cell)) return false
    const lines = cell.split(/\r\n|\r|\n/)
    const [first = '', last = ''] = [lines[0], lines.at(-1)]
    const widthOf = (line: string, separator: string) => line.split(separator).length
    return separators.some((separator) => {
      if (place === width - 1)
        return first.includes('"') && lines.slice(1).every((line) => widthOf(line, separator) === width)
      return (
        first.includes(separator, first.indexOf('"') + 1) &&
        first.includes('"') &&
        place + widthOf(first, separator) === width &&
        widthOf(last, separator) + width - 1 - place === width
      )
    })
  })
