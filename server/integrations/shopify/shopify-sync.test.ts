import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startShopify } from '../../../counterparts/shopify/start.ts'
import type { CallRecord } from '../../platform/outbound/outbound.ts'
import type { Client } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { openSyncPool, syncContextOf } from '../../testing/outside/sync-context.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { syncKind } from '../provider.ts'
import { startSync } from '../start-sync.ts'
import type { SyncContext } from '../sync-context.ts'
import { openRunOf, queueRun, RunStopped } from '../sync-runs.queries.ts'
import { syncStore } from './shopify-sync.ts'
import { orderState, productState } from './states.ts'

let shop: Awaited<ReturnType<typeof startShopify>>
let server: TestServer
let pool: pg.Pool
let company: GivenCompany
let operator: Client
beforeAll(async () => {
  shop = await startShopify({ seed: 3, orders: 700, timeZone: 'America/New_York', restoreRate: 10_000 })
  server = await startTestServer({ SHOPIFY_BASE_URL: shop.url })
  pool = openSyncPool(server)
})
afterAll(async () => {
  await pool.end()
  await server.close()
  await shop.close()
})
beforeEach(async () => {
  calls.length = 0
  await shop.control.behave({})
  company = await server.given.company({ time_zone: 'America/New_York' })
  operator = await server.signIn('company_operator', company)
  const typed = {
    isEnabled: true,
    config: { store_url: 'north-supply.myshopify.com', auth_mode: 'client_credentials' },
    credentials: { client_id: shop.credentials.clientId, client_secret: shop.credentials.clientSecret },
  }
  expect((await operator.patch(`/api/companies/${company.id}/integrations/shopify`, typed)).statusCode).toBe(200)
})

/** The calls of the running test. */
const calls: CallRecord[] = []
const contextOf = (signal?: AbortSignal): Promise<SyncContext> =>
  syncContextOf(server, pool, operator, company.id, {
    onCall: (record) => calls.push(record),
    ...(signal && { signal }),
  })

/** A run of the shop's sync: a new one, or the one that is open. */
async function runOf(context: SyncContext): Promise<{ id: string }> {
  const [row] = await server.given.sql<{ id: string }>('select id from integration_configs where company_id = $1', [
    company.id,
  ])
  const wanted = { integrationId: row?.id ?? '', name: 'shopify', kind: 'sync' } as const
  const run = await context.work(
    async (db) => (await queueRun(db, company.id, wanted)) ?? openRunOf(db, company.id, 'shopify'),
  )
  if (!run) throw new Error('There is no run')
  return run
}

async function sync(signal?: AbortSignal): Promise<string> {
  const context = await contextOf(signal)
  const run = await runOf(context)
  return syncStore(context, run.id)
}

/** What the shop itself knows, by month and status, without tests and cancelled orders. */
async function expectedSums(year: number) {
  const totals = (await shop.control.totals({})).filter(
    ({ month, isTest, isCancelled }) => month.startsWith(`${year}-`) && !isTest && !isCancelled,
  )
  const cents = (text: string) => Math.round(Number(text) * 100)
  const sum = (list: typeof totals) => list.reduce((all, { currentTotal }) => all + cents(currentTotal), 0) / 100
  const sales = totals.filter(({ status }) => status !== 'VOIDED' && status !== 'EXPIRED')
  const statuses = [...new Set(totals.map(({ status }) => status))]
  return {
    totalRevenue: sum(sales),
    orderCount: sales.reduce((all, { orders }) => all + orders, 0),
    monthlyRevenue: Array.from({ length: 12 }, (_, index) =>
      sum(sales.filter(({ month }) => month === `${year}-${String(index + 1).padStart(2, '0')}`)),
    ),
    revenueByStatus: Object.fromEntries(
      statuses.map((status) => {
        const list = totals.filter((each) => each.status === status)
        return [status.toLowerCase(), { amount: sum(list), count: list.reduce((all, { orders }) => all + orders, 0) }]
      }),
    ),
    refundedAmount: sales.reduce((all, { refunded }) => all + cents(refunded), 0) / 100,
  }
}

async function expectTheSame() {
  const years = [...new Set((await shop.control.totals({})).map(({ month }) => Number(month.slice(0, 4))))]
  for (const year of years) {
    const answer = (await operator.get(`/api/companies/${company.id}/revenue?year=${year}`)).json()
    expect(answer).toMatchObject(await expectedSums(year))
  }
}

test('after a sync the revenue is that of the shop, to the cent, by month and status', async () => {
  await sync()
  await expectTheSame()
  const { customerCount, productCount } = (await operator.get(`/api/companies/${company.id}/revenue`)).json()
  expect({ customerCount, productCount }).toEqual({ customerCount: Math.ceil(700 / 3), productCount: 60 })
})

