/**
 * Reads the records that notices are about, many in one call. The content of a notice is not stored: notices come late, twice and in any order,
 * but the answer of the store is its state now.
 */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowsOf, scalarsOf } from '../../platform/database/rows.ts'
import {
  keepSales,
  lockRevenue,
  mayReadCustomers,
  mergeCustomers,
  mergeOrders,
  mergeProducts,
  removeStored,
} from '../../revenue/public.ts'
import { connectionOf } from '../connection.ts'
import { markHealth } from '../health.ts'
import type { Connection } from '../provider.ts'
import { ServiceError } from '../service-error.ts'
import type { SyncContext } from '../sync-context.ts'
import { completed } from './changed-records.ts'
import { askShopify, ShopifyError } from './shopify-call.ts'
import { customersQuery, ordersQuery, productsQuery } from './shopify-documents.ts'
import { ManyCustomers, ManyOrders, ManyProducts } from './shopify-shapes.ts'
import { customerState, productState } from './states.ts'

/** This many at once cost well below the thousand points that one question may cost. */
const atOnce = 50

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
        sql`select webhook_id, record_kind, record_id, is_deleted from app.claim_notices(${companyId}, ${jobId}, ${atOnce})`,
      ),
    )
    if (notices.length === 0) {
      if (refused) throw refused
      if (!isFirst) await work((db) => markHealth(db, { companyId, name: 'shopify' }, { ok: true }))
      return
    }
    const connection = await connectionOf(context, 'shopify')
    const room = connection && { connection, context, isWhole: await work((db) => mayReadCustomers(db, companyId)) }
    for (const kind of Notice.shape.recordKind.options) {
      const ofKind = notices.filter(({ recordKind }) => recordKind === kind)
      if (ofKind.length === 0) continue
      // Without credentials there is nobody to ask; the next sync brings what has changed.
      if (!room) await work(async (db) => void (await markRead(db, companyId, ofKind)))
      else refused = (await settle(room, kind, ofKind)) ?? refused
    }
    if (notices.some(({ recordKind }) => recordKind === 'order')) await work((db) => keepSales(db, companyId))
  }
}

/** `isWhole`: orders may name their customers. */
type Room = { connection: Connection; context: SyncContext; isWhole: boolean }

/** Stores the records that notices of one kind are about. @returns why the store refused for good, if it did */
async function settle(room: Room, kind: Kind, notices: Notice[]): Promise<ServiceError | undefined> {
  const { companyId, work } = room.context
  const isGone = new Map<string, boolean>()
  for (const { recordId, isDeleted } of notices) isGone.set(recordId, isDeleted || (isGone.get(recordId) ?? false))
  const ids = [...isGone.keys()]
  const readAt = new Date().toISOString()
  try {
    const store = await reading[kind](
      room,
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
      room,
      kind,
      notices.filter(({ recordId }) => half.has(recordId)),
    )
    const second = await settle(
      room,
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

type Reading = (room: Room, ids: string[], readAt: string) => Promise<(db: Db) => Promise<void>>

const nothing = async () => undefined

/** How the records of each kind are read. A record that the store does not show is left as it is. */
const reading: Record<Kind, Reading> = {
  async order({ connection, context, isWhole }, ids, readAt) {
    if (ids.length === 0) return nothing
    const question = {
      operation: operationOf('order', ids),
      variables: { ids: gidsOf('Order', ids) },
      shape: ManyOrders,
    }
    const ask = (withCustomer: boolean) =>
      askShopify(connection, context, { ...question, query: ordersQuery(withCustomer) })
    // The permission may have gone since the last sync.
    const { data } = await ask(isWhole).catch((error) => {
      if (isWhole && error instanceof ShopifyError && error.code === 'ACCESS_DENIED') return ask(false)
      throw error
    })
    const orders = await Promise.all(shownOf(data.nodes).map((order) => completed({ connection, context }, order)))
    return (db) => mergeOrders(db, context.companyId, orders, readAt)
  },
  async customer({ connection, context }, ids, readAt) {
    if (ids.length === 0) return nothing
    const question = { operation: operationOf('customer', ids), query: customersQuery, shape: ManyCustomers }
    const variables = { ids: gidsOf('Customer', ids) }
    const { data } = await askShopify(connection, context, { ...question, variables })
    const customers = shownOf(data.nodes).map(customerState)
    return (db) => mergeCustomers(db, context.companyId, customers, readAt)
  },
  async product({ connection, context }, ids, readAt) {
    if (ids.length === 0) return nothing
    const question = { operation: operationOf('product', ids), query: productsQuery, shape: ManyProducts }
    const variables = { ids: gidsOf('Product', ids) }
    const { data } = await askShopify(connection, context, { ...question, variables })
    const products = shownOf(data.nodes).map((product) => productState(product, product.variants.nodes))
    return (db) => mergeProducts(db, context.companyId, products, readAt)
  },
}

const gidsOf = (kind: string, ids: string[]) => ids.map((id) => `gid://shopify/${kind}/${id}`)

const operationOf = (kind: Kind, ids: string[]) =>
  ids.length === 1 ? `Read ${kind === 'order' ? 'an' : 'a'} ${kind}` : `Read ${ids.length} ${kind}s`

const shownOf = <Node>(nodes: (Node | null)[]): Node[] => nodes.filter((node): node is Node & {} => node !== null)
