/** The script of the threads that read files for imports (file-reader.ts). */
import { type Emit, serveJobs } from '../../platform/thread-jobs.ts'
import { decodeBackup } from '../csv/decode.ts'
import { ImportFileError } from '../csv/import-file-error.ts'
import type { ImportSection } from '../csv/import-section.ts'
import { bytesOf, type ImportSource } from '../csv/import-source.ts'
import { readImport, surveyImport } from '../csv/read-import.ts'
import type { ReadingOptions } from '../csv/reading-options.ts'
import { parseRows } from '../csv/rows.ts'
import { copyText } from './copy-text.ts'
import type { FileReading, ReaderJob, ReaderResult } from './file-reader.ts'

serveJobs<ReaderJob>(async (job, emit): Promise<ReaderResult> => {
  try {
    if ('count' in job) return { count: await countRows(job.source) }
    if ('survey' in job) return { survey: await surveyImport(job.source, { type: job.survey }) }
    return { reading: await readRows(job.source, job.options, emit) }
  } catch (error) {
    if (error instanceof ImportFileError) return { refusal: error.message }
    throw error
  }
})

async function readRows(source: ImportSource, options: ReadingOptions, emit: Emit): Promise<FileReading> {
  const encoder = new TextEncoder()
  const { batches, sections, warnings } = readImport(source, options)
  for await (const batch of batches) await emit(encoder.encode(copyText(batch, sections.indexOf(batch.section))))
  return { sections: sections.map(toStored), warnings }
}

function toStored({ sources, warnings, errorCount, choices, ...section }: ImportSection) {
  return { ...section, fields: sources.map(({ field }) => field.field) }
}

async function countRows(source: ImportSource): Promise<number> {
  let count = 0
  for await (const rows of parseRows(decodeBackup(bytesOf(source)), Number.POSITIVE_INFINITY)) count += rows.length
  return count
}
