import { chance, hash } from '../shared/random.ts'
import type { Calendar } from './calendar.ts'
import type { CustomersOfOrders } from './customers.ts'
import type { Currency } from './money.ts'
import type { Variant } from './products.ts'

export type Financial =
  | 'PAID'
  | 'PENDING'
  | 'AUTHORIZED'
  | 'PARTIALLY_PAID'
  | 'PARTIALLY_REFUNDED'
  | 'REFUNDED'
  | 'VOIDED'
  | 'EXPIRED'
export type Fulfillment =
  | 'FULFILLED'
  | 'UNFULFILLED'
  | 'PARTIALLY_FULFILLED'
  | 'ON_HOLD'
  | 'IN_PROGRESS'
  | 'SCHEDULED'
  | 'RESTOCKED'

/** `current`: the quantity that remains after refunds and edits. `custom`: what stands there when it is no variant: a tip, a fee, a gift card, a draft order. */
export type Line = {
  variant: number | null
  quantity: number
  current: number
  price: number
  custom?: { sku: string | null; title: string }
}
export type Refund = { at: number; amount: number; lines: { line: number; quantity: number; subtotal: number }[] }

/** Times in seconds since 1970, amounts in the smallest unit of the currency. */
export type Order = {
  index: number
  createdAt: number
  /** When it was sold, if another shop did so before the order moved here. */
  soldAt?: number
  updatedAt: number
  cancelledAt: number | null
  isTest: boolean
  financial: Financial
  fulfillment: Fulfillment
  customer: number | null
  lines: Line[]
  subtotal: number
  discount: number
  shipping: number
  tax: number
  total: number
  /** The value of the order after refunds, edits and cancellation. */
  currentTotal: number
  received: number
  refunds: Refund[]
  /** The currency of the shop when it was sold, if it has another one since. */
  currency?: Currency
  /** What the buyer paid in, with how much of it one unit of the shop's currency was. */
  presentment?: { currency: Currency; rate: number }
}

export const refundedOf = (order: Order) => order.refunds.reduce((sum, { amount }) => sum + amount, 0)

const day = 86_400
const taxRate = 0.0825

export type OrderSource = {
  seed: number
  calendar: Calendar
  customers: CustomersOfOrders
  variants: readonly Variant[]
  /** Smallest units in one: 100 cents in a dollar. */
  unit: number
}

type Times = { createdAt: number; updatedAt: number; financial: Financial; isCancelled: boolean }

/** The times of an order, without its lines: cheap enough to compute for all orders. */
export function timesOf({ seed, calendar }: OrderSource, index: number): Times {
  const createdAt = calendar.createdAt(index)
  const age = calendar.end - createdAt
  const [financial, isCancelled] = statusOf(chance(seed, index, 30), age)
  const isRefund = financial === 'REFUNDED' || financial === 'PARTIALLY_REFUNDED'
  const later = isRefund ? 2 * day + chance(seed, index, 31) * 23 * day : chance(seed, index, 31) ** 2 * 3 * day
  return { createdAt, updatedAt: Math.min(createdAt + Math.floor(later), calendar.end), financial, isCancelled }
}

function statusOf(share: number, age: number): [Financial, boolean] {
  if (share < 0.015) return ['VOIDED', true]
  if (share < 0.03) return ['REFUNDED', true]
  if (share < 0.05) return ['REFUNDED', false]
  if (share < 0.1) return ['PARTIALLY_REFUNDED', false]
  if (share < 0.105) return ['PARTIALLY_PAID', false]
  if (share < 0.108) return ['EXPIRED', false]
  if (age < 3 * day && share < 0.3) return ['PENDING', false]
  if (age < 7 * day && share < 0.33) return ['AUTHORIZED', false]
  return share > 0.99 ? ['PENDING', false] : ['PAID', false]
}

