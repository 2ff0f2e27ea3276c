import { z } from 'zod'
import { action } from '../shared/control.ts'
import type { LeakyBucket } from '../shared/limits.ts'
import {
  addOrder,
  cancelOrder,
  changeOrder,
  deleteRecord,
  editOrder,
  editProduct,
  growProduct,
  refundOrder,
} from '../store/changes.ts'
import { currencyOf } from '../store/money.ts'
import type { Order } from '../store/orders.ts'
import { totalsOf } from '../store/totals.ts'
import { type BulkOperations, bulkManners } from './bulk.ts'
import { customerPayload, orderPayload, productPayload, refundPayload } from './payloads.ts'
import { available, deepestList, gidOf, listManners, locations, numberOf, type Shop, stockKey } from './shop.ts'
import type { Tokens } from './tokens.ts'
import type { Webhooks } from './webhooks.ts'

const nothing = z.object({})
const oneOrder = z.object({ order: z.int().min(0) })
const financial = z.enum([
  'PAID',
  'PENDING',
  'AUTHORIZED',
  'PARTIALLY_PAID',
  'PARTIALLY_REFUNDED',
  'REFUNDED',
  'VOIDED',
  'EXPIRED',
])
const fulfillment = z.enum([
  'FULFILLED',
  'UNFULFILLED',
  'PARTIALLY_FULFILLED',
  'ON_HOLD',
  'IN_PROGRESS',
  'SCHEDULED',
  'RESTOCKED',
])
const currency = z.string().transform(currencyOf)
const amount = z.int()
/** All that an order can say. Amounts in the smallest unit of the currency. */
const orderFacts = z
  .object({
    soldAt: z.int(),
    cancelledAt: z.int().nullable(),
    isTest: z.boolean(),
    financial,
    fulfillment,
    customer: z.int().min(0).nullable(),
    lines: z.array(
      z.object({
        variant: z.int().min(0).nullable(),
        quantity: z.int(),
        current: z.int(),
        price: amount,
        custom: z.object({ sku: z.string().nullable(), title: z.string() }).optional(),
      }),
    ),
    ...{ subtotal: amount, discount: amount, shipping: amount, tax: amount, total: amount, currentTotal: amount },
    received: amount,
    refunds: z.array(
      z.object({
        at: z.int(),
        amount,
        lines: z.array(z.object({ line: z.int(), quantity: z.int(), subtotal: amount })).default([]),
      }),
    ),
    currency,
    presentment: z.object({ currency, rate: z.number() }),
  })
  .partial()
const productFacts = z
  .object({ title: z.string(), status: z.enum(['ACTIVE', 'DRAFT', 'ARCHIVED', 'UNLISTED']) })
  .partial()
  .extend({
    variants: z
      .array(
        z
          .object({ sku: z.string().nullable(), price: amount, cost: amount.nullable(), isTracked: z.boolean() })
          .partial(),
      )
      .optional(),
  })

const stockPlace = { variant: z.int().min(0), location: z.int().default(locations[0]?.id ?? 0) }

export type Pieces = { shop: Shop; tokens: Tokens; webhooks: Webhooks; bulk: BulkOperations; bucket: LeakyBucket }

/** The actions on the shop, for tests and people. Orders are named by their index, from 0. */
export function shopActions(pieces: Pieces) {
  return { ...accessActions(pieces), ...orderActions(pieces), ...webhookActions(pieces), ...stockActions(pieces) }
}

function accessActions({ shop, tokens, bulk, bucket, webhooks }: Pieces) {
  const uninstall = async () => {
    tokens.revoke()
    await webhooks.emit('app/uninstalled', { id: 90_000_001, name: shop.name, domain: shop.domain })
  }
  return {
    expireTokens: action(nothing, () => tokens.expire()),
    /** The merchant uninstalls the app. */
    revoke: action(nothing, uninstall),
    dropScopes: action(z.object({ scopes: z.array(z.string()) }), ({ scopes }) => {
      for (const scope of scopes) shop.scopes.delete(scope)
      return [...shop.scopes]
    }),
    grantScopes: action(z.object({ scopes: z.array(z.string()) }), ({ scopes }) => {
      for (const scope of scopes) shop.scopes.add(scope)
      return [...shop.scopes]
    }),
    /** Which protected fields the app is not approved for, such as 'Order.email'. */
    setUnapproved: action(z.object({ fields: z.array(z.string()) }), ({ fields }) => {
      shop.unapproved = new Set(fields)
    }),
    /** Whether shop and app belong to one organisation; client credentials need that. */
    setOwnShop: action(z.object({ isOwn: z.boolean() }), ({ isOwn }) => {
      tokens.isOwnShop = isOwn
    }),
    drainBucket: action(nothing, () => bucket.drain()),
    bulkManner: action(z.object({ manner: z.enum(bulkManners) }), ({ manner }) => bulk.setManner(manner)),
    /** How lists answer, and how many records of one they show at most. */
    listManner: action(
      z.object({ manner: z.enum(listManners).default('right'), deepest: z.int().default(deepestList) }),
      (lists) => Object.assign(shop.lists, lists),
    ),
  }
}

