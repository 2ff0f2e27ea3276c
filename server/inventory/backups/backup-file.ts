import { Readable } from 'node:stream'
import type pg from 'pg'
import { z } from 'zod'
import { type Blobs, DamagedBlob, type Incoming, openedFile, receive, sealFile } from '../../files/public.ts'
import type { Db } from '../../platform/database/handle.ts'
import type { ComparableSeals } from '../../platform/secrets/comparable-seals.ts'
import { type Keyring, unlessUnreadable } from '../../platform/secrets/keyring.ts'
import { type ExportFormat, type forNightlyBackup, sectionsOf } from '../exports/exports.queries.ts'
import { chunksOf } from '../exports/exports.stream.ts'
import type { FileTraits } from '../exports/file-traits.queries.ts'
import { newMark, openedCells } from '../exports/opened-cells.ts'
import type { ImportSource } from '../imports/decode/import-source.ts'
import { countBackupRows } from '../imports/mapped/file-reader.ts'

/** The key that opens a backup file, and the hash of its content. Stored sealed, in the row of the backup. */
const FileKey = z.object({ key: z.base64(), sha256: z.string() })
type FileKey = z.infer<typeof FileKey>

/** A file in the storage. `sha256`: of its stored bytes. `sealed`: its FileKey; null for an unsealed file of an earlier version. */
type Stored = { companyId: string; key: string; sha256: string; sealed: string | null }

const placeOf = ({ companyId, key }: Pick<Stored, 'companyId' | 'key'>) => ({
  ...{ companyId, owner: `backup:${key}`, field: 'key of the file' },
})

/** @throws {UnreadableSecret} */
const fileKeyOf = (keyring: Keyring, stored: Stored): FileKey | undefined =>
  stored.sealed === null ? undefined : FileKey.parse(JSON.parse(keyring.open(stored.sealed, placeOf(stored))))

/** The hash of a backup as it is downloaded; null when its key is missing. */
export const downloadedHash = (keyring: Keyring, stored: Stored): string | null =>
  unlessUnreadable(() => fileKeyOf(keyring, stored)?.sha256 ?? stored.sha256) ?? null

/** The storage, the keys, and the place of the file. */
type Place = { blobs: Blobs; keyring: Keyring; companyId: string; key: string }

/** Seals the bytes of a backup into a temporary file on disk. @returns `size` of the unsealed bytes */
export async function sealBackup(chunks: AsyncIterable<Buffer>, { blobs, keyring, ...at }: Place) {
  const { file, size, secret, contentHash } = await sealFile(chunks, blobs.incoming)
  const fileKey: FileKey = { key: secret.toString('base64'), sha256: contentHash }
  return { file, size, sealed: keyring.seal(JSON.stringify(fileKey), placeOf(at)) }
}

/** `sources`: those of a person, unless a job writes it. */
type Writing = FileTraits & {
  seals: ComparableSeals
  sources?: typeof forNightlyBackup
  report?: (progress: number) => unknown
}

/** Writes the whole inventory into a temporary file on disk, sealed. `client` and `db` are one connection. */
export async function writeBackup(
  { db, client }: { db: Db; client: pg.PoolClient },
  place: Place,
  format: ExportFormat,
  { seals, report, ...traits }: Writing,
) {
  const mark = newMark()
  const sections = sectionsOf(place.companyId, 'inventory.csv', format, { mark, ...traits })
  let rowCount = 0
  const onSection = (rows: number) => {
    rowCount += rows
  }
  const chunks = chunksOf(db, client, sections, { onSection, ...(report && { report }) })
  const written = await sealBackup(openedCells(chunks, seals, mark), place)
  const titles = sections.filter(({ title }) => title !== null).length
  return { ...written, rowCount, lineCount: rowCount + sections.length + titles }
}

/**
 * Stores the file and reads it back: a backup is listed only when it can be imported.
 * @throws {DamagedBlob}
 */
export async function keepBackup(
  { blobs, keyring, companyId, key }: Place,
  { file, sealed, lineCount }: { file: Incoming; sealed: string; lineCount: number },
): Promise<void> {
  await blobs.keep(key, file)
  const lines = await withBackup(blobs, keyring, { companyId, key, sha256: file.sha256, sealed }, countBackupRows)
  if (lines !== lineCount) throw new DamagedBlob(key)
}

/**
 * Checks that a stored file is unchanged, and gives it to the caller as an unsealed file on disk.
 * @throws {DamagedBlob}, {UnreadableSecret}
 */
export async function withBackup<T>(
  blobs: Blobs,
  keyring: Keyring,
  stored: Stored,
  work: (file: ImportSource) => Promise<T>,
): Promise<T> {
  const bytes = Readable.from(backupBytes(blobs, keyring, stored), { objectMode: false })
  const file = await receive(bytes, blobs.incoming, Number.MAX_SAFE_INTEGER)
  try {
    return await work({ path: file.path, size: file.sample.size })
  } finally {
    await file.discard()
  }
}

/** The unsealed bytes of a backup; use them only when all have arrived. @throws {DamagedBlob}, {UnreadableSecret} */
export function backupBytes(blobs: Blobs, keyring: Keyring, stored: Stored): AsyncGenerator<Buffer, undefined> {
  const fileKey = fileKeyOf(keyring, stored)
  return openedFile(blobs, stored, fileKey && Buffer.from(fileKey.key, 'base64'))
}