/** The order at an index, before any change. */
export function orderAt(source: OrderSource, index: number): Order {
  const { seed, calendar, customers } = source
  const times = timesOf(source, index)
  const priced = pricedOf(source, linesOf(source, index), chance(seed, index, 40) < 0.15)
  const order: Order = {
    index,
    createdAt: times.createdAt,
    updatedAt: times.updatedAt,
    cancelledAt: times.isCancelled ? times.updatedAt : null,
    isTest: isTestAt(seed, index),
    financial: times.financial,
    fulfillment: fulfillmentOf(source, index, times),
    customer: customers.customerOf(index),
    ...priced,
    currentTotal: priced.total,
    received: receivedOf(times.financial, priced.total),
    refunds: [],
  }
  if (times.isCancelled) empty(order)
  if (times.financial === 'PARTIALLY_REFUNDED') refundUnits(order, 1, Math.min(times.updatedAt, calendar.end))
  else if (times.financial === 'REFUNDED') refundAll(order, times.updatedAt)
  return order
}

export const isTestAt = (seed: number, index: number) => chance(seed, index, 32) < 0.008

function linesOf({ seed, variants }: OrderSource, index: number): Line[] {
  const count = 1 + Math.floor(chance(seed, index, 33) ** 2 * 4)
  return Array.from({ length: count }, (_, place) => {
    const variant = hash(seed, index, 50 + place) % variants.length
    const quantity = 1 + Math.floor(chance(seed, index, 60 + place) ** 3 * 4)
    return { variant, quantity, current: quantity, price: variants[variant]?.price ?? 0 }
  })
}

/** The price of these lines: discount on the goods, shipping free from 100, tax on the goods. */
export function pricedOf({ unit }: Pick<OrderSource, 'unit'>, lines: Line[], isDiscounted: boolean) {
  const subtotal = lines.reduce((sum, { price, quantity }) => sum + price * quantity, 0)
  const discount = isDiscounted ? Math.round(subtotal * 0.1) : 0
  const shipping = subtotal >= 100 * unit ? 0 : Math.round(7.95 * unit)
  const tax = Math.round((subtotal - discount) * taxRate)
  return { lines, subtotal, discount, shipping, tax, total: subtotal - discount + shipping + tax }
}

export function receivedOf(financial: Financial, total: number): number {
  if (financial === 'PARTIALLY_PAID') return Math.floor(total / 2)
  return ['PAID', 'REFUNDED', 'PARTIALLY_REFUNDED'].includes(financial) ? total : 0
}

function fulfillmentOf({ seed, calendar }: OrderSource, index: number, { financial, createdAt }: Times): Fulfillment {
  if (['PENDING', 'AUTHORIZED', 'VOIDED', 'EXPIRED'].includes(financial)) return 'UNFULFILLED'
  const share = chance(seed, index, 34)
  if (calendar.end - createdAt < 2 * day && share < 0.7) return 'UNFULFILLED'
  return share < 0.02 ? 'PARTIALLY_FULFILLED' : share < 0.025 ? 'ON_HOLD' : 'FULFILLED'
}

/** Removes all pieces from a cancelled order. */
export function empty(order: Order): void {
  for (const line of order.lines) line.current = 0
  order.currentTotal = 0
}

/** Refunds everything that was received and not refunded yet. */
export function refundAll(order: Order, at: number): void {
  const amount = order.received - refundedOf(order)
  const lines = order.lines.flatMap((line, index) => refundLine(order, line, index, line.current))
  empty(order)
  if (amount > 0) order.refunds.push({ at, amount, lines })
}

/** Gives back so many pieces, first line first, with their share of discount and tax; what is left of the order keeps the rest. */
export function refundUnits(order: Order, units: number, at: number): void {
  let left = units
  const lines = order.lines.flatMap((line, index) => {
    const quantity = Math.min(left, line.current)
    left -= quantity
    line.current -= quantity
    return refundLine(order, line, index, quantity)
  })
  const goods = lines.reduce((sum, { subtotal }) => sum + subtotal, 0)
  const amount = Math.min(Math.round(goods * (1 + taxRate)), order.received - refundedOf(order))
  order.currentTotal = Math.max(0, order.currentTotal - amount)
  if (amount > 0) order.refunds.push({ at, amount, lines })
}

function refundLine({ subtotal, discount }: Order, { price }: Line, line: number, quantity: number) {
  const goods = price * quantity
  const share = subtotal === 0 ? 0 : Math.round((discount * goods) / subtotal)
  return quantity > 0 ? [{ line, quantity, subtotal: goods - share }] : []
}
