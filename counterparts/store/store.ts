import type { Clock } from '../shared/clock.ts'
import { chance } from '../shared/random.ts'
import { calendarOf } from './calendar.ts'
import { customersOf, type Person, personAt } from './customers.ts'
import { type Currency, currencyOf } from './money.ts'
import { type Order, type OrderSource, orderAt, refundedOf, timesOf } from './orders.ts'
import { type Product, productsOf, type Variant } from './products.ts'
import { type Sorted, sortedBy } from './sorted.ts'

export type StoreOptions = {
  /** The number of orders in the two years before the start. */
  orders?: number
  products?: number
  currency?: string
  timeZone?: string
  /** Whether some names and titles have markup, formulas or 10,000 letters. */
  hostile?: boolean
}

/** The sales of a shop. Orders are computed from their index; only changed or added orders are stored. */
export type Store = {
  seed: number
  currency: Currency
  timeZone: string
  clock: Clock
  source: OrderSource
  products: Product[]
  variants: Variant[]
  /** Orders that were changed or added since the start, by index. */
  changed: Map<number, Order>
  /** Deleted records, by index. */
  deleted: Record<'orders' | 'customers' | 'products', Set<number>>
  orderCount: () => number
  order: (index: number) => Order | undefined
  /** The orders of the start by the time of their last change. */
  ordersByUpdate: () => Sorted
  customersByUpdate: () => Sorted
  customerCount: number
  person: (customer: number) => Person
  customer: (customer: number) => Customer
}

export type Customer = Person & { index: number; orders: number[]; spent: number; createdAt: number; updatedAt: number }

export function storeOf(seed: number, clock: Clock, options: StoreOptions): Store {
  const {
    orders = 2_000,
    products: productCount = 60,
    currency = 'USD',
    timeZone = 'America/New_York',
    hostile = false,
  } = options
  const money = currencyOf(currency)
  const unit = 10 ** money.decimals
  const products = productsOf(seed, productCount, hostile, unit)
  const variants = products.flatMap((product) => product.variants)
  const customers = customersOf(seed, orders)
  const source: OrderSource = { seed, calendar: calendarOf(orders, clock.seconds()), customers, variants, unit }
  const changed = new Map<number, Order>()
  const deleted = { orders: new Set<number>(), customers: new Set<number>(), products: new Set<number>() }
  const order = (index: number) =>
    deleted.orders.has(index)
      ? undefined
      : (changed.get(index) ?? (index >= 0 && index < orders ? orderAt(source, index) : undefined))
  const added = () => changed.size - [...changed.keys()].filter((index) => index < orders).length
  const person = (customer: number) => personAt(seed, customer, hostile)
  return {
    seed,
    currency: money,
    timeZone,
    clock,
    source,
    products,
    variants,
    changed,
    deleted,
    orderCount: () => orders + added(),
    order,
    ordersByUpdate: once(() => sortedBy(orders, (index) => timesOf(source, index).updatedAt)),
    customersByUpdate: once(() => customersByUpdate(source)),
    customerCount: customers.count,
    person,
    customer: (customer) => customerAt({ source, changed, order, person }, customer),
  }
}

function once<T>(make: () => T): () => T {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** When a customer without orders was added. */
const cameAt = ({ seed, calendar }: OrderSource, customer: number) =>
  calendar.end - Math.floor(chance(seed, customer, 90) * 700 * 86_400)

function customersByUpdate(source: OrderSource): Sorted {
  const latest = new Float64Array(source.customers.count)
  for (let index = 0; index < source.calendar.count; index += 1) {
    const customer = source.customers.customerOf(index)
    if (customer === null) continue
    latest[customer] = Math.max(latest[customer] ?? 0, timesOf(source, index).updatedAt)
  }
  return sortedBy(latest.length, (customer) => latest[customer] || cameAt(source, customer))
}

/** The customer with the figures of their orders. Test orders do not count. */
function customerAt(
  { source, changed, order, person }: Pick<Store, 'source' | 'changed' | 'order' | 'person'>,
  index: number,
): Customer {
  const added = [...changed.values()].filter((one) => one.customer === index && one.index >= source.calendar.count)
  const indexes = [...source.customers.ordersOf(index), ...added.map((one) => one.index)]
  const all = indexes.flatMap((one) => order(one) ?? [])
  const real = all.filter(({ isTest }) => !isTest)
  const came = cameAt(source, index)
  return {
    index,
    ...person(index),
    orders: real.map((one) => one.index),
    spent: real.reduce((sum, one) => sum + one.received - refundedOf(one), 0),
    createdAt: Math.min(...all.map(({ createdAt }) => createdAt), all.length > 0 ? Number.POSITIVE_INFINITY : came),
    updatedAt: Math.max(...all.map(({ updatedAt }) => updatedAt), all.length > 0 ? 0 : came),
  }
}
