import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handleOn } from '../platform/database/handle.ts'
import { useServer } from '../testing/fixture.ts'
import { mergeOrders } from './store-merge.ts'
import { removeStored } from './store-removal.ts'
import type { OrderState } from './store-states.ts'

const { server } = useServer()
let pool: pg.Pool
beforeAll(() => {
  pool = new pg.Pool({ connectionString: server.adminUrl })
})
afterAll(() => pool.end())

const statuses = ['paid', 'pending', 'partially_refunded', 'refunded', 'voided', 'expired']
const zones = ['UTC', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland']
const years = [2024, 2025, 2026]

// The moments lie close to the ends of months and years, where a wrong zone shows.
const moment = fc
  .record({ month: fc.nat(35), minutes: fc.integer({ min: -900, max: 900 }) })
  .map(({ month, minutes }) => new Date(Date.UTC(2024, month, 1) + minutes * 60_000).toISOString())
const state = fc.record({
  order: fc.nat(7),
  soldAt: moment,
  version: fc.nat(9),
  status: fc.constantFrom(...statuses),
  total: fc.bigInt({ min: 0n, max: 99_999_999_999n }),
  refunded: fc.bigInt({ min: 0n, max: 9_999_999n }),
  isTest: fc.nat(9).map((dice) => dice === 0),
  isCancelled: fc.nat(5).map((dice) => dice === 0),
  lines: fc.array(fc.record({ sku: fc.constantFrom(null, 'PUMP', 'pump', 'KIT'), units: fc.nat(4) }), { maxLength: 3 }),
})
type State = typeof state extends fc.Arbitrary<infer Each> ? Each : never
const act = fc.oneof(
  { weight: 6, arbitrary: fc.record({ told: fc.array(state, { minLength: 1, maxLength: 6 }) }) },
  { weight: 1, arbitrary: fc.record({ gone: fc.nat(7) }) },
  { weight: 1, arbitrary: fc.record({ zone: fc.constantFrom(...zones) }) },
)

const decimal = (amount: bigint) => `${amount / 10_000n}.${String(amount % 10_000n).padStart(4, '0')}`
const timeOf = (version: number) => new Date(Date.UTC(2027, 0, 1, 0, 0, version)).toISOString()

const stateOf = ({
  order,
  soldAt,
  version,
  status,
  total,
  refunded,
  isTest,
  isCancelled,
  lines,
}: State): OrderState => ({
  ...{ id: String(order + 1), orderNumber: `#${order}`, updatedAt: timeOf(version), isTest },
  ...{ createdAt: '2026-11-20T15:00:00Z', processedAt: soldAt },
  ...{ cancelledAt: isCancelled ? timeOf(version) : null, customerId: null, email: null, currency: 'USD' },
  ...{ totalPrice: '1', currentTotal: decimal(total), refunded: decimal(refunded) },
  ...{ financialStatus: status, fulfillmentStatus: '', lines: lines.map(lineOf) },
})

const lineOf = ({ sku, units }: State['lines'][number], position: number): OrderState['lines'][number] => ({
  ...{ id: String(position + 1), variantId: sku === 'KIT' ? '7' : null, sku, title: 'Line' },
  ...{ quantity: 5, currentQuantity: units, unitPrice: '1' },
})

/** The sums of a year, worked out from the newest states alone, in ten-thousandths. */
function sumsOf(states: State[], zone: string, year: number) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit' })
  const counted = states
    .filter(({ isTest, isCancelled }) => !isTest && !isCancelled)
    .map((each) => ({ ...each, at: format.format(new Date(each.soldAt)).split('-').map(Number) }))
    .filter(({ at }) => at[0] === year)
  const number = (amount: bigint) => Number(decimal(amount))
  const sum = (list: State[]) => number(list.reduce((all, { total }) => all + total, 0n))
  const present = [...new Set(counted.map(({ status }) => status))]
  const sales = counted.filter(({ status }) => status !== 'voided' && status !== 'expired')
  const months = Array.from({ length: 12 }, (_, index) => sum(sales.filter(({ at }) => at[1] === index + 1)))
  const ofStatus = (status: string) => counted.filter((each) => each.status === status)
  return {
    totalRevenue: sum(sales),
    orderCount: sales.length,
    paidOrderCount: ofStatus('paid').length,
    monthlyRevenue: months,
    revenueByStatus: Object.fromEntries(
      present.map((status) => [status, { amount: sum(ofStatus(status)), count: ofStatus(status).length }]),
    ),
    refundedAmount: number(sales.reduce((all, { refunded }) => all + refunded, 0n)),
  }
}

