/** The script of the threads that read files for imports (file-reader.ts). */
import { comparableSeals } from '../../../platform/secrets/comparable-seals.ts'
import type { Key } from '../../../platform/secrets/derived-keys.ts'
import { type Emit, serveJobs } from '../../../platform/threads/thread-jobs.ts'
import { decodeBackup } from '../decode/decode.ts'
import { bytesOf, type ImportSource } from '../decode/import-source.ts'
import { ImportFileError, refusal } from '../import-file-error.ts'
import { parseRows } from '../rows/rows.ts'
import { copyText } from './copy-text.ts'
import type { FileReading, ReaderJob, ReaderResult } from './file-reader.ts'
import { readImport, surveyImport } from './read-import.ts'
import type { ReadingOptions } from './reading-options.ts'
import { rowSealer } from './sealed-rows.ts'
import type { ImportSection } from './sections/section-base.ts'
import type { ImportBatch } from './sections/section-rows.ts'

serveJobs<ReaderJob>(async (job, emit): Promise<ReaderResult> => {
  try {
    if ('count' in job) return { count: await countRows(job.source) }
    if ('survey' in job) return { survey: await surveyImport(job.source, job.survey) }
    return { reading: await readRows(job.source, job.options, emit) }
  } catch (error) {
    if (error instanceof ImportFileError) return { refused: error.problem }
    throw error
  }
})

async function readRows(source: ImportSource, options: ReadingOptions, emit: Emit): Promise<FileReading> {
  const encoder = new TextEncoder()
  const { batches, sections, warnings } = readImport(source, options)
  const sealed = sealing(options.bankKey)
  for await (const batch of batches)
    await emit(encoder.encode(copyText(sealed(batch), sections.indexOf(batch.section))))
  return { sections: sections.map(toStored), warnings, file: options.survey?.plan.file ?? null }
}

/** Seals the rows of vendors. @throws ImportFileError when there are any, and no key */
function sealing(key: Key | undefined) {
  const seals = key && comparableSeals(key)
  return ({ section, rows }: ImportBatch): ImportBatch => {
    if (section.type !== 'vendors') return { section, rows }
    if (!seals) throw refusal('key_missing', {})
    return { section, rows: rows.map(rowSealer(section, seals)) }
  }
}

function toStored({ sources, warnings, errorCount, choices, mark, hasHeadings, ...section }: ImportSection) {
  return { ...section, fields: sources.map(({ field }) => field.field) }
}

async function countRows(source: ImportSource): Promise<number> {
  let count = 0
  for await (const rows of parseRows(decodeBackup(bytesOf(source)), Number.POSITIVE_INFINITY)) count += rows.length
  return count
}
