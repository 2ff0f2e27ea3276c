import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { type Blobs, receive, type StoredKind, type StoreMark, writeMark } from '../files/public.ts'
import { commandLine } from '../platform/config/command-line.ts'
import { findFenceFaults } from '../platform/database/schema/catalogue.ts'
import { holdStartLock } from '../platform/database/schema/database-roles.ts'
import { allOf, type CarriedTable, carriedTables } from './carried-tables.ts'
import { kindOf } from './check-archive.ts'
import { mayAdopt, refuseRunningServer, refuseUnlessEmpty } from './empty-target.ts'
import { ArchiveError, type Manifest } from './manifest.ts'
import { type NamedFile, namedFiles } from './named-files.ts'
import { plainTexts } from './plain-texts.ts'
import { type Entry, entriesOf } from './tar-file.ts'

type Mark = Required<StoreMark>
/** `isEarlier`: the tables are those of an earlier version, without routines. */
type Source = { file: string; manifest: Manifest; blobs: Blobs; kinds: StoredKind[]; isEarlier: boolean }

const changed = () => new ArchiveError('the archive has changed while it was read')

/**
 * Restores a checked archive into an empty installation: all rows in one transaction, and the files before its end, so that no row
 * names a missing file (decision 0182). A server that starts meanwhile waits.
 * @param client connection of the owner of a migrated database; it is closed by the caller
 * @returns whether the storage belongs to this database now
 * @throws {ArchiveError} when the installation is not empty or the archive does not fit; nothing is changed then
 */
export async function restoreArchive(client: pg.Client, source: Source): Promise<boolean> {
  await holdStartLock(client)
  await client.query(`begin; set local role app_owner; set local lock_timeout = '10s'; ${plainTexts}`)
  const placed: string[] = []
  try {
    await refuseRunningServer(client)
    const tables = await carriedTables(client)
    refuseOtherTables(tables, source.manifest)
    const mine = await markOf(client)
    await empty(client, tables)
    const isOurs = await fill(client, source, tables, mine, placed)
    for (const table of tables) await close(client, table)
    await validate(client, source.manifest)
    if (!source.isEarlier) await refuseHoles(client) // an upgrade checks them itself
    // The planner has no statistics of the new rows.
    await client.query(`analyze ${tables.map(({ quoted }) => quoted).join(', ')}`)
    const restored = await markOf(client)
    placed.length = 0 // if the answer to the commit is lost, rows may name them
    await client.query('commit')
    if (isOurs) await mark(source.blobs, restored)
    return isOurs
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    for (const key of placed) await source.blobs.remove(key)
    throw error
  }
}

async function mark(blobs: Blobs, restored: Mark) {
  await writeMark(blobs, restored).catch((error) => {
    throw new Error(
      `everything is restored, but ${blobs.place} could not be marked (${error.message}): run ${commandLine('store', 'adopt')}`,
      { cause: error },
    )
  })
}

async function markOf(client: pg.Client): Promise<Mark> {
  // As app.store_mark(), which the tables of an earlier version do not have yet.
  const { rows } = await client.query<Mark>(
    `select i.id::text as installation, (select system_identifier from pg_control_system()) || '/' || d.oid as database
     from app.installation i, pg_database d where d.datname = current_database()`,
  )
  if (!rows[0]) throw new Error('The database has no installation')
  return rows[0]
}

function refuseOtherTables(tables: CarriedTable[], manifest: Manifest) {
  const shapeOf = (list: { name: string; columns: string[] }[]) =>
    JSON.stringify(list.map(({ name, columns }) => [name, ...columns.toSorted()]).toSorted())
  if (shapeOf(tables) !== shapeOf(manifest.tables))
    throw new ArchiveError('the archive has other tables than this version')
}

/**
 * Triggers would log all restored rows again, so they are disabled. COPY is refused on a table with policies for its owner, so these are
 * disabled too. Both come back before the commit.
 */
async function empty(client: pg.Client, tables: CarriedTable[]) {
  const all = await allOf(client, tables)
  await client.query(`lock table ${all} in access exclusive mode`)
  await refuseUnlessEmpty(client)
  for (const { quoted } of tables)
    await client.query(`alter table ${quoted} disable trigger user, no force row level security`)
  await client.query(`truncate ${all}`)
  await client.query('delete from jobs.job_common')
}

