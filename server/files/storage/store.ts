/** Finds out whose files are in the storage, and which of them no row names (decision 0040). */

import { sql } from 'kysely'
import { z } from 'zod'
import { commandLine } from '../../platform/config/command-line.ts'
import type { Database } from '../../platform/database/database.ts'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf } from '../../platform/database/rows.ts'
import type { Blobs, StoredBlob } from './storage.ts'

export const StoredKey = z.string()
export const UnnamedKey = z.object({ key: StoredKey, wasRemoved: z.boolean() })
export type UnnamedKey = z.infer<typeof UnnamedKey>

/** A kind of stored bytes: the form of their keys, and the rows that name them. */
export type StoredKind = {
  isKey(key: string): boolean
  /** The keys among `keys` that no row names. `wasRemoved`: the database recorded the removal. */
  unnamed(db: Db, keys: string[]): Promise<UnnamedKey[]>
  /** Keys of rows, in order, after `last`. */
  named(db: Db, last: string, take: number): Promise<string[]>
  /** Removes rows that have expired. @returns the keys they named */
  expire?(db: Db): Promise<string[]>
  /** No row names them, and they are deleted when they are a day old. */
  isTemporary?: true
}

/** `foreign`: the files belong to somebody else, or the owner is unknown. `copy`: the files are ours, but this database is a copy. */
export type Ownership = { state: 'ours' } | { state: 'foreign' | 'copy'; reason: string }

/** The storage holds files that this server must not touch. The message is one sentence and says what to do. */
export class ForeignStore extends Error {}

const nobody = { tokenHash: null, companyId: null }
/** A younger file may belong to an upload that is still being written. */
export const dayMs = 86_400_000
const batchSize = 1_000

/** The end of every refusal: what to do. */
export const remedy = `If the files belong to this database, as after a restore, run \`${commandLine('store', 'adopt')}\`; see docs/operations.md`

/** The content of the marker. */
const Marker = z.object({ installation: z.string(), database: z.string() })
type Marker = z.infer<typeof Marker>
export type StoreMark = Partial<Marker>

const markOf = async (database: Database): Promise<Marker> =>
  database.read(nobody, async (db) => {
    const mark = await rowOf(db, Marker, sql`select installation, database from app.store_mark()`)
    if (!mark) throw new Error('The database has no installation')
    return mark
  })

/**
 * Whether the files in the storage belong to this database. An empty storage becomes ours. So does a storage without a marker
 * when the database knows every file in it: its installation is older than the markers.
 */
export async function ownershipOf(database: Database, blobs: Blobs, kinds: StoredKind[]): Promise<Ownership> {
  const mine = await markOf(database)
  const text = await blobs.readMarker()
  if (text !== null) return compare(blobs, mine, text)
  const found = await census(database, blobs, kinds)
  const strangers = found.unnamed.filter(({ changedAt }) => changedAt.getTime() < Date.now() - dayMs)
  const areKnown = strangers.length === 0 && found.unnamed.length < found.total
  if (found.total > 0 && !areKnown) {
    const reason = `${blobs.place} holds ${found.total} files and does not say whose; this database does not know ${found.unnamed.length} of them. ${remedy}`
    return { state: 'foreign', reason }
  }
  await blobs.writeMarker(write(mine), true)
  return compare(blobs, mine, (await blobs.readMarker()) ?? '')
}

function compare({ place }: Blobs, mine: Marker, text: string): Ownership {
  const { installation, database } = parse(text)
  if (installation !== mine.installation) {
    const whose = installation ? `of another installation (${installation}, this one is ${mine.installation})` : ''
    return { state: 'foreign', reason: `${place} holds the files ${whose || 'of an unknown owner'}. ${remedy}` }
  }
  if (database === mine.database) return { state: 'ours' }
  const reason = `${place} belongs to this installation, but this database is a copy or was restored. ${remedy}`
  return { state: 'copy', reason }
}

const write = (marker: Marker) =>
  `${JSON.stringify({ ...marker, note: 'SBR Operations: whose files these are. Do not remove.' }, null, 2)}\n`

function parse(text: string): Partial<Marker> {
  try {
    return JSON.parse(text) as Partial<Marker>
  } catch {
    return {}
  }
}

/** Whether the marker names this database. @param mark the database's own, from app.store_mark */
export async function isStoreOf(blobs: Blobs, mark: Marker): Promise<boolean> {
  const text = await blobs.readMarker()
  return text !== null && compare(blobs, mark, text).state === 'ours'
}

/** The marker of a storage; null when it has none. */
export async function readMark(blobs: Blobs): Promise<StoreMark | null> {
  const text = await blobs.readMarker()
  return text === null ? null : parse(text)
}

/** Writes a marker. @param mark of a database, from app.store_mark */
export const writeMark = (blobs: Blobs, mark: Marker): Promise<void> => blobs.writeMarker(write(mark), false)

/** Writes the marker: from now on the files belong to this database. */
export async function adoptStore(database: Database, blobs: Blobs): Promise<void> {
  await writeMark(blobs, await markOf(database))
}

type Unnamed = StoredBlob & { kind: StoredKind; wasRemoved: boolean }

/** Counts the storage: all keys of ours, and the keys among them that no row names. */
export async function census(database: Database, blobs: Blobs, kinds: StoredKind[]) {
  const present = new Map<string, StoredBlob>()
  for await (const blob of blobs.list()) if (kinds.some((kind) => kind.isKey(blob.key))) present.set(blob.key, blob)
  const unnamed: Unnamed[] = []
  for (const kind of kinds) {
    const keys = [...present.keys()].filter((key) => kind.isKey(key))
    for (const { key, wasRemoved } of await unreferencedKeys(database, kind, keys)) {
      const blob = present.get(key)
      if (blob) unnamed.push({ ...blob, kind, wasRemoved })
    }
  }
  return { total: present.size, present, unnamed }
}

/** Queries the database in batches. */
export async function unreferencedKeys(database: Database, kind: StoredKind, keys: string[]) {
  const found: UnnamedKey[] = []
  for (let from = 0; from < keys.length; from += batchSize) {
    found.push(...(await database.read(nobody, (db) => kind.unnamed(db, keys.slice(from, from + batchSize)))))
  }
  return found
}

/** The keys of all rows of a kind, in batches. */
export async function* namedKeys(database: Database, kind: StoredKind): AsyncGenerator<string[]> {
  for (let last = ''; ; ) {
    const keys = await database.read(nobody, (db) => kind.named(db, last, batchSize))
    yield keys
    last = keys.at(-1) ?? ''
    if (keys.length < batchSize) return
  }
}
