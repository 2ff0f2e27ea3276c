import { empty, type Financial, type Line, type Order, pricedOf, receivedOf, refundAll, refundUnits } from './orders.ts'
import type { Product, Variant } from './products.ts'
import type { Store } from './store.ts'

/** Events in a shop after the start. Each returns the changed order. */

export type NewOrder = {
  customer?: number | null
  financial?: Financial
  isTest?: boolean
  soldAt?: number | undefined
  lines?: { variant: number; quantity: number }[]
}

export function addOrder(
  store: Store,
  { customer = 0, financial = 'PAID', isTest = false, soldAt, lines }: NewOrder,
): Order {
  if (customer !== null && customer >= store.customerCount) throw new Error(`There is no customer ${customer}`)
  const now = store.clock.seconds()
  const wanted = lines ?? [{ variant: store.orderCount() % store.variants.length, quantity: 1 }]
  const full = wanted.map(({ variant, quantity }) => {
    const found = store.variants[variant]
    if (!found) throw new Error(`There is no variant ${variant}; the last is ${store.variants.length - 1}`)
    return { variant, quantity, current: quantity, price: found.price }
  })
  const priced = pricedOf(store.source, full, false)
  const order: Order = {
    index: store.orderCount(),
    createdAt: now,
    ...(soldAt !== undefined && { soldAt }),
    updatedAt: now,
    cancelledAt: null,
    isTest,
    financial,
    fulfillment: 'UNFULFILLED',
    customer,
    ...priced,
    currentTotal: priced.total,
    received: receivedOf(financial, priced.total),
    refunds: [],
  }
  store.changed.set(order.index, order)
  return order
}

export type OrderChange = { financial?: Financial; fulfillment?: Order['fulfillment'] }

export function changeOrder(store: Store, index: number, { financial, fulfillment }: OrderChange): Order {
  return changed(store, index, (order) => {
    order.fulfillment = fulfillment ?? order.fulfillment
    if (!financial) return
    order.financial = financial
    order.received = Math.max(order.received, receivedOf(financial, order.total))
  })
}

/** @param units pieces to refund; the whole order by default */
export function refundOrder(store: Store, index: number, units?: number): Order {
  return changed(store, index, (order, now) => {
    if (order.received === 0) throw new Error(`Order ${index} is not paid`)
    if (units === undefined) refundAll(order, now)
    else refundUnits(order, units, now)
    const isAll = order.lines.every(({ current }) => current === 0)
    order.financial = isAll ? 'REFUNDED' : 'PARTIALLY_REFUNDED'
  })
}

/** What an order says after an edit, a refund, a tip, a fee: everything that is given takes the place of what was there. Amounts in the smallest unit. */
export type OrderFacts = Facts<Omit<Order, 'index' | 'createdAt' | 'updatedAt' | 'lines' | 'refunds'>> & {
  lines?: Facts<Line>[] | undefined
  refunds?: Order['refunds'] | undefined
}
type Facts<Of> = { [Name in keyof Of]?: Of[Name] | undefined }

export const editOrder = (store: Store, index: number, facts: OrderFacts): Order =>
  changed(store, index, (order) => Object.assign(order, given(facts)))

const given = (facts: object) => Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== undefined))

/** Cancels an order and refunds it. */
export function cancelOrder(store: Store, index: number): Order {
  return changed(store, index, (order, now) => {
    order.cancelledAt = now
    order.financial = order.received > 0 ? 'REFUNDED' : 'VOIDED'
    if (order.received > 0) refundAll(order, now)
    else empty(order)
  })
}

/** Deletes a record without a trace: no list shows it, and its id is unknown. */
export function deleteRecord({ deleted }: Store, kind: keyof Store['deleted'], index: number): void {
  deleted[kind].add(index)
}

export type ProductFacts = Facts<Pick<Product, 'title' | 'status'>> & { variants?: Facts<Variant>[] | undefined }

/** Changes a product and its first variants. */
export function editProduct({ products }: Store, index: number, { variants = [], ...facts }: ProductFacts): void {
  const product = products[index]
  if (!product) throw new Error(`There is no product ${index}`)
  Object.assign(product, given(facts))
  for (const [place, changes] of variants.entries()) Object.assign(product.variants[place] ?? {}, given(changes))
}

/** Gives a product more variants. */
export function growProduct(store: Store, index: number, many: number): void {
  const product = store.products[index]
  const [first] = product?.variants ?? []
  if (!product || !first) throw new Error(`There is no product ${index}`)
  for (let place = product.variants.length; place < many; place += 1) {
    const option = `Size ${place + 1}`
    const variant = { ...first, index: store.variants.length, option, sku: `${first.sku ?? 'NS'}-${place + 1}` }
    product.variants.push(variant)
    store.variants.push(variant)
  }
}

function changed(store: Store, index: number, change: (order: Order, now: number) => void): Order {
  const found = store.order(index)
  if (!found) throw new Error(`There is no order ${index}`)
  const order = structuredClone(found)
  const now = store.clock.seconds()
  change(order, now)
  order.updatedAt = Math.max(now, found.updatedAt)
  store.changed.set(index, order)
  return order
}
