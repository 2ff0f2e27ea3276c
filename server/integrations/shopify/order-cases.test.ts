import { expect, test } from 'vitest'
import { useStore } from '../../testing/outside/connected-store.ts'
import { until } from '../../testing/until.ts'

/** Orders as stores really have them. The truth of each is worked out by hand beside it. */
const store = useStore(40)
const { syncOnce, path, ended } = store
const control = () => store.shop.control
type Facts = Parameters<Awaited<ReturnType<typeof control>>['editOrder']>[0]['facts']

const tip = { sku: null, title: 'Tip' }
const line = (variant: number | null, quantity: number, price: number, current = quantity, custom?: { sku: string | null; title: string }) => ({
  ...{ variant, quantity, current, price },
  ...(custom && { custom }),
})
const refund = (amount: number, at = 0) => ({ at: at || Math.floor(Date.now() / 1_000), amount })

type Case = {
  title: string
  facts: Facts
  /** what the store still has for it and has given back, as shown; `counts`: whether it is a sale; `units` of the SKU NS-0001-1 */
  truth: { total: number; current: number; refunded: number; counts?: boolean; units?: number; status?: string; fulfillment?: string }
}

const cases: Case[] = [
  {
    title: 'a line is added after a refund',
    facts: {
      ...{ financial: 'PARTIALLY_PAID', lines: [line(0, 2, 10_00, 1), line(0, 1, 5_00)], total: 20_00, currentTotal: 15_00, received: 20_00 },
      refunds: [refund(10_00)],
    },
    truth: { total: 20, current: 15, refunded: 10, units: 2, status: 'partially_paid' },
  },
  {
    title: 'a line is removed by an edit, and nothing was given back yet',
    facts: { financial: 'PAID', lines: [line(0, 1, 10_00, 0), line(1, 1, 7_00)], total: 17_00, currentTotal: 7_00, received: 17_00 },
    truth: { total: 17, current: 7, refunded: 0, units: 0 },
  },
  {
    title: 'a quantity is lowered by an edit',
    facts: { financial: 'PARTIALLY_REFUNDED', lines: [line(0, 5, 3_00, 2)], total: 15_00, currentTotal: 6_00, received: 15_00, refunds: [refund(9_00)] },
    truth: { total: 15, current: 6, refunded: 9, units: 2 },
  },
  {
    title: 'a tip at the till',
    facts: { lines: [line(0, 1, 10_00), line(null, 1, 2_50, 1, tip)], total: 12_50, currentTotal: 12_50, received: 12_50 },
    truth: { total: 12.5, current: 12.5, refunded: 0, units: 1 },
  },
  {
    title: 'duties and an additional fee',
    facts: { lines: [line(0, 1, 10_00)], total: 14_33, currentTotal: 14_33, received: 14_33 },
    truth: { total: 14.33, current: 14.33, refunded: 0, units: 1 },
  },
  {
    title: 'cash that is rounded: 9.98 become 10.00 in the drawer, the order stays 9.98',
    facts: { lines: [line(0, 1, 9_98)], total: 9_98, currentTotal: 9_98, received: 10_00 },
    truth: { total: 9.98, current: 9.98, refunded: 0, units: 1 },
  },
  {
    title: 'a gift card is bought',
    facts: { lines: [line(null, 1, 50_00, 1, { sku: null, title: 'Gift card' })], total: 50_00, currentTotal: 50_00, received: 50_00, fulfillment: 'FULFILLED' },
    truth: { total: 50, current: 50, refunded: 0, units: 0, fulfillment: 'fulfilled' },
  },
  {
    title: 'an order is paid with a gift card',
    facts: { lines: [line(0, 4, 10_00)], total: 40_00, currentTotal: 40_00, received: 40_00 },
    truth: { total: 40, current: 40, refunded: 0, units: 4 },
  },
  {
    title: 'an exchange: one piece comes back, a dearer one goes out',
    facts: {
      ...{ financial: 'PARTIALLY_PAID', lines: [line(0, 1, 10_00, 0), line(1, 1, 14_00)], total: 10_00, currentTotal: 14_00, received: 10_00 },
    },
    truth: { total: 10, current: 14, refunded: 0, units: 0 },
  },
  {
    title: 'an exchange for something cheaper leaves the store owing: nothing was given back yet',
    facts: { lines: [line(1, 1, 14_00, 0), line(0, 1, 10_00)], total: 14_00, currentTotal: 10_00, received: 14_00 },
    truth: { total: 14, current: 10, refunded: 0, units: 1 },
  },
  {
    title: 'a buyer pays in yen, the shop counts dollars',
    facts: { lines: [line(0, 1, 10_07)], total: 10_07, currentTotal: 10_07, received: 10_07, presentment: { currency: 'JPY', rate: 1.5 } },
    truth: { total: 10.07, current: 10.07, refunded: 0, units: 1 },
  },
  {
    title: 'a partial refund without lines',
    facts: { financial: 'PARTIALLY_REFUNDED', lines: [line(0, 1, 10_00)], total: 10_00, currentTotal: 7_50, received: 10_00, refunds: [refund(2_50)] },
    truth: { total: 10, current: 7.5, refunded: 2.5, units: 1, status: 'partially_refunded' },
  },
  {
    title: 'only the shipping is given back, twice in parts',
    facts: { financial: 'PARTIALLY_REFUNDED', lines: [line(0, 1, 10_00)], shipping: 5_00, total: 15_00, currentTotal: 10_00, received: 15_00, refunds: [refund(2_00), refund(3_00)] },
    truth: { total: 15, current: 10, refunded: 5, units: 1 },
  },
  {
    title: 'more is given back than was sold, as goodwill',
    facts: { financial: 'REFUNDED', lines: [line(0, 1, 10_00, 0)], total: 10_00, currentTotal: -2_00, received: 12_00, refunds: [refund(12_00)] },
    truth: { total: 10, current: -2, refunded: 12, units: 0, status: 'refunded' },
  },
  {
    title: 'a payment that was authorized and voided',
    facts: { financial: 'VOIDED', lines: [line(0, 3, 10_00)], total: 30_00, currentTotal: 30_00, received: 0 },
    truth: { total: 30, current: 30, refunded: 0, units: 0, counts: false, status: 'voided' },
  },
  {
    title: 'a payment of which a part was captured',
    facts: { financial: 'PARTIALLY_PAID', lines: [line(0, 3, 10_00)], total: 30_00, currentTotal: 30_00, received: 12_00 },
    truth: { total: 30, current: 30, refunded: 0, units: 3, status: 'partially_paid' },
  },
  {
    title: 'an order of the test gateway',
    facts: { isTest: true, lines: [line(0, 9, 10_00)], total: 90_00, currentTotal: 90_00, received: 90_00 },
    truth: { total: 90, current: 90, refunded: 0, units: 0, counts: false },
  },
  {
    title: 'a draft order with a custom item, without a variant and without a SKU',
    facts: { financial: 'PENDING', lines: [line(null, 2, 4_00, 2, { sku: null, title: 'Custom work' })], total: 8_00, currentTotal: 8_00, received: 0 },
    truth: { total: 8, current: 8, refunded: 0, units: 0, status: 'pending' },
  },
  {
    title: 'a custom item with the SKU of a product of ours',
    facts: { lines: [line(null, 2, 4_00, 2, { sku: 'ns-0001-1 ', title: 'Typed by hand' })], total: 8_00, currentTotal: 8_00, received: 8_00 },
    truth: { total: 8, current: 8, refunded: 0, units: 2 },
  },
  {
    title: 'prices that include tax, and a discount on the whole order',
    facts: { lines: [line(0, 3, 11_90)], discount: 3_57, tax: 5_13, total: 32_13, currentTotal: 32_13, received: 32_13 },
    truth: { total: 32.13, current: 32.13, refunded: 0, units: 3 },
  },
  {
    title: 'everything is free',
    facts: { lines: [line(0, 1, 10_00)], discount: 10_00, total: 0, currentTotal: 0, received: 0 },
    truth: { total: 0, current: 0, refunded: 0, units: 1 },
  },
  {
    title: 'a sale at the till that was entered days later',
    facts: { soldAt: Math.floor(Date.now() / 1_000) - 86_400, lines: [line(0, 1, 10_00)], total: 10_00, currentTotal: 10_00, received: 10_00, customer: null },
    truth: { total: 10, current: 10, refunded: 0, units: 1 },
  },
  {
    title: 'a bundle: its parts are lines of their own, and the price stands on them',
    facts: { lines: [line(0, 1, 6_00), line(0, 1, 0), line(1, 2, 2_00)], total: 10_00, currentTotal: 10_00, received: 10_00 },
    truth: { total: 10, current: 10, refunded: 0, units: 2 },
  },
  {
    title: 'an order of 260 lines',
    facts: { lines: Array.from({ length: 260 }, () => line(0, 1, 1_00)), total: 260_00, currentTotal: 260_00, received: 260_00 },
    truth: { total: 260, current: 260, refunded: 0, units: 260 },
  },
  {
    title: 'a shipment that is planned, of a subscription',
    facts: { fulfillment: 'SCHEDULED', lines: [line(0, 1, 10_00)], total: 10_00, currentTotal: 10_00, received: 10_00 },
    truth: { total: 10, current: 10, refunded: 0, units: 1, fulfillment: 'scheduled' },
  },
  {
    title: 'an order was cancelled, and its money kept',
    facts: { cancelledAt: Math.floor(Date.now() / 1_000), financial: 'PAID', lines: [line(0, 1, 10_00, 0)], total: 10_00, currentTotal: 0, received: 10_00 },
    truth: { total: 10, current: 0, refunded: 0, units: 0, counts: false },
  },
]