/** The entries have the order of an export: all tables, all files, the manifest. */
async function fill(client: pg.Client, source: Source, tables: CarriedTable[], mine: Mark, placed: string[]) {
  const { file, manifest, kinds } = source
  const byName = new Map(tables.map((table) => [table.name, table]))
  const waiting = manifest.tables.map((declared) => ({ table: byName.get(declared.name), declared }))
  let files: Awaited<ReturnType<typeof openFiles>> | undefined
  for await (const entry of entriesOf(file)) {
    const kind = kindOf(entry.name, kinds)
    if ('table' in kind) {
      const next = waiting.shift()
      if (!next?.table || next.declared.name !== kind.table) throw changed()
      await fillTable(client, next.table, next.declared, entry)
    } else if (waiting.length > 0) throw changed()
    else {
      files ??= await openFiles(client, source, mine)
      if ('key' in kind) await storeFile(source.blobs, await files.next(), kind.key, entry, placed)
      else break
    }
  }
  if (!files || (await files.next())) throw changed()
  return files.isOurs
}

async function fillTable(client: pg.Client, table: CarriedTable, declared: Manifest['tables'][number], entry: Entry) {
  const { quoted, identity, name } = table
  const hash = createHash('sha256')
  // A database that was upgraded may have its columns in another order.
  const columns = declared.columns.map((column) => client.escapeIdentifier(column)).join(', ')
  const copy = client.query(copyFrom(`copy ${quoted} (${columns}) from stdin with (format csv, header match)`))
  try {
    await pipeline(Readable.from(hashed(entry.bytes, hash)), copy)
  } catch (error) {
    if (error instanceof ArchiveError) throw error
    throw new ArchiveError(`the rows of ${name} do not fit (${(error as Error).message})`, {
      cause: error,
    })
  }
  if (hash.digest('hex') !== declared.sha256 || copy.rowCount !== declared.rows) throw changed()
  if (identity)
    await client.query(
      `select setval(pg_get_serial_sequence($1, $2), max(${client.escapeIdentifier(identity)})) from ${quoted} having count(*) > 0`,
      [quoted, identity],
    )
}

async function* hashed(bytes: AsyncIterable<Uint8Array>, hash: ReturnType<typeof createHash>) {
  for await (const chunk of bytes) {
    hash.update(chunk)
    yield chunk
  }
}

/** The files that the restored rows name, one by one, without those that the export could not find. */
async function openFiles(client: pg.Client, { manifest, blobs, kinds }: Source, mine: Mark) {
  const { takenAt, installation } = manifest
  const isOurs = await mayAdopt(client, { blobs, kinds, takenAt }, mine, installation)
  // Marked at once: after an interruption this installation is still empty, and can start or restore again.
  if (isOurs && (await blobs.readMarker()) === null) await writeMark(blobs, mine)
  const missing = new Set(manifest.missing)
  const named = namedFiles(client, takenAt)
  const next = async (): Promise<NamedFile | undefined> => {
    for (;;) {
      const { done, value } = await named.next()
      if (done) return undefined
      if (!missing.has(value.key)) return value
    }
  }
  return { isOurs, next }
}

/** @param placed collects the keys that the storage did not have */
async function storeFile(
  blobs: Blobs,
  named: NamedFile | undefined,
  key: string,
  { bytes, size }: Entry,
  placed: string[],
) {
  if (named?.key !== key)
    throw new ArchiveError(`the archive has the file ${key}, which its rows do not name in this place`)
  const arrived = await receive(Readable.from(bytes), blobs.incoming, size)
  try {
    if (arrived.sha256 !== named.sha256) throw new ArchiveError(`the file ${key} differs from what its row says`)
    if (!(await blobs.has(key))) placed.push(key)
    await blobs.keep(key, arrived)
  } finally {
    await arrived.discard()
  }
}

const close = (client: pg.Client, { quoted, isForced }: CarriedTable) =>
  client.query(`alter table ${quoted} enable trigger user${isForced ? ', force row level security' : ''}`)

/**
 * All restored rows were checked. A constraint that was valid in the original is valid here too: `vendor_private_sealed` tells a start
 * that all rows are sealed, so it needs no key.
 */
async function validate(client: pg.Client, { unchecked }: Manifest) {
  const { rows } = await client.query<{ text: string }>(
    `select format('alter table %s validate constraint %I', conrelid::regclass, conname) as text from pg_constraint
     where not convalidated and contype in ('c', 'f') and connamespace in ('public'::regnamespace, 'app'::regnamespace)
       and conname <> all ($1)`,
    [unchecked],
  )
  for (const { text } of rows) await client.query(text)
}

async function refuseHoles(client: pg.Client) {
  const faults = await findFenceFaults(client)
  if (faults.length > 0)
    throw new Error(`The fence has holes: ${faults.map(({ rule, object }) => `${object} is ${rule}`).join('; ')}`)
}
