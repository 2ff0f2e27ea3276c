import type { Room } from '../shared/counterpart.ts'
import { chance, pick } from '../shared/random.ts'
import { fixed } from '../store/money.ts'
import type { Order } from '../store/orders.ts'
import type { Store } from '../store/store.ts'

/** What both versions of the API share: the orders of a shop, and what was sent of them. */
export type Ship = Room & { store: Store; storeId: number }

export const orderIdOf = (index: number) => 300_000_001 + index
export const shipmentIdOf = (index: number) => 800_000_001 + index
export const orderNumberOf = (index: number) => `#${1001 + index}`

const carriers = [
  { code: 'stamps_com', service: 'usps_priority_mail', id: 'se-100001', name: 'USPS' },
  { code: 'ups_walleted', service: 'ups_ground', id: 'se-100002', name: 'UPS' },
  { code: 'fedex', service: 'fedex_ground', id: 'se-100003', name: 'FedEx' },
]
export const allCarriers = carriers

export type Parcel = {
  index: number
  shippedAt: number
  carrier: (typeof carriers)[number]
  trackingNumber: string
  /** Cents. */
  cost: number
}

/** The shipment of an order that was sent. */
export function parcelOf({ seed }: Ship, order: Order): Parcel | undefined {
  if (order.fulfillment !== 'FULFILLED' && order.fulfillment !== 'PARTIALLY_FULFILLED') return undefined
  return {
    index: order.index,
    shippedAt: Math.min(order.updatedAt, order.createdAt + Math.floor(chance(seed, order.index, 400) * 2 * 86_400)),
    carrier: pick(carriers, seed, order.index, 401),
    trackingNumber: `94001${String(1_000_000_000 + order.index)}`,
    cost: 450 + Math.floor(chance(seed, order.index, 402) * 1_500),
  }
}

export type OrderStatus = 'awaiting_payment' | 'awaiting_shipment' | 'shipped' | 'on_hold' | 'cancelled'
export const orderStatuses = [
  'awaiting_payment',
  'awaiting_shipment',
  'pending_fulfillment',
  'shipped',
  'on_hold',
  'cancelled',
  'rejected_fulfillment',
]

export function statusOf(order: Order): OrderStatus {
  if (order.cancelledAt !== null) return 'cancelled'
  if (order.fulfillment === 'ON_HOLD') return 'on_hold'
  if (order.fulfillment === 'FULFILLED') return 'shipped'
  return order.received > 0 ? 'awaiting_shipment' : 'awaiting_payment'
}

/** Orders without those that are for trying out, by the time they were last changed. */
export function* ordersByUpdate({ store }: Ship, from: number, to: number): Generator<Order> {
  const sorted = store.ordersByUpdate()
  const changed = [...store.changed.values()].sort((a, b) => a.updatedAt - b.updatedAt)
  for (let place = sorted.firstSince(from); place < sorted.length; place += 1) {
    const { seconds, index } = sorted.at(place)
    if (seconds > to) break
    const order = store.changed.has(index) ? undefined : store.order(index)
    if (order && !order.isTest) yield order
  }
  for (const order of changed) if (order.updatedAt >= from && order.updatedAt <= to && !order.isTest) yield order
}

export const dollars = ({ store }: Ship, amount: number) => Number(fixed(amount, store.currency))
export const skuOf = ({ store }: Ship, variant: number) => store.variants[variant]?.sku ?? ''
export const titleOf = ({ store }: Ship, variant: number) =>
  store.products[store.variants[variant]?.product ?? -1]?.title ?? ''

export function addressOf({ store }: Ship, { customer }: Order) {
  const person = customer === null ? undefined : store.person(customer)
  return { name: person ? `${person.firstName} ${person.lastName}` : 'Guest', email: person?.email ?? null }
}

/** Rows of one page and how many there are. */
export function pageOf<T>(rows: Iterable<T>, page: number, size: number): { shown: T[]; total: number } {
  const shown: T[] = []
  let total = 0
  for (const row of rows) {
    if (total >= (page - 1) * size && total < page * size) shown.push(row)
    total += 1
  }
  return { shown, total }
}