const revenue = (rest = '') => `/api/companies/${store.company.id}/revenue${rest}`
const get = async (at: string) => (await store.operator.get(at)).json()

/** The sums of all years, in cents. */
async function sums() {
  const years = (await get(revenue('/store'))).years as { year: number }[]
  const all = await Promise.all(years.map(({ year }) => get(revenue(`?year=${year}`))))
  const cents = (key: string) => all.reduce((sum, each) => sum + Math.round(each[key] * 100), 0)
  return { revenue: cents('totalRevenue'), refunded: cents('refundedAmount'), orders: cents('orderCount') / 100 }
}

const unitsOf = async (sku: string) => {
  const page = await get(revenue(`/units-sold?days=3660&q=${sku}`))
  return page.items[0]?.sold ?? 0
}

test('orders of every kind count as worked out by hand: by webhooks, by the next sync, and read again', async () => {
  await store.operator.post(`/api/companies/${store.company.id}/products`, { sku: 'NS-0001-1', name: 'Ours', bom: [] })
  await syncOnce()
  const before = { ...(await sums()), units: await unitsOf('NS-0001-1') }
  const made: { id: string; each: Case }[] = []
  for (const each of cases) {
    const { index } = await control().addOrder({ lines: [{ variant: 2, quantity: 1 }] })
    const { id } = await control().editOrder({ order: index, facts: each.facts })
    made.push({ id: id.split('/').at(-1) ?? '', each })
  }
  const shown = (id: string) => store.operator.get(revenue(`/orders/${id}`))
  const expectTruth = async (when: string) => {
    for (const { id, each } of made) {
      const { title, truth, facts } = each
      const order = (await shown(id)).json()
      expect({ title, when, ...order }).toMatchObject({
        ...{ title, when, totalPrice: truth.total, currentTotal: truth.current, refunded: truth.refunded },
        ...(truth.status && { financialStatus: truth.status }),
        ...(truth.fulfillment && { fulfillmentStatus: truth.fulfillment }),
      })
      expect([title, order.lines.length]).toEqual([title, facts.lines?.length])
    }
    const counted = cases.filter(({ truth }) => truth.counts ?? true)
    const plus = (of: (truth: Case['truth']) => number) => counted.reduce((sum, { truth }) => sum + of(truth), 0)
    expect({ when, ...(await sums()), units: await unitsOf('NS-0001-1') }).toEqual({
      when,
      revenue: before.revenue + Math.round(plus(({ current }) => current) * 100),
      refunded: before.refunded + Math.round(plus(({ refunded }) => refunded) * 100),
      orders: before.orders + counted.length,
      units: before.units + plus(({ units = 0 }) => units),
    })
  }
  const last = made.at(-1)?.id ?? ''
  await until(() => shown(last), ({ statusCode }) => statusCode === 200)
  const rest = () =>
    store.server.given.sql(`select from store_webhooks where company_id = $1 and is_waiting`, [store.company.id])
  await until(rest, ({ length }) => length === 0)
  await expectTruth('by webhook')
  await syncOnce()
  await expectTruth('by the next sync')
  await store.server.given.sql(`delete from store_orders where company_id = $1`, [store.company.id])
  await store.operator.post(path('/sync'), { everything: true })
  expect((await ended()).lastRun).toMatchObject({ state: 'done' })
  await expectTruth('read again')
})
