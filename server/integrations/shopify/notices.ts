/**
 * Reads the records that notices are about, many in one call. The content of a notice is not stored: notices come late, twice and in any order,
 * but the answer of the store is its state now.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowsOf, scalarsOf } from '../../platform/database/rows.ts'
import { keepSales, listWithheldFields, lockRevenue, removeStored } from '../../revenue/public.ts'
import { ServiceError } from '../calls/service-error.ts'
import { connectionOf } from '../connection.ts'
import { markHealth } from '../health.ts'
import type { SyncContext } from '../sync-context.ts'
import { isOptionalField } from './optional-fields.ts'
import { readRecords, recordsPerRead, type Source } from './reading/read-records.ts'

const Notice = z.object({
  webhookId: z.string(),
  recordKind: z.enum(['order', 'customer', 'product']),
  recordId: z.string(),
  isDeleted: z.boolean(),
})
type Notice = z.infer<typeof Notice>
type Kind = Notice['recordKind']

/**
 * Reads the records of all notices that wait.
 * @param jobId the job that reads them; notices that it has claimed stay its own
 * @throws {ServiceError} when the store refuses. If it refuses a batch for good, each record is asked for alone, and the bad one is left out
 */
export async function readNotices(context: SyncContext, jobId: string): Promise<void> {
  const { companyId, work } = context
  let refused: ServiceError | undefined
  for (let isFirst = true; ; isFirst = false) {
    context.signal.throwIfAborted()
    const notices = await work((db) =>
      rowsOf(
        db,
        Notice,
        sql`select webhook_id, record_kind, record_id, is_deleted from app.claim_notices(${companyId}, ${jobId}, ${recordsPerRead})`,
      ),
    )
    if (notices.length === 0) {
      if (refused) throw refused
      if (!isFirst) await work((db) => markHealth(db, { companyId, name: 'shopify' }, { ok: true }))
      return
    }
    const connection = await connectionOf(context, 'shopify')
    const source = connection && { connection, context, withheld: await withheldFrom(context) }
    for (const kind of Notice.shape.recordKind.options) {
      const ofKind = notices.filter(({ recordKind }) => recordKind === kind)
      if (ofKind.length === 0) continue
      // Without credentials there is nobody to ask; the next sync brings what has changed.
      if (!source) await work(async (db) => void (await markRead(db, companyId, ofKind)))
      else refused = (await settle(source, kind, ofKind)) ?? refused
    }
    if (notices.some(({ recordKind }) => recordKind === 'order')) await work((db) => keepSales(db, companyId))
  }
}

/** Stores the records that notices of one kind are about. @returns why the store refused for good, if it did */
async function settle(source: Source, kind: Kind, notices: Notice[]): Promise<ServiceError | undefined> {
  const { companyId, work } = source.context
  const isGone = new Map<string, boolean>()
  for (const { recordId, isDeleted } of notices) isGone.set(recordId, isDeleted || (isGone.get(recordId) ?? false))
  const ids = [...isGone.keys()]
  const readAt = new Date().toISOString()
  try {
    const { store } = await readRecords(
      source,
      kind,
      ids.filter((id) => !isGone.get(id)),
      readAt,
    )
    await work(async (db) => {
      await lockRevenue(db, companyId)
      // None of them waits any more: another job was faster, or the connection leads to another store since.
      if ((await markRead(db, companyId, notices)) === 0) return
      await store(db)
      const gone = ids.filter((id) => isGone.get(id))
      if (gone.length > 0) await removeStored(db, companyId, kind, gone)
    })
    return undefined
  } catch (error) {
    if (!(error instanceof ServiceError) || error.isPassing || error.isReconnectNeeded) throw error
    if (ids.length === 1) {
      await work((db) => markRead(db, companyId, notices))
      return error
    }
    const half = new Set(ids.slice(0, Math.ceil(ids.length / 2)))
    const first = await settle(
      source,
      kind,
      notices.filter(({ recordId }) => half.has(recordId)),
    )
    const second = await settle(
      source,
      kind,
      notices.filter(({ recordId }) => !half.has(recordId)),
    )
    return first ?? second
  }
}

/** @returns how many of the notices still waited */
async function markRead(db: Db, companyId: string, notices: Notice[]): Promise<number> {
  const ids = notices.map(({ webhookId }) => webhookId)
  const rows = await scalarsOf(
    db,
    z.string(),
    sql`update store_webhooks set is_waiting = false, claimed_by = null
      where company_id = ${companyId} and provider = 'shopify' and webhook_id = any (${ids}) and is_waiting returning webhook_id`,
  )
  return rows.length
}

const withheldFrom = async ({ companyId, work }: SyncContext) =>
  new Set((await work((db) => listWithheldFields(db, companyId))).filter(isOptionalField))
