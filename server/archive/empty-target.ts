/** Refuses a restore: into an installation with data, beside a running server, or into a storage with other files. */
import type pg from 'pg'
import { type Blobs, readMark, type StoredKind, type StoreMark } from '../files/public.ts'
import { ArchiveError } from './manifest.ts'
import { namedFiles } from './named-files.ts'

/**
 * An empty installation has no people, and no company except the firm that the first start creates.
 * @param client connection of the owner; the database may not have a schema yet
 * @throws {ArchiveError}
 */
export async function refuseUnlessEmpty(client: pg.Client): Promise<void> {
  const { rows: tables } = await client.query(`select from pg_class where oid = to_regclass('public.profiles')`)
  if (tables.length === 0) return
  const { rows } = await client.query<{ hasData: boolean }>(
    `select exists (select from public.profiles) or exists (select from public.companies where not is_sbr) as "hasData"`,
  )
  if (rows[0]?.hasData)
    throw new ArchiveError(
      'this installation has people or companies already. Restore into an empty one: another DATA_DIR, or an empty database',
    )
}

/** @throws {ArchiveError} when the database has tables already: those of this version do not fit rows of an earlier one */
export async function refuseUnlessUnused(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select from pg_class where oid = to_regclass('public.schema_migrations')`)
  if (rows.length > 0)
    throw new ArchiveError(
      'the archive was made by an earlier version, and this installation was started already. Restore into one that was never started: another DATA_DIR, or a new database',
    )
}

/** @throws {ArchiveError} when a server or a worker is connected to the database */
export async function refuseRunningServer(client: pg.Client): Promise<void> {
  const { rows } = await client.query(
    `select from pg_stat_activity a join pg_database d on d.oid = a.datid
     where d.datname = current_database() and a.usename in ('app_rt_' || d.oid, 'app_worker_' || d.oid)`,
  )
  if (rows.length > 0) throw new ArchiveError('a server runs on this database. Stop all servers and workers first')
}

/**
 * Whether the storage may take the files, and whether it belongs to this database afterwards (decision 0040). The rows are in the
 * transaction already.
 * @param mine the marker of this database before the restore
 * @param installation the id in the archive
 * @returns false for the storage of the original, which stays marked as the original's
 * @throws {ArchiveError} when it holds files that the archive does not know, or belongs to somebody else
 */
export async function mayAdopt(
  client: pg.Client,
  { blobs, kinds, takenAt }: { blobs: Blobs; kinds: StoredKind[]; takenAt: string },
  mine: StoreMark,
  installation: string,
): Promise<boolean> {
  const mark = await readMark(blobs)
  if (mark?.installation === installation) return mark.database === mine.database
  const advice = 'Use an empty storage; see docs/operations.md'
  if (mark && !(mark.installation === mine.installation && mark.database === mine.database))
    throw new ArchiveError(`${blobs.place} holds the files of another installation. ${advice}`)
  const strangers = new Set<string>()
  for await (const { key } of blobs.list()) if (kinds.some((kind) => kind.isKey(key))) strangers.add(key)
  if (strangers.size === 0) return true
  for await (const { key } of namedFiles(client, takenAt)) for (const own of [key, `${key}.webp`]) strangers.delete(own)
  if (strangers.size > 0)
    throw new ArchiveError(`${blobs.place} holds ${strangers.size} files that the archive does not know. ${advice}`)
  return true
}
