import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { countOf, rowsOf } from '../database/rows.ts'

const Swept = z.object({ what: z.string(), gone: z.int() })

const everyHour = 3_600_000

/**
 * Removes rows that are kept only for a while: soon after the start, then hourly, until the server closes.
 * @param chores further work of the features at the same times
 */
export function keepHouse(app: FastifyInstance, database: Database, chores: (() => Promise<void>)[] = []): void {
  const sweep = async () => {
    try {
      await removeExpired(database, app.log)
      await pruneSecurityEvents(database, app.log)
      for (const chore of chores) await chore()
    } catch (error) {
      app.log.warn({ err: error }, 'sweep failed; the next one is in an hour')
    }
  }
  const timers = [setTimeout(sweep, 60_000), setInterval(sweep, everyHour)]
  for (const timer of timers) timer.unref()
  app.addHook('onClose', async () => {
    for (const timer of timers) clearTimeout(timer)
  })
}

type Log = Pick<FastifyBaseLogger, 'info'>

/** Removes expired keys of requests, sessions and rows of imports (database/routines/03-housekeeping.sql). */
export async function removeExpired(database: Database, log: Log): Promise<void> {
  await database.transactBulk({ tokenHash: null, companyId: null }, async (db) => {
    const rows = await rowsOf(db, Swept, sql`select what, gone from app.sweep()`)
    for (const { what, gone } of rows) if (gone > 0) log.info({ what, gone }, 'swept')
  })
}

const eventsAtOnce = 5_000

/** Removes security events older than 400 days, a few thousand in each transaction. */
export async function pruneSecurityEvents(database: Database, log: Log, atOnce: number = eventsAtOnce): Promise<void> {
  let gone = 0
  for (let last = atOnce; last === atOnce; gone += last) {
    last = await database.transact({ tokenHash: null, companyId: null }, async (db) => {
      return countOf(db, sql`select app.prune_security_events(${atOnce})`)
    })
  }
  if (gone > 0) log.info({ what: 'security events', gone }, 'swept')
}