/** The units of each day and month, worked out from the newest states alone. */
function unitsOf(states: State[], zone: string) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' })
  const units: Record<string, number> = {}
  for (const { soldAt, status, isTest, isCancelled, lines } of states) {
    if (isTest || isCancelled || status === 'voided' || status === 'expired') continue
    const day = format.format(new Date(soldAt))
    for (const line of lines)
      for (const period of [`day ${day}`, `month ${day.slice(0, 8)}01`]) {
        const key = `${period} ${line.sku ?? ''}`
        units[key] = (units[key] ?? 0) + line.units
      }
  }
  return Object.fromEntries(Object.entries(units).filter(([, sum]) => sum !== 0))
}

async function keptUnits(company: string) {
  const { rows } = await pool.query<{ key: string; units: number }>(
    `select period || ' ' || begins_on || ' ' || sku as key, units::int from units_sold where company_id = $1 and units <> 0`,
    [company],
  )
  return Object.fromEntries(rows.map(({ key, units }) => [key, units]))
}

test('kept sums equal an independent sum, whatever is told, told again, told late, removed, and in whatever zone', async () => {
  const firm = await server.given.firm()
  const reader = await server.signIn('sbr_operator', firm)
  let merges = 0
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
      const company = await server.given.company()
      const states = new Map<number, State>()
      let zone = 'UTC'
      for (const each of acts) {
        if ('zone' in each) {
          zone = each.zone
          await server.given.sql('update companies set time_zone = $2 where id = $1', [company.id, zone])
          continue
        }
        const client = await pool.connect()
        await client.query('begin')
        if ('gone' in each) {
          await removeStored(handleOn(client), company.id, 'order', [String(each.gone + 1)])
          states.delete(each.gone)
        } else {
          merges += 1
          await mergeOrders(handleOn(client), company.id, each.told.map(stateOf), timeOf(merges))
          for (const one of each.told)
            if (one.version >= (states.get(one.order)?.version ?? 0)) states.set(one.order, one)
        }
        await client.query('commit')
        client.release()
      }
      expect(await keptUnits(company.id)).toEqual(unitsOf([...states.values()], zone))
      for (const year of years) {
        const answer = await reader.get(`/api/companies/${company.id}/revenue?year=${year}`)
        expect(answer.json()).toMatchObject(sumsOf([...states.values()], zone, year))
        expect(Object.keys(answer.json().revenueByStatus).sort()).toEqual(
          Object.keys(sumsOf([...states.values()], zone, year).revenueByStatus).sort(),
        )
      }
    }),
    { numRuns: 60 },
  )
}, 120_000)

test('two writers of the same months do not wait for each other for ever, and lose nothing', async () => {
  const company = await server.given.company()
  const reader = await server.signIn('company_operator', company)
  const write = async (first: number) => {
    for (let round = 0; round < 10; round += 1) {
      const client = await pool.connect()
      const months = first === 0 ? [1, 2, 3] : [3, 2, 1]
      await client.query('begin')
      for (const month of months) {
        const order = stateOf({
          ...{
            order: first + round * 3 + month,
            soldAt: `2025-0${month}-05T00:00:00Z`,
            version: round,
            status: 'paid',
          },
          ...{ total: 10_000n, refunded: 0n, isTest: false, isCancelled: false, lines: [] },
        })
        await mergeOrders(handleOn(client), company.id, [order], timeOf(round))
      }
      await client.query('commit')
      client.release()
    }
  }
  await Promise.all([write(0), write(100)])
  const revenue = (await reader.get(`/api/companies/${company.id}/revenue?year=2025`)).json()
  expect(revenue).toMatchObject({ totalRevenue: 60, orderCount: 60 })
})
