import { type ColumnMapping, type ImportType, type ItemType, importLimits } from 'contract/inventory/imports.ts'
import { decode, decodeBackup } from './decode.ts'
import { detectEncoding } from './encoding.ts'
import { ImportFileError } from './import-file-error.ts'
import { type ImportSection, openSection } from './import-section.ts'
import { bytesOf, type ImportSource } from './import-source.ts'
import { type CsvRow, parseRows } from './rows.ts'
import { type ImportBatch, type SectionRows, shopifyRows, tableRows } from './section-rows.ts'
import { sectionTitle } from './sections.ts'

/** What to do with a file that is too large for an upload. */
export const instead = 'split it into several, or import a backup from the list of Backup Files'

/** How a file is to be read; plain data, since it goes to the thread that reads. */
export type ReadOptions = { type: ImportType; mapping?: ColumnMapping | undefined; isBackup?: boolean }

/** `sections` and `warnings` are complete when `batches` has been read to its end; sections appear before their rows. */
export type ImportReading = { batches: AsyncGenerator<ImportBatch>; sections: ImportSection[]; warnings: string[] }

/**
 * A CSV file -> rows of typed values, streamed: what the consumer does not keep is freed. A section with `problems` yields no rows, only its header, samples and count: it needs a mapping.
 * With a `type`, sections of other types are left out with a warning; 'auto' goes by '#' titles, else by the header.
 * @param options.isBackup the file is one of ours: it may be of any size
 * @param options.mapping header -> the fields it feeds; an empty list ignores the column
 * @throws ImportFileError while `batches` is read, when the file as a whole cannot be imported
 */
export function readImport(source: ImportSource, { type, mapping, isBackup = false }: ReadOptions): ImportReading {
  const maxRows = isBackup ? Number.POSITIVE_INFINITY : importLimits.rows
  const reading = new Reading(type === 'auto' ? null : type, mapping, maxRows)
  const text = isBackup ? decodeBackup(bytesOf(source)) : textOf(source, reading.warnings)
  const batches = reading.batches(parseRows(text, isBackup ? maxRows : undefined))
  return { batches, sections: reading.sections, warnings: reading.warnings }
}

/** Reads the file twice: to find out its encoding, then as text. @param warnings told when the encoding had to be guessed */
async function* textOf(source: ImportSource, warnings: string[]): AsyncGenerator<string> {
  const encoding = await detectEncoding(source)
  if (encoding.name === 'windows-1252')
    warnings.push('The file is not UTF-8 and was read as Windows-1252: check its accented letters')
  yield* decode(source, encoding)
}

class Reading {
  readonly sections: ImportSection[] = []
  readonly warnings: string[] = []
  readonly #type: ItemType | null
  readonly #mapping: ColumnMapping | undefined
  readonly #maxRows: number
  #title: { title: string; type: ItemType | null; skipped: number } | null = null
  #open: SectionRows | null = null
  #dataRows = 0

  constructor(type: ItemType | null, mapping: ColumnMapping | undefined, maxRows: number) {
    this.#type = type
    this.#mapping = mapping
    this.#maxRows = maxRows
  }

  async *batches(chunks: AsyncIterable<CsvRow[]>): AsyncGenerator<ImportBatch> {
    for await (const rows of chunks) {
      for (const row of rows) {
        const full = this.#take(row)
        if (full) yield* full
      }
    }
    yield* this.#close()
    if (this.sections.some(({ rowCount }) => rowCount > 0)) return
    if (this.sections.length > 0) throw new ImportFileError('The file has a header but no rows')
    throw new ImportFileError(this.warnings[0] ? `Nothing to import: ${this.warnings[0]}` : 'The file is empty')
  }

  #take(row: CsvRow): Iterable<ImportBatch> | undefined {
    const title = sectionTitle(row)
    if (title && (title.type || !this.#open || this.#title)) {
      const rest = this.#close()
      this.#title = title.type || this.#title ? { ...title, skipped: 0 } : null
      return rest
    }
    if (!this.#open && !this.#isSkipped()) {
      this.#begin(row)
      return undefined
    }
    this.#dataRows += 1
    if (this.#dataRows > this.#maxRows)
      throw new ImportFileError(`The file has more than ${count(this.#maxRows)} rows: ${instead}`)
    if (this.#open) return this.#open.add(row)
    if (this.#title) this.#title.skipped += 1
    return undefined
  }

  #isSkipped(): boolean {
    if (!this.#title) return false
    return this.#title.type === null || (this.#type !== null && this.#type !== this.#title.type)
  }

  #begin(row: CsvRow): void {
    if (row.error) throw new ImportFileError(`Row ${row.rowNumber}: the header ${row.error}`)
    const title = this.#title?.title ?? null
    const type = this.#title?.type ?? this.#type
    const section = openSection({ type, header: row.cells, mapping: this.#mapping, title, headerRow: row.rowNumber })
    this.sections.push(section)
    // Several sections may say the same.
    this.warnings.push(...section.warnings.filter((sentence) => !this.warnings.includes(sentence)))
    this.#open = section.kind === 'shopify' ? shopifyRows(section, row.cells) : tableRows(section)
  }

  #close(): Iterable<ImportBatch> {
    const rest = this.#open?.end() ?? []
    this.#open = null
    if (this.#title && this.#isSkipped()) {
      const rows = Math.max(0, this.#title.skipped - 1)
      this.warnings.push(
        `The section '${this.#title.title}' was left out (${count(rows)} ${rows === 1 ? 'row' : 'rows'})`,
      )
    }
    return rest
  }
}

const count = (value: number) => value.toLocaleString('en-US')
