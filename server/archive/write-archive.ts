import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, rm, stat } from 'node:fs/promises'
import type pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { type Blobs, DamagedBlob, type StoredKind } from '../files/public.ts'
import { copiedRows } from '../platform/database/copied-rows.ts'
import { checkFit } from '../platform/database/schema/database-fit.ts'
import { readSchemaFiles } from '../platform/database/schema/schema-files.ts'
import { writeWhole } from '../platform/storage/write-whole.ts'
import { type CarriedTable, carriedTables } from './carried-tables.ts'
import { ArchiveError, archiveFormat, type Manifest, manifestName, productVersion } from './manifest.ts'
import { namedFiles } from './named-files.ts'
import { plainTexts } from './plain-texts.ts'
import { type AddEntry, writeTar } from './tar-file.ts'

type WrittenTable = Manifest['tables'][number]

/**
 * Writes everything in an installation into a new file, as of one moment, while people work (decision 0182).
 * @param client connection of the owner of the database; its transaction is this function's
 * @param kinds of files in the storage
 * @throws {ArchiveError} when the file exists, or the database is not at the version of this program; nothing is written then
 */
export async function writeArchive(
  client: pg.Client,
  blobs: Blobs,
  kinds: StoredKind[],
  file: string,
): Promise<Manifest> {
  await refuseOtherVersion(client)
  await client.query(`begin isolation level repeatable read read only; set local role app_owner; ${plainTexts}`)
  try {
    const head = await headOf(client)
    const tables: WrittenTable[] = []
    let rest: Pick<Manifest, 'files' | 'missing'> | undefined
    await writeTar(file, async (add) => {
      for (const table of await carriedTables(client))
        tables.push(await addTable(client, table, `${file}.part.rows`, add))
      rest = await addFiles(client, blobs, kinds, head.takenAt, add)
      const text = Buffer.from(`${JSON.stringify({ ...head, tables, ...rest }, null, 2)}\n`)
      await add(manifestName, text.length, one(text))
    })
    if (!rest) throw new Error('Nothing was written')
    return { ...head, tables, ...rest }
  } finally {
    await client.query('rollback').catch(() => undefined)
  }
}

async function refuseOtherVersion(client: pg.Client) {
  const { migrations } = await readSchemaFiles()
  await checkFit(client, migrations)
  const { rows: history } = await client.query(
    `select from pg_class where oid = to_regclass('public.schema_migrations')`,
  )
  if (history.length === 0) throw new ArchiveError('there is nothing to export: the database is empty')
  const { rows } = await client.query<{ name: string }>('select name from schema_migrations')
  const done = new Set(rows.map(({ name }) => name))
  const missing = migrations.find(({ name }) => !done.has(name))
  if (missing)
    throw new ArchiveError(
      `the database is of an earlier version (it lacks ${missing.name}): export it with that one, or start this one first`,
    )
}

async function headOf(client: pg.Client) {
  const { rows } = await client.query<Pick<Manifest, 'installation' | 'takenAt' | 'firm' | 'migrations' | 'unchecked'>>(
    `select i.id as installation, to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as "takenAt",
       (select jsonb_build_object('id', id, 'name', name) from companies where is_sbr) as firm,
       (select jsonb_agg(jsonb_build_object('name', name, 'hash', hash) order by name collate "C") from schema_migrations) as migrations,
       array(select conname::text from pg_constraint where not convalidated and contype in ('c', 'f') order by 1) as unchecked
     from app.installation i`,
  )
  if (!rows[0]) throw new Error('The database has no installation')
  return { format: archiveFormat, product: await productVersion(), ...rows[0] } as const
}

/** A tar states the size of an entry before its bytes, so the rows wait in a nameless file beside the archive. */
async function addTable(client: pg.Client, table: CarriedTable, path: string, add: AddEntry): Promise<WrittenTable> {
  const { name, quoted, columns, quotedColumns, key } = table
  const rows = await open(path, 'wx+', 0o600)
  try {
    await rm(path)
    const hash = createHash('sha256')
    let bytes = 0
    const copy = client.query(
      copyTo(`copy (select ${quotedColumns} from ${quoted} order by ${key}) to stdout with (format csv, header)`),
    )
    for await (const chunk of copy as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      await writeWhole(rows, chunk)
    }
    await add(`tables/${name}.csv`, bytes, rows.createReadStream({ start: 0, autoClose: false }))
    return { name, columns, rows: await copiedRows(client, copy), bytes, sha256: hash.digest('hex') }
  } finally {
    await rows.close()
  }
}

async function addFiles(client: pg.Client, blobs: Blobs, kinds: StoredKind[], takenAt: string, add: AddEntry) {
  const list = createHash('sha256')
  const missing: string[] = []
  const files = { count: 0, bytes: 0 }
  for await (const { key, sha256 } of namedFiles(client, takenAt)) {
    if (!kinds.some((kind) => kind.isKey(key)))
      throw new ArchiveError(`a row names the file ${JSON.stringify(key)}, which no storage can hold`)
    const size = await addFile(blobs, key, sha256, add)
    if (size === null) missing.push(key)
    else {
      list.update(`${key} ${sha256}\n`)
      files.count++
      files.bytes += size
    }
  }
  return { files: { ...files, sha256: list.digest('hex') }, missing }
}

/** @returns its size; null when the storage does not have these bytes */
async function addFile(blobs: Blobs, key: string, sha256: string, add: AddEntry): Promise<number | null> {
  const found = await blobs.fetch(key, sha256).catch((error) => {
    if (error instanceof DamagedBlob) return null
    throw error
  })
  if (!found) return null
  try {
    const { size } = await stat(found.path)
    await add(`files/${key}`, size, createReadStream(found.path))
    return size
  } finally {
    await found.release()
  }
}

async function* one(bytes: Uint8Array) {
  yield bytes
}