test('a second sync brings what has changed since, and nothing twice', async () => {
  await sync()
  await shop.control.addOrder({ financial: 'PENDING' })
  await shop.control.refundOrder({ order: 5 })
  await shop.control.cancelOrder({ order: 9 })
  await shop.control.forgetCalls({})
  await sync()
  await expectTheSame()
})

test('a sync that is stopped in the middle goes on where it was, and loses and doubles nothing', async () => {
  const context = await contextOf()
  const run = await runOf(context)
  // Try n dies at its n-th transaction: before its commit, or right after it.
  let deaths = 0
  for (let tries = 1; tries < 60; tries += 1) {
    let steps = 0
    const dying: SyncContext = {
      ...context,
      work: async (fn) => {
        steps += 1
        if (steps === tries && tries % 2 === 0) throw new Error('killed')
        const result = await context.work(fn)
        if (steps === tries) throw new Error('killed')
        return result
      },
    }
    const outcome = await syncStore(dying, run.id).catch((error: Error) => error)
    if (typeof outcome === 'string' || outcome instanceof RunStopped) break // done
    expect(outcome.message).toBe('killed')
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(5)
  await expectTheSame()
})

test('faults of the shop change nothing in the end', async () => {
  const context = await contextOf()
  const run = await runOf(context)
  await shop.control.misbehave({
    seed: 5,
    share: 0.3,
    kinds: [429, 500, 502, 'cut', 'garbage', 'html', 'lost', 'refused'],
  })
  for (let tries = 0; tries < 60; tries += 1) {
    const outcome = await syncStore(context, run.id).catch((error) => error)
    if (typeof outcome === 'string') break
    expect(outcome).toMatchObject({ name: 'ServiceError', isPassing: true })
  }
  await shop.control.behave({})
  await expectTheSame()
})

test('names and titles that nobody should trust are stored as cleaned text of bounded length (T89)', async () => {
  const bag = (amount: string) => ({ shopMoney: { amount, currencyCode: 'USD' } })
  const order = {
    ...{
      id: 'gid://shopify/Order/7',
      name: '#7\u202e',
      createdAt: '2026-01-01T00:00:00Z',
      processedAt: '2026-01-01T00:00:00Z',
      updatedAt: '2026-01-01T00:00:00Z',
    },
    ...{ cancelledAt: null, test: false, email: `${'x'.repeat(5_000)}@x.example`, displayFinancialStatus: 'PAID' },
    ...{ displayFulfillmentStatus: null, totalPriceSet: bag('-3.50'), totalRefundedSet: bag('0.0'), customer: null },
  }
  const line = {
    ...{
      id: 'gid://shopify/LineItem/1',
      title: `<b>\u0000${'n'.repeat(10_000)}`,
      sku: '=1+1',
      quantity: 1,
      currentQuantity: 1,
    },
    ...{ variant: null, originalUnitPriceSet: bag('1') },
  }
  const state = orderState({ ...order, currentTotalPriceSet: bag('-3.50') }, [line])
  expect(state).toMatchObject({ orderNumber: '#7', currentTotal: '-3.50', lines: [{ sku: '=1+1' }] })
  expect([state.email?.length, state.lines[0]?.title.length, state.lines[0]?.title.slice(0, 5)]).toEqual([
    320,
    300,
    '<b>nn',
  ])
  for (const amount of ['NaN', 'Infinity', '1e9', '', '0x10'])
    expect(() => orderState({ ...order, currentTotalPriceSet: bag(amount) }, [])).toThrow()
  const product = {
    id: 'gid://shopify/Product/1',
    title: '\u200b',
    status: 'ACTIVE',
    updatedAt: '2026-01-01T00:00:00Z',
  }
  expect(productState(product, [])).toMatchObject({ title: 'No title', status: 'active' })
})

test('a sync that is due joins the one that is on its way', async () => {
  const context = await contextOf()
  const [row] = await server.given.sql<{ id: string }>('select id from integration_configs where company_id = $1', [
    company.id,
  ])
  const start = () =>
    context.work((db) =>
      startSync(db, async () => 'job', {
        companyId: company.id,
        integrationId: row?.id ?? '',
        name: 'shopify',
        kind: syncKind('shopify-sync'),
      }),
    )
  const first = await start()
  const second = await start()
  expect(first).toMatchObject({ state: 'queued' })
  expect(second).toEqual(first)
})

test('what GraphQL refuses with a 200 is noted as an error of the call', async () => {
  await sync()
  await shop.control.dropScopes({ scopes: ['read_orders', 'read_all_orders'] })
  await expect(sync()).rejects.toThrow('Shopify gives no access')
  await shop.control.grantScopes({ scopes: ['read_orders', 'read_all_orders'] })
  const refused = calls.filter(({ problem }) => problem !== null)
  expect(refused).toMatchObject([{ status: 200, problem: expect.stringMatching(/^ACCESS_DENIED: /) }])
})
