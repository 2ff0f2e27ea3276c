import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { type CustomerState, mergeCustomers, mergeOrders, type OrderState, saveReach } from '../../revenue/public.ts'
import { ServiceError } from '../service-error.ts'
import { askShopify, ShopifyError } from './shopify-call.ts'
import { changedCustomersQuery, changedOrdersQuery, orderLinesQuery } from './shopify-documents.ts'
import { ChangedCustomers, ChangedOrders, type Line, type Order, OrderLines } from './shopify-shapes.ts'
import { customerState, orderState } from './states.ts'
import { mayReadCustomers, type Place, type Run, saveStep } from './sync-run.ts'

/** Shopify's search finds a change only some moments later, so each reading begins a little before the end of the last one. */
const overlapMs = 120_000

type Found = { count: number; last: string | undefined; next: string | null; store: (db: Db) => Promise<void> }

/**
 * Reads what has changed since the last sync, page by page, the oldest change first. Each page is stored together with the point that it reaches.
 * @returns how many records came
 */
export async function readChanged(
  run: Run,
  place: Place,
  kind: 'orders' | 'customers',
  until: string,
): Promise<number> {
  const since = new Date(Date.parse(until) - overlapMs).toISOString().replace(/\.\d+/, '')
  const query = `updated_at:>='${since}'`
  let [count, size] = [0, 50]
  for (let after: string | null = null; ; ) {
    run.context.signal.throwIfAborted()
    const page: Found | null = await read(run, kind, { first: size, after, query }).catch((error) => {
      // The shop counts more points for it than we expect: ask for less at once.
      if (error instanceof ShopifyError && error.code === 'MAX_COST_EXCEEDED' && size > 1) return null
      throw error
    })
    if (!page) {
      size = Math.ceil(size / 2)
      continue
    }
    count += page.count
    await saveStep(run, place, { done: count, total: null }, async (db) => {
      await page.store(db)
      if (page.last) await saveReach(db, run.context.companyId, kind, page.last)
    })
    if (!page.next) return count
    after = page.next
  }
}

type Asked = { first: number; after: string | null; query: string }

const read = (run: Run, kind: 'orders' | 'customers', asked: Asked): Promise<Found> =>
  kind === 'orders' ? readOrders(run, asked) : readCustomers(run, asked)

async function readOrders(run: Run, asked: Asked): Promise<Found> {
  const { connection, context, scopes } = run
  const readAt = new Date().toISOString()
  const query = changedOrdersQuery(mayReadCustomers(scopes))
  const question = { operation: 'Read changed orders', query, variables: asked, shape: ChangedOrders }
  const { nodes, pageInfo } = (await askShopify(connection, context, question)).data.orders
  const orders: OrderState[] = []
  for (const order of nodes) orders.push(await completed(run, order))
  return {
    ...{ count: nodes.length, last: nodes.at(-1)?.updatedAt, next: pageInfo.hasNextPage ? pageInfo.endCursor : null },
    store: (db) => mergeOrders(db, context.companyId, orders, readAt),
  }
}

async function readCustomers({ connection, context }: Run, asked: Asked): Promise<Found> {
  const readAt = new Date().toISOString()
  const question = {
    operation: 'Read changed customers',
    query: changedCustomersQuery,
    variables: asked,
    shape: ChangedCustomers,
  }
  const { nodes, pageInfo } = (await askShopify(connection, context, question)).data.customers
  const customers: CustomerState[] = nodes.map((node) => inForm(() => customerState(node)))
  return {
    ...{ count: nodes.length, last: nodes.at(-1)?.updatedAt, next: pageInfo.hasNextPage ? pageInfo.endCursor : null },
    store: (db) => mergeCustomers(db, context.companyId, customers, readAt),
  }
}

/** An order with all its lines: a page of orders holds only the first of each. */
export async function completed(
  { connection, context }: Pick<Run, 'connection' | 'context'>,
  order: Order,
): Promise<OrderState> {
  const lines: Line[] = [...order.lineItems.nodes]
  let { pageInfo } = order.lineItems
  while (pageInfo.hasNextPage) {
    const variables = { id: order.id, after: pageInfo.endCursor }
    const question = { operation: 'Read lines of an order', query: orderLinesQuery, variables, shape: OrderLines }
    const found = (await askShopify(connection, context, question)).data.order?.lineItems
    if (!found) break
    lines.push(...found.nodes)
    pageInfo = found.pageInfo
  }
  return inForm(() => orderState(order, lines))
}

function inForm<State>(read: () => State): State {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError) throw new ServiceError('Shopify answered in an unknown form')
    throw error
  }
}
