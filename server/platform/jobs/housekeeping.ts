import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { countOf, rowsOf } from '../database/rows.ts'

const Swept = z.object({ what: z.string(), gone: z.int() })

const everyHour = 3_600_000

/**
 * Removes data that is kept only for a while (0009_housekeeping.sql): soon after the start, then hourly, until the server closes.
 * @param chores further clean-up of features, run at the same time
 */
export function keepHouse(app: FastifyInstance, database: Database, chores: (() => Promise<void>)[] = []): void {
  const sweep = async () => {
    try {
      await database.transactBulk({ tokenHash: null, companyId: null }, async (db) => {
        const rows = await rowsOf(db, Swept, sql`select what, gone from app.sweep()`)
        for (const { what, gone } of rows) if (gone > 0) app.log.info({ what, gone }, 'swept')
      })
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

const eventsAtOnce = 5_000

/** Removes security events older than 400 days (0041_security_events_age.sql), a few thousand in each transaction. */
export async function pruneSecurityEvents(
  database: Database,
  log: Pick<FastifyBaseLogger, 'info'>,
  atOnce: number = eventsAtOnce,
): Promise<void> {
  let gone = 0
  for (let last = atOnce; last === atOnce; gone += last) {
    last = await database.transact({ tokenHash: null, companyId: null }, async (db) => {
      return countOf(db, sql`select app.prune_security_events(${atOnce})`)
    })
  }
  if (gone > 0) log.info({ what: 'security events', gone }, 'swept')
}
