import type { Room } from '../shared/counterpart.ts'
import { chance, pick } from '../shared/random.ts'
import { fixed } from '../store/money.ts'
import type { Line, Order } from '../store/orders.ts'
import type { Store } from '../store/store.ts'

/** The data of both versions of the API: the orders of a shop, and their parcels. */
export type Ship = Room & { store: Store; storeId: number; otherStores: OtherStore[]; parcels: ParcelLog }

/** Another store of the account, which sent the parcels of some orders with the same numbers. */
export type OtherStore = { storeId: number; storeName: string; orders: number[] }

export const storeIdOf = ({ storeId, otherStores }: Ship, index: number): number =>
  otherStores.find(({ orders }) => orders.includes(index))?.storeId ?? storeId

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
  id: number
  index: number
  shippedAt: number
  carrier: (typeof carriers)[number]
  trackingNumber: string
  /** Cents. */
  cost: number
  voidedAt: number | null
  /** Fields of the answer that are other than usual: a return, a merged order, another currency. */
  facts?: Record<string, unknown>
}

/** Events from actions: orders sent just now, more than one parcel for an order, voided labels. */
export class ParcelLog {
  readonly sentAt = new Map<number, number>()
  readonly more: Parcel[] = []
  readonly voided = new Map<number, number>()
  /** Each parcel comes twice in every list. */
  isDoubled = false
  /** Pages of version 1 are not what their numbers say. */
  manner: PageManner = 'right'

  shownOf<Row>(shown: Row[]): Row[] {
    if (this.manner === 'empty') return []
    if (this.manner === 'short') return shown.slice(1)
    return this.manner === 'backwards' ? shown.toReversed() : shown
  }
}

export const pageManners = ['right', 'short', 'empty', 'backwards'] as const
export type PageManner = (typeof pageManners)[number]

/** The parcel of an order that was sent; its label may be voided. */
export function parcelOf({ seed, parcels }: Ship, order: Order): Parcel | undefined {
  if (order.fulfillment !== 'FULFILLED' && order.fulfillment !== 'PARTIALLY_FULFILLED') return undefined
  const id = shipmentIdOf(order.index)
  const after = Math.floor(chance(seed, order.index, 400) * 2 * 86_400)
  return {
    id,
    index: order.index,
    shippedAt: parcels.sentAt.get(order.index) ?? Math.min(order.updatedAt, order.createdAt + after),
    carrier: pick(carriers, seed, order.index, 401),
    trackingNumber: `94001${String(1_000_000_000 + order.index)}`,
    cost: 450 + Math.floor(chance(seed, order.index, 402) * 1_500),
    voidedAt: parcels.voided.get(id) ?? null,
  }
}

/** Adds a parcel to an order; its label may have been made long ago. */
export function addParcel(ship: Ship, order: Order, shippedAt: number, facts: Record<string, unknown>): Parcel {
  const { parcels } = ship
  const id = shipmentIdOf(50_000_000 + parcels.more.length)
  const made = {
    ...{ id, index: order.index, shippedAt, carrier: pick(carriers, ship.seed, id, 401) },
    ...{ trackingNumber: `1Z${id}`, cost: 500, voidedAt: null, facts },
  }
  parcels.more.push(made)
  return made
}

/** All parcels, the oldest labels first. */
export function allParcels(ship: Ship): { order: Order; parcel: Parcel }[] {
  const { parcels, store } = ship
  const found = [...ordersByUpdate(ship, 0, Number.MAX_SAFE_INTEGER)].flatMap((order) => {
    const parcel = parcelOf(ship, order)
    return parcel ? [{ order, parcel }] : []
  })
  for (const parcel of parcels.more) {
    const order = store.order(parcel.index)
    if (order) found.push({ order, parcel: { ...parcel, voidedAt: parcels.voided.get(parcel.id) ?? null } })
  }
  found.sort((a, b) => a.parcel.shippedAt - b.parcel.shippedAt || a.parcel.id - b.parcel.id)
  return parcels.isDoubled ? found.flatMap((each) => [each, each]) : found
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

/** Orders without test orders, by the time of their last change. */
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
export const skuOf = ({ store }: Ship, { variant, custom }: Line) =>
  custom?.sku ?? store.variants[variant ?? -1]?.sku ?? ''
export const titleOf = ({ store }: Ship, { variant, custom }: Line) =>
  custom?.title ?? store.products[store.variants[variant ?? -1]?.product ?? -1]?.title ?? ''

export function addressOf({ store }: Ship, { customer }: Order) {
  const person = customer === null ? undefined : store.person(customer)
  return { name: person ? `${person.firstName} ${person.lastName}` : 'Guest', email: person?.email ?? null }
}

/** The rows of one page, and the number of all rows. */
export function pageOf<T>(rows: Iterable<T>, page: number, size: number): { shown: T[]; total: number } {
  const shown: T[] = []
  let total = 0
  for (const row of rows) {
    if (total >= (page - 1) * size && total < page * size) shown.push(row)
    total += 1
  }
  return { shown, total }
}
