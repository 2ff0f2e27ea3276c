import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { Clock } from '../shared/clock.ts'
import { addOrder, cancelOrder, changeOrder, refundOrder } from './changes.ts'
import { currencyOf, decimal, fixed } from './money.ts'
import { monthsAt } from './months.ts'
import { refundedOf } from './orders.ts'
import { type StoreOptions, storeOf } from './store.ts'
import { totalsOf } from './totals.ts'

const now = new Date('2026-11-21T12:00:00Z')
const storeWith = (options: StoreOptions = {}, seed = 1) => storeOf(seed, new Clock(now), { orders: 300, ...options })
const counts = fc.integer({ min: 1, max: 5_000 })
const seeds = fc.integer({ min: 1, max: 1_000 })

describe('the orders of a shop', () => {
  test('are the same for the same seed, in whatever order they are read', () => {
    const [one, other] = [storeWith(), storeWith()]
    other.order(200)
    other.order(7)
    expect(one.order(7)).toEqual(other.order(7))
    expect(storeWith({}, 2).order(7)).not.toEqual(one.order(7))
  })

  test('lie within two years, later for each higher index, from the day that the calendar gives', () => {
    fc.assert(
      fc.property(counts, seeds, (orders, seed) => {
        const { calendar } = storeWith({ orders }, seed).source
        const index = seed % orders
        const at = calendar.createdAt(index)
        expect(at).toBeLessThan(calendar.end)
        expect(at).toBeGreaterThanOrEqual(calendar.end - 730 * 86_400)
        if (index > 0) expect(calendar.createdAt(index - 1)).toBeLessThanOrEqual(at)
        expect(calendar.createdAt(calendar.firstSince(at))).toBe(at)
      }),
    )
  })

  test('belong to one customer or to none, and customers have their orders', () => {
    fc.assert(
      fc.property(counts, seeds, (orders, seed) => {
        const { customers } = storeWith({ orders }, seed).source
        const ofCustomers = Array.from({ length: customers.count }, (_, customer) =>
          customers.ordersOf(customer).map((order) => [order, customer]),
        ).flat()
        const ofOrders = Array.from({ length: orders }, (_, order) => [order, customers.customerOf(order)])
        expect(ofCustomers.sort(([a = 0], [b = 0]) => a - b)).toEqual(
          ofOrders.filter(([, customer]) => customer !== null),
        )
      }),
      { numRuns: 20 },
    )
  })

  test('are never refunded more than was paid, and are worth nothing when fully refunded', () => {
    const store = storeWith({ orders: 2_000 })
    for (let index = 0; index < 2_000; index += 1) {
      const order = store.order(index)
      if (!order) throw new Error(`There is no order ${index}`)
      expect(order.total).toBe(order.subtotal - order.discount + order.shipping + order.tax)
      expect(refundedOf(order)).toBeLessThanOrEqual(order.received)
      if (order.financial === 'REFUNDED') expect([refundedOf(order), order.currentTotal]).toEqual([order.total, 0])
      if (order.financial === 'PARTIALLY_REFUNDED') expect(order.currentTotal + refundedOf(order)).toBe(order.total)
      if (order.financial === 'PAID') expect(order.currentTotal).toBe(order.total)
    }
  })

  test('have every state, with test orders, guests and cancelled orders', () => {
    const store = storeWith({ orders: 3_000 })
    const all = Array.from({ length: 3_000 }, (_, index) => store.order(index))
    expect(new Set(all.map((order) => order?.financial)).size).toBe(8)
    expect(all.some((order) => order?.isTest)).toBe(true)
    expect(all.some((order) => order?.customer === null)).toBe(true)
    expect(all.some((order) => order?.cancelledAt !== null)).toBe(true)
  })

  test('change one by one; the others stay as they were', async () => {
    const store = storeWith()
    const before = store.order(6)
    await store.clock.advance(60)
    const index = addOrder(store, { lines: [{ variant: 0, quantity: 3 }] }).index
    expect(store.orderCount()).toBe(301)
    const part = refundOrder(store, index, 1)
    expect(part.financial).toBe('PARTIALLY_REFUNDED')
    expect(refundOrder(store, index)).toMatchObject({ financial: 'REFUNDED', currentTotal: 0 })
    expect(refundedOf(store.order(index) as never)).toBe(part.total)
    expect(cancelOrder(store, 5).cancelledAt).toBe(store.clock.seconds())
    expect(changeOrder(store, 4, { fulfillment: 'ON_HOLD' }).fulfillment).toBe('ON_HOLD')
    expect(store.order(6)).toEqual(before)
    expect(() => changeOrder(store, 999, {})).toThrow('There is no order 999')
  })

  test('can have hostile names', () => {
    const titles = storeWith({ hostile: true }).products.map(({ title }) => title)
    expect(titles.some((title) => title.includes('<script>'))).toBe(true)
    expect(titles.some((title) => title.length > 10_000)).toBe(true)
  })
})

describe('sums and amounts', () => {
  test('the totals contain every order once, in the month of the given zone', () => {
    const store = storeWith({ orders: 1_500 })
    const east = totalsOf(store, 'Pacific/Auckland')
    const west = totalsOf(store, 'America/Los_Angeles')
    const sum = (all: typeof east) => all.reduce((orders, each) => orders + each.orders, 0)
    expect([sum(east), sum(west)]).toEqual([1_500, 1_500])
    expect(east).not.toEqual(west)
  })

  test('a month begins at midnight in the given zone', () => {
    const midnight = Date.parse('2026-11-01T04:00:00Z') / 1000
    const month = monthsAt('America/New_York')
    expect([month(midnight - 1), month(midnight)]).toEqual(['2026-10', '2026-11'])
  })

  test('amounts are exact texts, with the decimals of their currency', () => {
    const [dollars, yen] = [currencyOf('USD'), currencyOf('JPY')]
    expect([5, 50, 1_234, -7, 100_000].map((amount) => fixed(amount, dollars))).toEqual([
      '0.05',
      '0.50',
      '12.34',
      '-0.07',
      '1000.00',
    ])
    expect([5, 50, 1_234, 100].map((amount) => decimal(amount, dollars))).toEqual(['0.05', '0.5', '12.34', '1.0'])
    expect([fixed(1_200, yen), decimal(1_200, yen)]).toEqual(['1200', '1200.0'])
  })
})
