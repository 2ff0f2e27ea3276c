import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowsOf, scalarOf } from '../../platform/database/rows.ts'
import { api, type RequestContext } from '../../platform/http/api.ts'
import { connectionOf } from '../connection.ts'
import { markFailure, markHealth, outcomeOf } from '../health.ts'
import type { CallContext, Connection } from '../provider.ts'
import { compareNames, readVendors } from './compare-vendors.ts'
import { readBooks } from './read-books.ts'

const { books } = api
const VendorName = z.object({ id: z.uuid(), name: z.string() })

export const booksRoutes = books.router({
  get: books.get.handler(async ({ input: { companyId, year }, context, errors }) => {
    const until = await context.read((db) => lastDayOf(db, companyId, year))
    const read = await asking(context, companyId, (connection, calls) => readBooks(connection, calls, year, until))
    if (!read) throw errors.NO_CREDENTIALS()
    if ('failure' in read) throw errors.SERVICE_FAILED({ message: read.failure })
    return read.found
  }),

  vendors: books.vendors.handler(async ({ input: { companyId }, context, errors }) => {
    const read = await asking(context, companyId, readVendors)
    if (!read) throw errors.NO_CREDENTIALS()
    if ('failure' in read) throw errors.SERVICE_FAILED({ message: read.failure })
    const here = await context.read((db) =>
      rowsOf(db, VendorName, sql`select id, name from vendors where company_id = ${companyId} order by name, id`),
    )
    return compareNames(here, read.found)
  }),
})

/** The last day of a year that has begun by the company's clock. */
const lastDayOf = async (db: Db, companyId: string, year: number): Promise<string> =>
  (await scalarOf(
    db,
    z.string(),
    sql`select least(make_date(${year}, 12, 31), greatest(make_date(${year}, 1, 1), (now() at time zone time_zone)::date))
      from companies where id = ${companyId}`,
  )) ?? `${year}-12-31`

/** A person waits for all the calls of a press. Milliseconds. */
const patienceMs = 30_000

/** The answer of QuickBooks, or in words why there is none; the card shows the failure as well. Null without credentials. */
async function asking<Found>(
  { write, outbound, keyring, config }: RequestContext,
  companyId: string,
  ask: (connection: Connection, calls: CallContext) => Promise<Found>,
): Promise<{ found: Found } | { failure: string } | null> {
  const calls: CallContext = { companyId, outbound, keyring, baseUrls: config.baseUrls, work: write }
  const patient = { ...calls, patience: AbortSignal.timeout(patienceMs) }
  const subject = { companyId, name: 'quickbooks' } as const
  try {
    const connection = await connectionOf(patient, 'quickbooks')
    if (!connection) return null
    const answer = await ask(connection, patient)
    await write((db) => markHealth(db, subject, { ok: true }))
    return { found: answer }
  } catch (error) {
    const outcome = outcomeOf(error)
    await write((db) => markFailure(db, subject, error))
    return { failure: 'error' in outcome ? outcome.error : '' }
  }
}
