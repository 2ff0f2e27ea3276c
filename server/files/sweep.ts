import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database, Db } from '../platform/database.ts'
import { type Blobs, clearIncoming } from './blobs.ts'

const dayMs = 86_400_000
const key = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\/[\da-f-]{36}$/
const batchSize = 1_000

/**
 * Brings rows and bytes together again (security.md 4.3, I5): bytes that no row names, nor a removal that could still be undone,
 * go when they are a day old; rows without bytes are told to the log. What an upload left half-way goes too.
 */
export async function sweepBlobs(
  database: Database,
  blobs: Blobs,
  log: Pick<FastifyBaseLogger, 'info' | 'error'>,
  now: number = Date.now(),
): Promise<void> {
  const yesterday = new Date(now - dayMs)
  const unfinished = await clearIncoming(blobs.incoming, yesterday)
  const present = new Set<string>()
  const old: string[] = []
  for await (const blob of blobs.list()) {
    if (!key.test(blob.key)) continue // none of ours
    present.add(blob.key)
    if (blob.changedAt < yesterday) old.push(blob.key)
  }
  const ask = <Row>(work: (db: Db) => Promise<Row>) => database.read({ tokenHash: null, companyId: null }, work)
  let orphans = 0
  for (let from = 0; from < old.length; from += batchSize) {
    for (const orphan of await ask((db) => orphansAmong(db, old.slice(from, from + batchSize)))) {
      await blobs.remove(orphan)
      orphans++
    }
  }
  if (unfinished + orphans > 0) log.info({ unfinished, orphans }, 'swept files')
  for (let last = ''; ; ) {
    const expected = await ask((db) => blobsAfter(db, last))
    for (const missing of expected.filter((each) => !present.has(each))) {
      // It may have come since the storage was listed.
      if (!(await blobs.has(missing))) log.error({ storageKey: missing }, 'a file has no bytes in the storage')
    }
    last = expected.at(-1) ?? ''
    if (expected.length < batchSize) return
  }
}

async function orphansAmong(db: Db, keys: string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from app.orphans_among(${keys}) as o(key)`.execute(db)
  return rows.map((row) => row.key)
}

async function blobsAfter(db: Db, last: string): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select key from app.blobs_after(${last}, ${batchSize}) as b(key)`.execute(
    db,
  )
  return rows.map((row) => row.key)
}