function orderActions({ shop, webhooks }: Pieces) {
  const { store } = shop
  const announce = async (order: Order, ...paths: string[]) => {
    for (const path of paths) await webhooks.emit(path, orderPayload(shop, order))
    return { index: order.index, id: gidOf('Order', order.index), total: order.total, currentTotal: order.currentTotal }
  }
  const newOrder = z.object({
    customer: z.int().min(0).nullable().default(0),
    financial: financial.default('PAID'),
    isTest: z.boolean().default(false),
    /** Seconds since 1970: when another shop sold it. */
    soldAt: z.int().optional(),
    lines: z.array(z.object({ variant: z.int().min(0), quantity: z.int().min(1) })).optional(),
  })
  const change = oneOrder.extend({
    financial: financial.optional(),
    fulfillment: fulfillment.optional(),
  })
  return {
    addOrder: action(newOrder, (input) => announce(addOrder(store, input), 'orders/create')),
    changeOrder: action(change, ({ order, ...input }) => announce(changeOrder(store, order, input), 'orders/updated')),
    /** An edit, an exchange, a refund of any kind, a sale in another currency: what is given takes the place of what was there. */
    editOrder: action(oneOrder.extend({ facts: orderFacts }), ({ order, facts }) =>
      announce(editOrder(store, order, facts), 'orders/updated'),
    ),
    /** Refunds a whole order, or a number of pieces. */
    refundOrder: action(oneOrder.extend({ units: z.int().min(1).optional() }), async ({ order, units }) => {
      const refunded = refundOrder(store, order, units)
      await webhooks.emit('refunds/create', refundPayload(shop, refunded, refunded.refunds.length - 1))
      return announce(refunded, 'orders/updated')
    }),
    cancelOrder: action(oneOrder, ({ order }) =>
      announce(cancelOrder(store, order), 'orders/cancelled', 'orders/updated'),
    ),
    /** Deletes a record, and tells nobody. */
    deleteRecord: action(
      z.object({ kind: z.enum(['orders', 'customers', 'products']), index: z.int().min(0) }),
      ({ kind, index }) => deleteRecord(store, kind, index),
    ),
    growProduct: action(z.object({ product: z.int().min(0), variants: z.int().max(2_048) }), ({ product, variants }) =>
      growProduct(store, product, variants),
    ),
    editProduct: action(z.object({ product: z.int().min(0), facts: productFacts }), async ({ product, facts }) => {
      editProduct(store, product, facts)
      await webhooks.emit('products/update', productPayload(shop, product))
    }),
    order: action(oneOrder, ({ order }) => store.order(order)),
    /** Sums by month of the shop's time zone, status, test and cancelled. */
    totals: action(z.object({ timeZone: z.string().optional() }), ({ timeZone }) => totalsOf(store, timeZone)),
    /** The number of records of each kind. */
    counts: action(nothing, () => ({
      orders: store.orderCount(),
      customers: store.customerCount,
      products: store.products.length,
      variants: store.variants.length,
    })),
  }
}

function webhookActions({ shop, webhooks }: Pieces) {
  const manner = z.object({
    isForged: z.boolean().optional(),
    isTampered: z.boolean().optional(),
    times: z.int().min(1).max(100).optional(),
    delayMs: z.int().min(0).optional(),
    shopDomain: z.string().optional(),
  })
  return {
    /** Sets how deliveries go wrong from now on; {} makes them right again. */
    webhookManner: action(manner, (input) => webhooks.setManner(input)),
    /** Holds deliveries until `releaseWebhooks`. */
    holdWebhooks: action(nothing, () => webhooks.hold()),
    releaseWebhooks: action(z.object({ order: z.enum(['same', 'reversed']).default('same') }), ({ order }) =>
      webhooks.release(order),
    ),
    /** Sends the notice of a topic about a record once more, with its current values. */
    sendWebhook: action(z.object({ topic: z.string(), index: z.int().min(0).default(0) }), ({ topic, index }) =>
      webhooks.emit(topic, payloadOf(shop, topic, index)),
    ),
    /** As after eight refusals of each: all subscriptions end. */
    endSubscriptions: action(nothing, () => {
      for (const { id } of [...webhooks.subscriptions]) webhooks.remove(id)
    }),
    subscriptions: action(nothing, () => structuredClone(webhooks.subscriptions)),
  }
}

function payloadOf(shop: Shop, topic: string, index: number): unknown {
  if (topic.endsWith('/delete')) return { id: numberOf(kindOf(topic), index) }
  if (topic.startsWith('products/')) return productPayload(shop, index)
  if (topic.startsWith('customers/')) return customerPayload(shop, index)
  const order = shop.store.order(index)
  if (!order) throw new Error(`There is no order ${index}`)
  return topic.startsWith('refunds/') ? refundPayload(shop, order, 0) : orderPayload(shop, order)
}

const kindOf = (topic: string) =>
  topic.startsWith('products/') ? 'Product' : topic.startsWith('customers/') ? 'Customer' : 'Order'

function stockActions({ shop }: Pieces) {
  return {
    stock: action(z.object(stockPlace), ({ variant, location }) => available(shop, variant, location)),
    /** Somebody sells or counts in the shop itself. */
    setStock: action(z.object({ ...stockPlace, quantity: z.int() }), ({ variant, location, quantity }) => {
      shop.stock.set(stockKey(variant, location), quantity)
    }),
  }
}
