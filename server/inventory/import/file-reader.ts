import { OverBudget, openThreads } from '../../platform/threads.ts'
import { ImportFileError } from '../csv/import-file-error.ts'
import type { ImportSource } from '../csv/import-source.ts'
import { instead, type ReadOptions } from '../csv/read-import.ts'
import { budgets } from './file-budgets.ts'
import type { StoredSection } from './imports.queries.ts'

/** What was found in a file: its sections, in their order, and what the user should know of them. */
export type FileReading = { sections: (StoredSection & { rowCount: number })[]; warnings: string[] }

/** What the threads are asked for; `count` only counts the rows of a backup. */
export type ReaderJob = { source: ImportSource } & ({ options: ReadOptions } | { count: true })
/** What they answer at the end; `refusal`: the sentence of an ImportFileError. */
export type ReaderResult = { reading: FileReading } | { count: number } | { refusal: string }

// Each is one file that is read at a time; the others wait for their turn.
const threads = openThreads(new URL('file-reader.thread.ts', import.meta.url), {
  size: 2,
  megabytes: budgets.megabytes,
})

/** To be called while an upload comes in, before the database is kept waiting for a thread to start; what fails here fails again later. */
export const prepareReader = () => threads.prepare().catch(() => undefined)

/**
 * Reads a file off the event loop, with a budget: no file keeps others from being answered, whatever stands in it.
 * Yields its rows as lines of COPY for the staging table.
 * @throws ImportFileError when the file as a whole cannot be read
 */
export async function* readFileRows(
  source: ImportSource,
  options: ReadOptions,
): AsyncGenerator<Uint8Array, FileReading> {
  const seconds = options.isBackup ? budgets.backupSeconds : budgets.uploadSeconds
  const result = yield* withinBudget({ source, options }, seconds)
  if (!('reading' in result)) throw new Error('A file was counted instead of read')
  return result.reading
}

/** Counts the rows of a backup, its headers and titles included. @throws ImportFileError when it cannot be read */
export async function countBackupRows(source: ImportSource): Promise<number> {
  const { value } = await withinBudget({ source, count: true }, budgets.backupSeconds).next()
  if (!('count' in value)) throw new Error('A file was read instead of counted')
  return value.count
}

async function* withinBudget(job: ReaderJob, seconds: number): AsyncGenerator<Uint8Array, ReaderResult> {
  try {
    const result = yield* threads.run<ReaderResult>(job, seconds)
    if ('refusal' in result) throw new ImportFileError(result.refusal)
    return result
  } catch (error) {
    if (!(error instanceof OverBudget)) throw error
    throw new ImportFileError(
      `This file takes too ${error.what === 'time' ? 'long' : 'much memory'} to read: ${instead}`,
    )
  }
}
