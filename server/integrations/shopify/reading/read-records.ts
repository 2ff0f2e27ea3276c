/** Reads records by their ids, whole, many in one call, and stores them: for webhooks, for what changed during a sync, and for what was missed. */
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import {
  mergeCustomers,
  mergeOrders,
  mergeProducts,
  noteWithheld,
  type OrderState,
  type ProductState,
  withoutDeleted,
} from '../../../revenue/public.ts'
import { ServiceError } from '../../calls/service-error.ts'
import type { Connection } from '../../provider.ts'
import type { SyncContext } from '../../sync-context.ts'
import { type Access, askAllowed } from '../shopify-access.ts'
import { askShopify } from '../shopify-call.ts'
import {
  customersQuery,
  orderLinesQuery,
  ordersQuery,
  productsQuery,
  productVariantsQuery,
} from '../shopify-documents.ts'
import { BareId, Customer, Nodes, Order, OrderLines, Product, ProductVariants } from '../shopify-shapes.ts'
import type { RecordKind } from '../shopify-topics.ts'
import { customerState, numberOf, orderState, productState } from '../states.ts'
import { pagesOf } from './pages.ts'

/** This many at once cost well below the thousand points that one question may cost. */
export const recordsPerRead = 50

/** Where records are read from, and what may be read of them. */
export type Source = { connection: Connection; context: SyncContext; withheld: Access['withheld'] }

/**
 * Reads records. One that the store does not show is left as it is.
 * @param readAt when the reading began, ISO
 * @returns how many came, and how they are stored
 */
export async function readRecords(
  source: Source,
  kind: RecordKind,
  ids: string[],
  readAt: string,
): Promise<{ count: number; store: (db: Db) => Promise<void> }> {
  if (ids.length === 0) return { count: 0, store: async () => undefined }
  return reading[kind](source, ids, readAt)
}

type Reading = (source: Source, ids: string[], readAt: string) => ReturnType<typeof readRecords>

const reading: Record<RecordKind, Reading> = {
  async order(source, ids, readAt) {
    const partialOrders = await ask(source, 'order', ids, Order, ordersQuery)
    const orders = present(await Promise.all(partialOrders.map((order) => completeOrder(source, order))))
    return { count: orders.length, store: (db) => keep(db, source, 'order', orders, mergeOrders, readAt) }
  },
  async customer(source, ids, readAt) {
    const customers = (await ask(source, 'customer', ids, Customer, customersQuery)).map((customer) =>
      parseRecord(() => customerState(customer)),
    )
    return { count: customers.length, store: (db) => keep(db, source, 'customer', customers, mergeCustomers, readAt) }
  },
  async product(source, ids, readAt) {
    const partialProducts = await ask(source, 'product', ids, Product, productsQuery)
    const products = present(await Promise.all(partialProducts.map((product) => completeProduct(source, product))))
    return { count: products.length, store: (db) => keep(db, source, 'product', products, mergeProducts, readAt) }
  },
}

const names = { order: 'Order', customer: 'Customer', product: 'Product' } as const
const plural = { order: 'orders', customer: 'customers', product: 'products' } as const

/** The id of a record as Shopify writes it in GraphQL. */
export const gidOf = (kind: RecordKind, id: string): string => `gid://shopify/${names[kind]}/${id}`

async function ask<Node>(
  { connection, context, withheld }: Source,
  kind: RecordKind,
  ids: string[],
  shape: z.ZodType<Node>,
  query: (withheld: Access['withheld']) => string,
): Promise<Node[]> {
  const operation = ids.length === 1 ? `Read ${kind === 'order' ? 'an' : 'a'} ${kind}` : `Read ${ids.length} ${kind}s`
  const variables = { ids: ids.map((id) => gidOf(kind, id)) }
  const { data } = await askAllowed(withheld, plural[kind], (without) =>
    askShopify(connection, context, { operation, query: query(without), variables, shape: Nodes }),
  )
  // The answer names each id in its place; one of another length would lose a record.
  if (data.nodes.length !== ids.length)
    throw new ServiceError(`Shopify answered about ${data.nodes.length} of ${ids.length} records`, { isPassing: true })
  return present(data.nodes).map((node) => parseRecord(() => shape.parse(node)))
}

