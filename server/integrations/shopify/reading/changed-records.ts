import type { Db } from '../../../platform/database/handle.ts'
import { mergeCustomers, mergeOrders, saveReach } from '../../../revenue/public.ts'
import { unreadableText } from '../../calls/service-error.ts'
import { askAllowed } from '../shopify-access.ts'
import { askShopify, ShopifyError } from '../shopify-call.ts'
import { changedCustomersQuery, changedOrdersQuery, changedProductsQuery } from '../shopify-documents.ts'
import { BareId, ChangedProducts, Customer, CustomersPage, Order, OrdersPage } from '../shopify-shapes.ts'
import { type Kind, singular } from '../shopify-topics.ts'
import { customerState, numberOf } from '../states.ts'
import { pagesOf } from './pages.ts'
import { completeOrder, keep, parseRecord, readEach } from './read-records.ts'
import { type Place, type Run, saveStep, sourceOf } from './sync-run.ts'
import { readByIds } from './unseen-records.ts'

/** Shopify's search finds a change only some moments later, so each reading begins a little before the end of the last one. */
const overlapMs = 120_000

/** A page of changed records: where it ends, and how it is stored. */
type Found = {
  nodes: { id: string; updatedAt: string }[]
  pageInfo: { hasNextPage: boolean; endCursor: string | null }
  odd: string[]
  store: (db: Db) => Promise<void>
}

/**
 * Reads what has changed since a moment of the store's clock, page by page, the oldest change first. Each page is stored together with the point
 * that it reaches.
 * @param savesReach false while a kind is not whole yet: its reach is saved at the end of the run
 * @returns how many records came, and the last change
 */
export async function readChanged(
  run: Run,
  place: Place,
  kind: Kind,
  since: string,
  savesReach: boolean,
): Promise<{ count: number; last: string }> {
  let from = Date.parse(since) - overlapMs
  let size = kind === 'products' ? 100 : 50
  const ask = async (after: string | null): Promise<Found> => {
    for (;;) {
      try {
        return await read[kind](run, { first: size, after, query: `updated_at:>='${secondOf(from)}'` }, place)
      } catch (error) {
        // The shop counts more points for it than we expect: ask for less at once.
        if (!(error instanceof ShopifyError && error.code === 'MAX_COST_EXCEEDED' && size > 1)) throw error
        size = Math.ceil(size / 2)
      }
    }
  }
  let [count, last] = [0, since]
  const current: { page?: Found } = {}
  const pages = pagesOf(async (after) => {
    try {
      current.page = await ask(after)
    } catch (error) {
      // Shopify shows 25,000 records of a list, and a cursor may expire: a new list begins where this one ended.
      const isOnward = after !== null && Date.parse(last) > from
      if (!isOnward || !(error instanceof ShopifyError) || error.isPassing) throw error
      from = Date.parse(last)
      current.page = await ask(null)
    }
    return current.page
  })
  for await (const nodes of pages) {
    run.context.signal.throwIfAborted()
    count += nodes.length
    noteOdd(place, kind, current.page?.odd ?? [])
    const reached = nodes.at(-1)?.updatedAt
    if (reached && Date.parse(reached) > Date.parse(last)) last = reached
    await saveStep(run, place, { done: place.pass === 'read' ? count : 0, total: null }, async (db) => {
      await current.page?.store(db)
      if (reached && savesReach && kind !== 'products') await saveReach(db, run.context.companyId, kind, reached)
    })
  }
  return { count, last }
}

/** As Shopify's search takes a time. */
const secondOf = (ms: number) => new Date(ms).toISOString().replace(/\.\d+/, '')

/** Once, although the next reading begins a little before the end of this one. */
function noteOdd({ notes }: Place, kind: Kind, ids: string[]): void {
  const words = unreadableText(singular[kind], ids)
  if (ids.length > 0 && !notes.includes(words)) notes.push(words)
}

const idsOf = (nodes: unknown[]) => nodes.map((node) => parseRecord(() => BareId.parse(node)))

type Asked = { first: number; after: string | null; query: string }

const read: Record<Kind, (run: Run, query: Asked, place: Place) => Promise<Found>> = {
  async orders(run, variables) {
    const source = sourceOf(run)
    const readAt = new Date().toISOString()
    const { data } = await askAllowed(source.withheld, 'orders', (withheld) => {
      const question = { operation: 'Read changed orders', query: changedOrdersQuery(withheld), shape: OrdersPage }
      return askShopify(run.connection, run.context, { ...question, variables })
    })
    const { nodes, pageInfo } = data.orders
    const { states, odd } = await readEach(nodes, (node) =>
      completeOrder(
        source,
        parseRecord(() => Order.parse(node)),
      ),
    )
    const store = (db: Db) => keep(db, source, 'order', states, mergeOrders, readAt)
    return { nodes: idsOf(nodes), pageInfo, odd, store }
  },

  async customers(run, variables) {
    const source = sourceOf(run)
    const readAt = new Date().toISOString()
    const { data } = await askAllowed(source.withheld, 'customers', (withheld) => {
      const query = changedCustomersQuery(withheld)
      const question = { operation: 'Read changed customers', query, shape: CustomersPage }
      return askShopify(run.connection, run.context, { ...question, variables })
    })
    const { nodes, pageInfo } = data.customers
    const { states, odd } = await readEach(nodes, async (node) =>
      parseRecord(() => customerState(Customer.parse(node))),
    )
    const store = (db: Db) => keep(db, source, 'customer', states, mergeCustomers, readAt)
    return { nodes: idsOf(nodes), pageInfo, odd, store }
  },

  async products(run, variables, place) {
    const question = { operation: 'Read changed products', query: changedProductsQuery, shape: ChangedProducts }
    const { products } = (await askShopify(run.connection, run.context, { ...question, variables })).data
    const ids = products.nodes.map(({ id }) => numberOf(id))
    await readByIds(run, place, ids)
    return { ...products, odd: [], store: async () => undefined }
  },
}
