import { createHmac, randomUUID } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startShopify } from '../../../counterparts/shopify/start.ts'
import { allJobs } from '../../all-jobs.ts'
import { workerUrl } from '../../platform/database/database-roles.ts'
import { openJobDatabase } from '../../platform/jobs/job-database.ts'
import { startWorker, type Worker } from '../../platform/jobs/worker.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { openKeyring } from '../../platform/secrets/keyring.ts'
import type { Client } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { storeJobs } from './store-jobs.ts'

let shop: Awaited<ReturnType<typeof startShopify>>
let server: TestServer
let worker: Worker
let company: GivenCompany
let operator: Client
let integration: string

/** A port that nobody uses: the shop has to know our address before the server listens. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

async function startTheWorker(): Promise<Worker> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  return startWorker({
    ...{ url: await workerUrl(server.adminUrl), ...allJobs(server.config), log, lookEvery: 1 },
    outbound: createOutbound({ allowLoopback: true, onCall: () => undefined }),
    keyring: await openKeyring(server.config),
  })
}

beforeAll(async () => {
  shop = await startShopify({ seed: 4, orders: 300, timeZone: 'UTC' })
  const port = await freePort()
  server = await startTestServer({ SHOPIFY_BASE_URL: shop.url, PORT: String(port) })
  await server.app.listen({ port, host: '127.0.0.1' })
  worker = await startTheWorker()
})
afterAll(async () => {
  await worker.stop()
  await server.close()
  await shop.close()
})
beforeEach(async () => {
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
  await connect()
})

const path = (rest: string) => `/api/companies/${company.id}${rest}`

async function connect() {
  const answer = await operator.patch(path('/integrations/shopify'), {
    isEnabled: true,
    config: { store_url: 'north-supply.myshopify.com', auth_mode: 'client_credentials' },
    credentials: { client_id: shop.credentials.clientId, client_secret: shop.credentials.clientSecret },
  })
  expect(answer.statusCode).toBe(200)
  integration = answer.json().id
}

/** Asks until it is so; a test that never gets there fails by its own time limit. */
async function until<T>(ask: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask()
    if (isSo(found)) return found
    await wait(50)
  }
}

const card = async () => (await operator.get(path('/integrations/shopify'))).json()
const ended = () => until(card, ({ lastRun }) => ['done', 'failed'].includes(lastRun?.state))

async function syncOnce() {
  const answer = await operator.post(path('/integrations/shopify/sync'))
  expect(answer.json()).toMatchObject({ success: true, run: { state: 'queued' } })
  return ended()
}

/** What the shop itself knows: current totals of orders that count. */
async function shopSum() {
  const totals = (await shop.control.totals({ timeZone: 'UTC' })).filter(
    ({ isTest, isCancelled }) => !isTest && !isCancelled,
  )
  return {
    cents: totals.reduce((sum, { currentTotal }) => sum + Math.round(Number(currentTotal) * 100), 0),
    orders: totals.reduce((sum, { orders }) => sum + orders, 0),
  }
}

async function ourSum() {
  const [row] = await server.given.sql<{ cents: string; orders: string }>(
    'select coalesce(sum(amount) * 100, 0)::int8 as cents, coalesce(sum(orders), 0)::int8 as orders from revenue_months where company_id = $1',
    [company.id],
  )
  return { cents: Number(row?.cents), orders: Number(row?.orders) }
}

test('an operator connects a store, syncs with progress, and sees its revenue', async () => {
  const { lastRun, status, lastError } = await syncOnce()
  expect({ status, lastError, run: lastRun }).toMatchObject({
    ...{ status: 'connected', lastError: null },
    run: { state: 'done', done: 300 + 100 + 60, message: '460 records read' },
  })
  expect(await ourSum()).toEqual(await shopSum())
  expect((await operator.get(path('/revenue/store'))).json().store).toMatchObject({
    currency: 'USD',
    ordersSince: null,
  })
})

test('an order of the store is here at once, and counts once with its last state, however often and late it is told', async () => {
  await syncOnce()
  await until(
    () => shop.control.subscriptions({}),
    (all) => all.filter(({ uri }: { uri: string }) => uri.includes(integration)).length === 11,
  )
  const before = await ourSum()
  const { index, total } = await shop.control.addOrder({ financial: 'PAID', lines: [{ variant: 3, quantity: 2 }] })
  await until(ourSum, ({ orders }) => orders === before.orders + 1)
  expect((await ourSum()).cents - before.cents).toBe(total)

  await shop.control.webhookManner({ times: 5 })
  await shop.control.holdWebhooks({})
  await shop.control.refundOrder({ order: index, units: 1 })
  await shop.control.changeOrder({ order: index, fulfillment: 'FULFILLED' })
  const { currentTotal } = await shop.control.refundOrder({ order: index })
  await shop.control.releaseWebhooks({ order: 'reversed' })
  await shop.control.webhookManner({})
  await until(ourSum, ({ cents }) => cents === before.cents + currentTotal)
  const orders = (await operator.get(path('/revenue'))).json().orders
  expect(orders[0]).toMatchObject({ financialStatus: 'refunded' })
  expect(await ourSum()).toEqual(await shopSum())
})

