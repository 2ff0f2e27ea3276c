import type { ImportFile } from 'contract/inventory/import-files.ts'
import type { ImportProblem } from 'contract/inventory/import-problems.ts'
import { bulkShares } from '../../../platform/fairness/connection-turns.ts'
import { OverBudget, openThreads } from '../../../platform/threads/threads.ts'
import type { ImportSource } from '../decode/import-source.ts'
import { ImportFileError, refusal } from '../import-file-error.ts'
import type { StoredSection } from '../imports.queries.ts'
import type { SurveyOptions } from './read-import.ts'
import type { ReadingOptions } from './reading-options.ts'
import type { Survey } from './survey.ts'

// Takes a file, makes lines of COPY for the stage `staging` and the facts about its sections, in a thread of its own.

/** The findings in a file: its sections, in order, the warnings about them, and how it was read (not for a backup). */
export type FileReading = {
  sections: (StoredSection & { rowCount: number })[]
  warnings: ImportProblem[]
  file: ImportFile | null
}

/** The tasks for the threads: `survey` only reads the columns of an upload, `count` only counts the rows of a backup. */
export type ReaderJob = { source: ImportSource } & (
  | { options: ReadingOptions }
  | { survey: SurveyOptions }
  | { count: true }
)
/** The results of the threads; `refused`: the problem of an ImportFileError. */
export type ReaderResult =
  | { reading: FileReading }
  | { survey: Survey }
  | { count: number }
  | { refused: ImportProblem }

/**
 * The limits for reading a file. A file of 32 MB takes a few seconds; a backup of a million records about a minute.
 * `megabytes`: the heap of the thread, which holds the products of a store export until its end.
 */
export const budgets = { uploadSeconds: 60, backupSeconds: 600, megabytes: 256 }

// Each thread reads one file at a time. A file is read within a transaction for files, of which a company has one at a time
// (connection-turns.ts), so there is a thread for each of those: nobody waits here behind the file of another company.
const threads = openThreads(new URL('file-reader.thread.ts', import.meta.url), {
  size: bulkShares.places,
  megabytes: budgets.megabytes,
})

/** Call this while an upload comes in, so that the thread is ready in time. If it fails here, it fails again later. */
export const prepareReader = () => threads.prepare().catch(() => undefined)

/**
 * Reads a file off the event loop, with limits: no file can delay the answers to other requests. Yields its rows as lines of COPY for the
 * staging table.
 * @throws ImportFileError when the file as a whole cannot be read
 */
export async function* readFileRows(
  source: ImportSource,
  options: ReadingOptions,
): AsyncGenerator<Uint8Array, FileReading> {
  const seconds = options.isBackup ? budgets.backupSeconds : budgets.uploadSeconds
  const result = yield* withinBudget({ source, options }, seconds)
  if (!('reading' in result)) throw new Error('A file was counted instead of read')
  return result.reading
}

/** Reads the columns of an upload, before its rows are read. @throws ImportFileError when it cannot be read */
export async function surveyFile(source: ImportSource, survey: SurveyOptions): Promise<Survey> {
  const { value } = await withinBudget({ source, survey }, budgets.uploadSeconds).next()
  if (!('survey' in value)) throw new Error('A file was not surveyed')
  return value.survey
}

/** Counts the rows of a backup, with its headers and titles. @throws ImportFileError when it cannot be read */
export async function countBackupRows(source: ImportSource): Promise<number> {
  const { value } = await withinBudget({ source, count: true }, budgets.backupSeconds).next()
  if (!('count' in value)) throw new Error('A file was read instead of counted')
  return value.count
}

async function* withinBudget(job: ReaderJob, seconds: number): AsyncGenerator<Uint8Array, ReaderResult> {
  try {
    const result = yield* threads.run<ReaderResult>(job, seconds)
    if ('refused' in result) throw new ImportFileError(result.refused)
    return result
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    throw refusal(error.what === 'time' ? 'too_slow' : 'too_much_memory', {})
  }
}
