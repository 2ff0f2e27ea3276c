import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { commandLine } from '../../platform/config/command-line.ts'
import type { Database } from '../../platform/database/database.ts'
import { rowsOf, scalarsOf } from '../../platform/database/rows.ts'
import { thumbnailKeyOf } from '../pictures/thumbnails.ts'
import { clearIncoming } from './blobs.ts'
import type { Blobs, StoredBlob } from './storage.ts'
import {
  census,
  dayMs,
  namedKeys,
  ownershipOf,
  StoredKey,
  type StoredKind,
  UnnamedKey,
  unreferencedKeys,
} from './store.ts'

const quarantineDays = 30
/** More unknown files than this, and a larger share, probably mean that it is the wrong database. */
const suspicious = { count: 10, share: 0.05 }

type Log = Pick<FastifyBaseLogger, 'info' | 'error'>

const fileKey = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\/[\da-f-]{36}$/

/** Files of records. */
export const recordFiles: StoredKind = {
  isKey: (key) => fileKey.test(key),
  async unnamed(db, keys) {
    return rowsOf(db, UnnamedKey, sql`select key, was_removed from app.unnamed_files(${keys}::text[])`)
  },
  async named(db, last, take) {
    return scalarsOf(db, StoredKey, sql`select key from app.blobs_after(${last}, ${take}) as b(key)`)
  },
}

const thumbnailKey = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\/[\da-f-]{36}\.webp$/

/** Small copies of pictures: they stay as long as their file; missing ones are made again. */
export const thumbnails: StoredKind = {
  isKey: (key) => thumbnailKey.test(key),
  async unnamed(db, keys) {
    const originals = await recordFiles.unnamed(
      db,
      keys.map((key) => key.replace(/\.webp$/, '')),
    )
    return originals.map(({ key, wasRemoved }) => ({ key: thumbnailKeyOf(key), wasRemoved }))
  },
  named: async () => [],
}

/**
 * Makes rows and bytes agree again (security.md 4.3, I5; decision 0040). Bytes go into quarantine when they are a day old and neither
 * a row nor an undoable removal names them. They are deleted 30 days later, or come back when a row needs them again. A row without
 * bytes is reported in the log. Incomplete uploads are removed. A storage that belongs to somebody else, or that holds many files
 * unknown to the database, is left alone and reported in the log.
 * @param options.isAgreed the person who runs it has seen how much will go
 */
export async function sweepStore(
  database: Database,
  blobs: Blobs,
  kinds: StoredKind[],
  log: Log,
  { now = Date.now(), isAgreed = false } = {},
): Promise<void> {
  const yesterday = new Date(now - dayMs)
  const unfinished = await clearIncoming(blobs.incoming, yesterday)
  const ownership = await ownershipOf(database, blobs, kinds)
  if (ownership.state !== 'ours') return log.error(`Nothing was swept: ${ownership.reason}`)
  const expired = await expiredKeys(database, kinds)
  const found = await census(database, blobs, kinds)
  const orphans = found.unnamed.filter(({ changedAt }) => changedAt < yesterday)
  const strangers = orphans.filter(({ key, wasRemoved }) => !wasRemoved && !expired.has(key)).length
  const isRefused = !isAgreed && strangers > suspicious.count && strangers > suspicious.share * found.total
  if (isRefused) {
    log.error(
      `Nothing was swept: this database does not know ${strangers} of ${found.total} files in ${blobs.place}. Was an older database restored? If these files may go, run \`${commandLine('store', 'sweep')}\`; see docs/operations.md`,
    )
  } else for (const { key } of orphans) await blobs.setAside(key)
  await removeTemporary(blobs, kinds, found.present, yesterday)
  const swept = isRefused ? 0 : orphans.length
  if (unfinished + swept > 0) log.info({ unfinished, orphans: swept }, 'swept files')
  for (const kind of kinds) await findMissing(database, blobs, kind, found.present, log)
  if (!isRefused) await emptyQuarantine(database, blobs, kinds, now, log)
}

async function removeTemporary(blobs: Blobs, kinds: StoredKind[], present: Map<string, StoredBlob>, before: Date) {
  const isTemporary = (key: string) => kinds.some((kind) => kind.isTemporary && kind.isKey(key))
  for (const { key, changedAt } of present.values()) if (changedAt < before && isTemporary(key)) await blobs.remove(key)
}

async function expiredKeys(database: Database, kinds: StoredKind[]): Promise<Set<string>> {
  const gone = new Set<string>()
  for (const { expire } of kinds) {
    if (!expire) continue
    for (const key of await database.transact({ tokenHash: null, companyId: null }, expire)) gone.add(key)
  }
  return gone
}

async function findMissing(
  database: Database,
  blobs: Blobs,
  kind: StoredKind,
  present: { has(key: string): boolean },
  log: Log,
) {
  for await (const keys of namedKeys(database, kind)) {
    for (const storageKey of keys.filter((key) => !present.has(key))) {
      // It may have arrived after the storage was listed.
      if (await blobs.has(storageKey)) continue
      if (await blobs.bringBack(storageKey)) log.info({ storageKey }, 'brought a file back out of quarantine')
      else log.error({ storageKey }, 'a file has no bytes in the storage')
    }
  }
}

/** Deletes files that have been in quarantine for 30 days, unless a row names them again. */
async function emptyQuarantine(database: Database, blobs: Blobs, kinds: StoredKind[], now: number, log: Log) {
  const before = new Date(now - quarantineDays * dayMs)
  const old: string[] = []
  for await (const { key, changedAt } of blobs.listAside()) if (changedAt < before) old.push(key)
  let gone = 0
  for (const kind of kinds) {
    const keys = old.filter((key) => kind.isKey(key))
    for (const { key } of await unreferencedKeys(database, kind, keys)) {
      await blobs.forget(key)
      gone++
    }
  }
  if (gone > 0) log.info({ gone }, 'removed files from quarantine')
}
