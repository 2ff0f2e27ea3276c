import { Readable } from 'node:stream'
import type pg from 'pg'
import { DamagedBlob, type filesOf, type Incoming, receive } from '../../files/public.ts'
import { type ExportFormat, sectionsOf } from '../exports/exports.queries.ts'
import { chunksOf } from '../exports/exports.stream.ts'
import type { ImportSource } from '../imports/decode/import-source.ts'
import { countBackupRows } from '../imports/mapped/file-reader.ts'
import type { StoredBackup } from './backups.queries.ts'

type Blobs = ReturnType<typeof filesOf>['blobs']

/** Writes the whole inventory into a temporary file on disk; memory use does not grow with it. */
export async function writeBackup(client: pg.PoolClient, companyId: string, format: ExportFormat, blobs: Blobs) {
  const sections = sectionsOf(companyId, 'inventory.csv', format)
  let rowCount = 0
  const chunks = chunksOf(client, sections, (rows) => {
    rowCount += rows
  })
  const file = await receive(Readable.from(chunks, { objectMode: false }), blobs.incoming, Number.MAX_SAFE_INTEGER)
  const titles = sections.filter(({ title }) => title !== null).length
  return { file, rowCount, lineCount: rowCount + sections.length + titles }
}

/**
 * Puts the file into the storage and reads it back: a backup is listed only when an import would understand it.
 * @throws {DamagedBlob}
 */
export async function keepBackup(blobs: Blobs, key: string, file: Incoming, lineCount: number): Promise<void> {
  await blobs.keep(key, file)
  const { path, release } = await blobs.fetch(key, file.sha256)
  try {
    const lines = await countBackupRows({ path, size: file.sample.size })
    if (lines !== lineCount) throw new DamagedBlob(key)
  } finally {
    await release()
  }
}

/**
 * Works with a stored file as with a file on disk, after checking that it is unchanged.
 * @throws {DamagedBlob}
 */
export async function withBackup<T>(
  blobs: Blobs,
  { key, sha256, size }: StoredBackup,
  work: (file: ImportSource) => Promise<T>,
): Promise<T> {
  const { path, release } = await blobs.fetch(key, sha256)
  try {
    return await work({ path, size })
  } finally {
    await release()
  }
}
