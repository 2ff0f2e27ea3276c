/** The script of the threads that read files for imports (file-reader.ts). */
import { type Emit, serveJobs } from '../../platform/thread-jobs.ts'
import { decodeBackup } from '../csv/decode.ts'
import { ImportFileError } from '../csv/import-file-error.ts'
import type { ImportSection } from '../csv/import-section.ts'
import { bytesOf, type ImportSource } from '../csv/import-source.ts'
import { type ReadOptions, readImport } from '../csv/read-import.ts'
import { parseRows } from '../csv/rows.ts'
import { copyText } from './copy-text.ts'
import type { FileReading, ReaderJob, ReaderResult } from './file-reader.ts'

serveJobs<ReaderJob>(async (job, emit): Promise<ReaderResult> => {
  try {
    return 'count' in job
      ? { count: await countRows(job.source) }
      : { reading: await readRows(job.source, job.options, emit) }
  } catch (error) {
    if (error instanceof ImportFileError) return { refusal: error.message }
    throw error
  }
})

async function readRows(source: ImportSource, options: ReadOptions, emit: Emit): Promise<FileReading> {
  const encoder = new TextEncoder()
  const { batches, sections, warnings } = readImport(source, options)
  for await (const batch of batches) await emit(encoder.encode(copyText(batch, sections.indexOf(batch.section))))
  return { sections: sections.map(toStored), warnings }
}

function toStored({ sources, unmatched, warnings, errorCount, ...section }: ImportSection) {
  // A store export knows no cost: new products start at 0, known costs stay (spec.md 5).
  const fields = sources.map(({ field, index }) => (index < 0 ? '' : field.field))
  return { ...section, fields }
}

async function countRows(source: ImportSource): Promise<number> {
  let count = 0
  for await (const rows of parseRows(decodeBackup(bytesOf(source)), Number.POSITIVE_INFINITY)) count += rows.length
  return count
}
