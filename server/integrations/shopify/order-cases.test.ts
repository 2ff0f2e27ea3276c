import { expect, test } from 'vitest'
import { useStore } from '../../testing/outside/connected-store.ts'
import { changingPlays, type Play, plays } from '../../testing/outside/order-plays.ts'
import { until } from '../../testing/until.ts'

const store = useStore(40)
const { syncOnce, path, ended } = store
const control = () => store.shop.control

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

const shownOrder = (id: string) => store.operator.get(revenue(`/orders/${id}`))

/** Until all webhooks are read. */
const readWebhooks = () =>
  until(
    () => store.server.given.sql(`select from store_webhooks where company_id = $1 and is_waiting`, [store.company.id]),
    ({ length }) => length === 0,
  )

test('orders in another currency than the store keep it in the list, and revenue says how many there are', async () => {
  const { index } = await control().addOrder({})
  const facts = { currency: 'JPY', total: 1_000, currentTotal: 1_000 }
  await control().editOrder({ order: index, facts })
  expect((await syncOnce()).lastRun.message).toContain('1 order is in another currency')
  const { items } = await get(revenue('/orders'))
  expect(items.find(({ currency }: { currency: string }) => currency === 'JPY')).toMatchObject({ totalPrice: 1_000 })
  expect((await get(revenue('/store'))).store).toMatchObject({ currency: 'USD', foreignOrders: 1 })
})

test.each([
  ['of every kind', plays],
  ['that change', changingPlays],
])('orders %s count as worked out by hand: by webhooks, by the next sync, and read again', async (_, played) => {
  await store.operator.post(`/api/companies/${store.company.id}/products`, { sku: 'NS-0001-1', name: 'Ours', bom: [] })
  await syncOnce()
  const before = { ...(await sums()), units: await unitsOf('NS-0001-1') }
  const made: { index: number; id: string; each: Play }[] = []
  for (const each of played) {
    const { index, id } = await control().addOrder({ lines: [{ variant: 2, quantity: 1 }] })
    made.push({ index, id: id.split('/').at(-1) ?? '', each })
  }
  for (const turn of [0, 1]) {
    for (const { index, each } of made) {
      const facts = each.states[turn]
      if (facts) await control().editOrder({ order: index, facts })
    }
    await until(
      () => shownOrder(made.at(-1)?.id ?? ''),
      ({ statusCode }) => statusCode === 200,
    )
    await readWebhooks()
  }
  const expectTruth = async (when: string) => {
    for (const { id, each } of made) {
      const { title, truth } = each
      const order = (await shownOrder(id)).json()
      expect({ title, when, ...order }).toMatchObject({
        ...{
          title,
          when,
          totalPrice: truth.total,
          currentTotal: truth.current ?? truth.total,
          refunded: truth.refunded ?? 0,
        },
        ...(truth.status && { financialStatus: truth.status }),
        ...(truth.fulfillment && { fulfillmentStatus: truth.fulfillment }),
      })
      const lines = each.states.findLast(({ lines }) => lines)?.lines
      expect([title, order.lines.length]).toEqual([title, lines?.length])
    }
    const counted = played.filter(({ truth }) => truth.counts ?? true)
    const plus = (of: (truth: Play['truth']) => number) => counted.reduce((sum, { truth }) => sum + of(truth), 0)
    expect({ when, ...(await sums()), units: await unitsOf('NS-0001-1') }).toEqual({
      when,
      revenue: before.revenue + Math.round(plus(({ total, current = total }) => current) * 100),
      refunded: before.refunded + Math.round(plus(({ refunded = 0 }) => refunded) * 100),
      orders: before.orders + counted.length,
      units: before.units + plus(({ units = 0 }) => units),
    })
  }
  await expectTruth('by webhook')
  await syncOnce()
  await expectTruth('by the next sync')
  await store.server.given.sql(`delete from store_orders where company_id = $1`, [store.company.id])
  await store.operator.post(path('/sync'), { everything: true })
  expect((await ended()).lastRun).toMatchObject({ state: 'done' })
  await expectTruth('read again')
})
