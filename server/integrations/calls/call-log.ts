import { setTimeout as wait } from 'node:timers/promises'
import { integrationNames } from 'contract/integrations/catalogue.ts'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../../platform/database/database.ts'
import type { Db } from '../../platform/database/handle.ts'
import { countOf } from '../../platform/database/rows.ts'
import type { CallRecord } from '../../platform/outbound/outbound.ts'

type Plain = (work: (db: Db) => Promise<void>) => Promise<void>

/** A call waits this long for its row: a slow database must neither hold nor fail it. */
const patienceMs = 1_000

/** Writes each call to Integration Output. @param plain runs work in a transaction of the server or worker itself */
export function openCallLog(plain: Plain, log: Pick<FastifyBaseLogger, 'warn'>): (record: CallRecord) => Promise<void> {
  return async (record) => {
    if (!(integrationNames as readonly string[]).includes(record.provider)) return
    const written = plain((db) => insert(db, record)).catch((error) =>
      log.warn({ err: error }, 'a call was not logged'),
    )
    const late = new AbortController()
    await Promise.race([
      written,
      wait(patienceMs, undefined, { signal: late.signal, ref: false }).catch(() => undefined),
    ])
    late.abort()
  }
}

/** The server itself writes the row: the call may belong to a request that failed, or to a job. */
async function insert(db: Db, record: CallRecord): Promise<void> {
  const { provider, companyId, operation, status, durationMs, quota, errorCode, problem, tries } = record
  const { providerRequestId, detail } = record
  const isGood = status !== null && status < 400 && problem === null
  const [request = '', ...answered] = detail.split('\n')
  const details = {
    ...{ request, tries },
    ...(providerRequestId && { providerRequestId }),
    ...(answered.length > 0 && { answer: answered.join('\n') }),
  }
  const message = isGood
    ? `${operation} succeeded`
    : `${operation} failed: ${errorCode ? reasons[errorCode] : (problem ?? `status ${status}`)}`
  await sql`select app.record_integration_call(${companyId}, ${provider}, ${operation}, ${isGood ? 'success' : 'error'}, ${status},
    ${message}, ${JSON.stringify(details)}::jsonb, ${Math.min(durationMs, 2_147_483_647)}, ${quota})`.execute(db)
}

const atOnce = 5_000

/** Removes rows of the output older than 90 days, a few thousand in each transaction. */
export async function pruneCalls(database: Pick<Database, 'transact'>): Promise<void> {
  for (let last = atOnce; last === atOnce; ) {
    last = await database.transact({ tokenHash: null, companyId: null }, (db) =>
      countOf(db, sql`select app.prune_integration_calls(${atOnce})`),
    )
  }
}

const reasons: Record<NonNullable<CallRecord['errorCode']>, string> = {
  timeout: 'no answer in time',
  unreachable: 'the service cannot be reached',
  cut: 'the answer broke off',
  too_large: 'the answer is too large',
  refused_address: 'the address is not one on the internet',
  redirect: 'a redirect, which is not followed',
  stopped: 'it was stopped',
}