test('a customer of the store changes with its notices, and goes with the last one', async () => {
  await syncOnce()
  await until(
    () => shop.control.subscriptions({}),
    (all) => all.some(({ topic, uri }) => topic === 'CUSTOMERS_DELETE' && uri.includes(integration)),
  )
  const [found] = await server.given.sql<{ id: string; email: string }>(
    'select id, email from store_customers where company_id = $1 order by id limit 1',
    [company.id],
  )
  const stored = () =>
    server.given.sql<{ email: string | null }>('select email from store_customers where company_id = $1 and id = $2', [
      company.id,
      found?.id,
    ])
  await server.given.sql(
    `update store_customers set email = 'old', updated_at_shopify = '2020-01-01' where company_id = $1`,
    [company.id],
  )
  await shop.control.sendWebhook({ topic: 'customers/update', index: 0 })
  await until(stored, ([row]) => row?.email === found?.email)
  await shop.control.sendWebhook({ topic: 'customers/delete', index: 0 })
  await until(stored, (rows) => rows.length === 0)
})

test('only what the store signed is taken: not a forged, changed, foreign, huge or unknown notice', async () => {
  const body = JSON.stringify({ id: 1 })
  const key = shop.credentials.clientSecret
  const sign = (text: string, secret = key) => createHmac('sha256', secret).update(text).digest('base64')
  const headers = (more: Record<string, string> = {}) => ({
    ...{
      'content-type': 'application/json',
      'x-shopify-topic': 'orders/updated',
      'x-shopify-webhook-id': randomUUID(),
    },
    ...{ 'x-shopify-shop-domain': 'north-supply.myshopify.com', 'x-shopify-hmac-sha256': sign(body) },
    ...more,
  })
  const send = async (given: Record<string, string>, text = body, id = integration) => {
    const answer = await server.app.inject({
      method: 'POST',
      url: `/api/webhooks/shopify/${id}`,
      headers: { host: new URL(server.config.appUrl).host, ...given },
      payload: text,
    })
    return answer.statusCode
  }
  const taken = async () =>
    (await server.given.sql('select from store_webhooks where company_id = $1', [company.id])).length
  expect(await send(headers({ 'x-shopify-hmac-sha256': sign(body, 'another secret') }))).toBe(401)
  expect(await send(headers(), JSON.stringify({ id: 1 }, null, 1))).toBe(401)
  expect(await send(headers({ 'x-shopify-shop-domain': 'other.myshopify.com' }))).toBe(401)
  expect(await send(headers(), body, randomUUID())).toBe(401)
  expect(await send(headers(), body, 'x')).toBe(401)
  const huge = JSON.stringify({ id: 1, note: 'x'.repeat(2_000_000) })
  expect(await send(headers({ 'x-shopify-hmac-sha256': sign(huge) }), huge)).toBe(413)
  expect(await send(headers({ 'x-shopify-topic': 'carts/update' }))).toBe(202)
  expect(await taken()).toBe(0)
  const real = headers()
  expect(await send(real)).toBe(202)
  expect(await send(real)).toBe(202)
  expect(await taken()).toBe(1)
})

test('a lost credential is told, and after reconnecting nothing is missing or doubled', async () => {
  await syncOnce()
  const typed = (secret: string) => ({ credentials: { client_secret: secret } })
  await operator.patch(path('/integrations/shopify'), typed('not the secret any more'))
  await server.given.sql(`delete from integration_secrets where company_id = $1 and field = 'access_token'`, [
    company.id,
  ])
  await operator.post(path('/integrations/shopify/sync'))
  const lost = await until(card, ({ needsReconnect }) => needsReconnect)
  expect(lost).toMatchObject({ status: 'error', lastError: 'Shopify does not accept this client secret' })
  await shop.control.addOrder({})
  await operator.patch(path('/integrations/shopify'), typed(shop.credentials.clientSecret))
  await until(card, ({ lastRun }) => lastRun.state === 'failed')
  await operator.post(path('/integrations/shopify/sync'))
  const again = await until(card, ({ lastRun }) => lastRun.state === 'done')
  expect(again).toMatchObject({ status: 'connected', needsReconnect: false })
  expect(await ourSum()).toEqual(await shopSum())
})

test('a connection that is moved takes nothing of the store along', async () => {
  await syncOnce()
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  const other = await server.given.company()
  const moved = await sbr.post(path('/integrations/shopify/move'), { toCompanyId: other.id })
  expect(moved.statusCode).toBe(200)
  const [left] = await server.given.sql(
    `select (select count(*) from store_orders where company_id = any ($1))::int + (select count(*) from store_customers where company_id = any ($1))::int
      + (select count(*) from store_products where company_id = any ($1))::int + (select count(*) from stores where company_id = any ($1))::int
      + (select coalesce(sum(orders), 0) from revenue_months where company_id = any ($1))::int as count`,
    [[company.id, other.id]],
  )
  expect(left).toEqual({ count: 0 })
})

test('the sync of the hour and the check of subscriptions are due for connected stores only', async () => {
  const jobs = openJobDatabase(await workerUrl(server.adminUrl), 1)
  const dueNow = async () => {
    const lists = await Promise.all(storeJobs(server.config).schedules.map(({ due }) => jobs.plain(due)))
    return lists.map((list) => list.some(({ payload }) => payload.companyId === company.id))
  }
  expect(await dueNow()).toEqual([true, true])
  await operator.patch(path('/integrations/shopify'), { isEnabled: false })
  expect(await dueNow()).toEqual([false, false])
  await jobs.close()
})