const present = <Node>(nodes: (Node | null)[]): Node[] => nodes.filter((node): node is Node & {} => node !== null)

/** Stores states, without records that the store has deleted since they were read, and notes which fields they lack. */
export async function keep<State extends { id: string }>(
  db: Db,
  { context: { companyId }, withheld }: Pick<Source, 'context' | 'withheld'>,
  kind: RecordKind,
  states: State[],
  merge: (db: Db, companyId: string, states: State[], readAt: string) => Promise<void>,
  readAt: string,
): Promise<void> {
  await merge(db, companyId, await withoutDeleted(db, companyId, kind, states), readAt)
  if (withheld.size > 0) await noteWithheld(db, companyId, [...withheld])
}

/** An order with all its lines: a page of orders holds only the first of each. Null when the store deletes it meanwhile. */
export async function completeOrder(source: Source, order: Order): Promise<OrderState | null> {
  const { connection, context, withheld } = source
  const more = (after: string | null) => {
    const question = { operation: 'Read lines of an order', query: orderLinesQuery(withheld), shape: OrderLines }
    return askShopify(connection, context, { ...question, variables: { id: order.id, after } }).then(
      ({ data }) => data.order?.lineItems ?? null,
    )
  }
  const lines = await completed(order.lineItems, more)
  return lines && parseRecord(() => orderState(order, lines))
}

/** A product with all its variants. Null when the store deletes it meanwhile. */
async function completeProduct(source: Source, product: Product): Promise<ProductState | null> {
  const { connection, context, withheld } = source
  const more = (after: string | null) => {
    const question = { operation: 'Read variants', query: productVariantsQuery(withheld), shape: ProductVariants }
    return askShopify(connection, context, { ...question, variables: { id: product.id, after } }).then(
      ({ data }) => data.product?.variants ?? null,
    )
  }
  const variants = await completed(product.variants, more)
  return variants && parseRecord(() => productState(product, variants))
}

type Page<Node> = { nodes: Node[]; pageInfo: { hasNextPage: boolean; endCursor: string | null } }

/** All nodes of a list whose first page is known. Null when what it belongs to is gone: its first page alone would be wrong. */
async function completed<Node>(
  first: Page<Node>,
  more: (after: string | null) => Promise<Page<Node> | null>,
): Promise<Node[] | null> {
  let isGone = false
  const nodes: Node[] = []
  const pages = pagesOf(async (after) => {
    const page = after === null ? first : await more(after)
    isGone ||= page === null
    return page
  })
  for await (const page of pages) nodes.push(...page)
  return isGone ? null : nodes
}

/** A record has another form than Shopify's schema says. */
export class UnknownForm extends ServiceError {}

/** Reads each record by itself, so that an odd one keeps no other out. @returns the ids of odd ones, too */
export async function readEach<State>(
  nodes: unknown[],
  read: (node: unknown) => Promise<State | null>,
): Promise<{ states: State[]; odd: string[] }> {
  const states: State[] = []
  const odd: string[] = []
  for (const node of nodes) {
    try {
      const state = await read(node)
      if (state !== null) states.push(state)
    } catch (error) {
      if (!(error instanceof UnknownForm)) throw error
      odd.push(numberOf(parseRecord(() => BareId.parse(node)).id))
    }
  }
  return { states, odd }
}

/** What Shopify said, in our words. @throws {OddRecord} when it has another form than its schema says */
export function parseRecord<State>(read: () => State): State {
  try {
    return read()
  } catch (error) {
    if (error instanceof z.ZodError) throw new UnknownForm('Shopify answered in an unknown form')
    throw error
  }
}
