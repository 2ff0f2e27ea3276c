import { createHash } from 'node:crypto'
import type { StoredKind } from '../files/public.ts'
import type { KnownMigration } from '../platform/database/schema/database-fit.ts'
import { ArchiveError, type Manifest, manifestName, readManifest } from './manifest.ts'
import { type Entry, entriesOf } from './tar-file.ts'

const longestManifest = 64 * 2 ** 20
const tableEntry = /^tables\/([a-z_]{1,63}\.[a-z\d_]{1,63})\.csv$/
const strange = (name: string) =>
  new ArchiveError(`the archive holds ${JSON.stringify(name)}, which is no part of an export`)

/** The kind of an entry, by its name alone. @throws {ArchiveError} for a name that no export writes, such as a path out of the folder */
export function kindOf(name: string, kinds: StoredKind[]): { table: string } | { key: string } | { isManifest: true } {
  if (name === manifestName) return { isManifest: true }
  const table = tableEntry.exec(name)?.[1]
  if (table) return { table }
  const key = name.startsWith('files/') ? name.slice('files/'.length) : ''
  if (!kinds.some((kind) => kind.isKey(key))) throw strange(name)
  return { key }
}

/**
 * Reads a whole archive and compares it with its manifest. Stores nothing.
 * @param migrations of this program
 * @throws {ArchiveError}
 */
export async function checkArchive(file: string, kinds: StoredKind[], migrations: KnownMigration[]): Promise<Manifest> {
  const tables: { name: string; bytes: number; sha256: string }[] = []
  const list = createHash('sha256')
  const files = { count: 0, bytes: 0, last: '' }
  let text: string | null = null
  for await (const entry of entriesOf(file)) {
    if (text !== null) throw strange(entry.name)
    const kind = kindOf(entry.name, kinds)
    if ('isManifest' in kind) text = await textOf(entry)
    else if ('table' in kind) tables.push({ name: kind.table, bytes: entry.size, sha256: await hashOf(entry) })
    else {
      if (kind.key <= files.last) throw strange(entry.name)
      list.update(`${kind.key} ${await hashOf(entry)}\n`)
      files.count++
      files.bytes += entry.size
      files.last = kind.key
    }
  }
  if (text === null) throw new ArchiveError('the archive is damaged or was cut off (it has no manifest)')
  const manifest = readManifest(text, migrations)
  const inTables = manifest.tables.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 }))
  const inFiles = { count: files.count, bytes: files.bytes, sha256: list.digest('hex') }
  const isSame = JSON.stringify([inTables, manifest.files]) === JSON.stringify([tables, inFiles])
  if (!isSame) throw new ArchiveError('the archive is damaged: its checksums do not fit')
  const other = manifest.missing.find((key) => !kinds.some((kind) => kind.isKey(key)))
  if (other !== undefined) throw strange(other)
  return manifest
}

async function hashOf({ bytes }: Entry): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of bytes) hash.update(chunk)
  return hash.digest('hex')
}

async function textOf({ bytes, size }: Entry): Promise<string> {
  if (size > longestManifest) throw new ArchiveError(`the archive has a ${manifestName} that is too long`)
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
