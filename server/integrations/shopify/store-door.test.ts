import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { workerUrl } from '../../platform/database/schema/database-roles.ts'
import { openJobDatabase } from '../../platform/jobs/job-database.ts'
import { useStore } from '../../testing/outside/connected-store.ts'
import { until } from '../../testing/until.ts'
import { storeJobs } from './store-jobs.ts'

const store = useStore(300)
const { card, syncOnce, shopSum, ourSum, subscriptions } = store

test('an operator connects a store, syncs with progress, and sees its revenue', async () => {
  const { lastRun, status, lastError } = await syncOnce()
  expect({ status, lastError, run: lastRun }).toMatchObject({
    ...{ status: 'connected', lastError: null },
    run: { state: 'done', done: 300 + 100 + 60, message: '460 records read' },
  })
  expect(await ourSum()).toEqual(await shopSum())
  expect((await store.operator.get(`/api/companies/${store.company.id}/revenue/store`)).json().store).toMatchObject({
    currency: 'USD',
    ordersSince: null,
  })
})

test('an order of the store is here at once, and counts once with its last state, however often and late its webhook comes', async () => {
  await syncOnce()
  await until(subscriptions, ({ length }) => length === 11)
  const before = await ourSum()
  const { index, total } = await store.shop.control.addOrder({
    financial: 'PAID',
    lines: [{ variant: 3, quantity: 2 }],
  })
  await until(ourSum, ({ orders }) => orders === before.orders + 1)
  expect((await ourSum()).cents - before.cents).toBe(total)

  await store.shop.control.webhookManner({ times: 5 })
  await store.shop.control.holdWebhooks({})
  await store.shop.control.refundOrder({ order: index, units: 1 })
  await store.shop.control.changeOrder({ order: index, fulfillment: 'FULFILLED' })
  const { currentTotal } = await store.shop.control.refundOrder({ order: index })
  await store.shop.control.releaseWebhooks({ order: 'reversed' })
  await store.shop.control.webhookManner({})
  await until(ourSum, ({ cents }) => cents === before.cents + currentTotal)
  const orders = (await store.operator.get(`/api/companies/${store.company.id}/revenue`)).json().orders
  expect(orders[0]).toMatchObject({ financialStatus: 'refunded' })
  expect(await ourSum()).toEqual(await shopSum())
})

test('a customer of the store changes with its notices, and goes with the last one', async () => {
  await syncOnce()
  await until(subscriptions, (all) => all.some(({ topic }) => topic === 'CUSTOMERS_DELETE'))
  const [found] = await store.server.given.sql<{ id: string; email: string }>(
    'select id, email from store_customers where company_id = $1 order by id limit 1',
    [store.company.id],
  )
  const stored = () =>
    store.server.given.sql<{ email: string | null }>(
      'select email from store_customers where company_id = $1 and id = $2',
      [store.company.id, found?.id],
    )
  await store.server.given.sql(
    `update store_customers set email = 'old', updated_at_shopify = '2020-01-01' where company_id = $1`,
    [store.company.id],
  )
  await store.shop.control.sendWebhook({ topic: 'customers/update', index: 0 })
  await until(stored, ([row]) => row?.email === found?.email)
  await store.shop.control.sendWebhook({ topic: 'customers/delete', index: 0 })
  await until(stored, (rows) => rows.length === 0)
})

test('only what the store signed is taken: not a forged, changed, foreign, huge or unknown notice', async () => {
  const body = JSON.stringify({ id: 1 })
  const key = store.shop.credentials.clientSecret
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
  const send = async (given: Record<string, string>, text = body, id = store.integration) => {
    const answer = await store.server.app.inject({
      method: 'POST',
      url: `/api/webhooks/shopify/${id}`,
      headers: { host: new URL(store.server.config.appUrl).host, ...given },
      payload: text,
    })
    return answer.statusCode
  }
  const taken = async () =>
    (await store.server.given.sql('select from store_webhooks where company_id = $1', [store.company.id])).length
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

test('many hundred notices at the same instant are all taken, and each counts once', async () => {
  await syncOnce()
  const old = await store.server.given.sql<{ id: string }>(
    `update store_orders set email = 'old', updated_at_shopify = '2020-01-01', read_at = '2020-01-01' where company_id = $1 returning id::text`,
    [store.company.id],
  )
  const notices = old.map(({ id }) => JSON.stringify({ id: Number(id) }))
  const send = async (payload: string, id: string) => {
    const answer = await store.server.app.inject({
      ...{ method: 'POST', url: `/api/webhooks/shopify/${store.integration}`, payload },
      headers: {
        ...{ host: new URL(store.server.config.appUrl).host, 'content-type': 'application/json' },
        ...{ 'x-shopify-topic': 'orders/updated', 'x-shopify-webhook-id': id },
        'x-shopify-shop-domain': 'north-supply.myshopify.com',
        'x-shopify-hmac-sha256': createHmac('sha256', store.shop.credentials.clientSecret)
          .update(payload)
          .digest('base64'),
      },
    })
    return answer.statusCode
  }
  const ids = notices.map(() => randomUUID())
  const twice = [...ids, ...ids.toReversed()].map((id) => send(notices[ids.indexOf(id)] ?? '', id))
  expect(new Set(await Promise.all(twice))).toEqual(new Set([202]))
  const kept = await store.server.given.sql('select from store_webhooks where company_id = $1', [store.company.id])
  expect(kept).toHaveLength(old.length)
  const stale = () =>
    store.server.given.sql(`select from store_orders where company_id = $1 and email = 'old'`, [store.company.id])
  await until(stale, ({ length }) => length === 0)
  expect(await ourSum()).toEqual(await shopSum())
  expect((await card()).lastError).toBeNull()
})

test('a store that is switched on before its test is fetched as soon as a test succeeds, and not by further ones', async () => {
  expect((await card()).lastRun).toBeNull()
  expect((await store.operator.post(store.path('/test'))).json().success).toBe(true)
  const { lastRun } = await until(card, (found) => found.lastRun?.state === 'done')
  expect(await ourSum()).toEqual(await shopSum())
  await store.operator.post(store.path('/test'))
  expect((await card()).lastRun.id).toBe(lastRun.id)
})

test('a lost credential is reported, and after reconnecting nothing is missing or doubled', async () => {
  await syncOnce()
  const typed = (secret: string) => ({ credentials: { client_secret: secret } })
  await store.operator.patch(store.path(), typed('not the secret any more'))
  await store.server.given.sql(`delete from integration_secrets where company_id = $1 and field = 'access_token'`, [
    store.company.id,
  ])
  await store.operator.post(store.path('/sync'))
  const lost = await until(card, ({ needsReconnect }) => needsReconnect)
  expect(lost).toMatchObject({ status: 'error', lastError: 'Shopify does not accept this client secret' })
  await store.shop.control.addOrder({})
  await store.operator.patch(store.path(), typed(store.shop.credentials.clientSecret))
  await until(card, ({ lastRun }) => lastRun.state === 'failed')
  await store.operator.post(store.path('/sync'))
  const again = await until(card, ({ lastRun }) => lastRun.state === 'done')
  expect(again).toMatchObject({ status: 'connected', needsReconnect: false })
  expect(await ourSum()).toEqual(await shopSum())
})

test('new credentials that come during a sync are not taken for the former ones, which the store refuses', async () => {
  const config = { store_url: 'north-supply.myshopify.com', auth_mode: 'static_token' }
  const credentials = { admin_access_token: store.shop.credentials.accessToken }
  await store.operator.patch(store.path(), { config, credentials })
  await store.shop.control.bulkManner({ manner: 'hold' })
  await store.operator.post(store.path('/sync'))
  await until(card, ({ lastRun }) => lastRun?.message === 'Reading orders')
  await store.operator.patch(store.path(), { credentials })
  await store.shop.control.misbehave({ kinds: [401], share: 1, times: 1, path: 'graphql' })
  await store.shop.control.bulkManner({ manner: 'run' })
  const ended = await until(card, ({ lastRun }) => lastRun.state === 'done' || lastRun.state === 'failed')
  expect(ended).toMatchObject({ status: 'connected', needsReconnect: false, lastRun: { state: 'done' } })
})

test('an order that was deleted while the store gave us no token is gone here after the next sync', async () => {
  await syncOnce()
  await store.shop.control.misbehave({ kinds: [401], share: 1, path: 'access_token' })
  await store.server.given.sql(`delete from integration_secrets where company_id = $1 and field = 'access_token'`, [
    store.company.id,
  ])
  await store.shop.control.deleteRecord({ kind: 'orders', index: 12 })
  await store.shop.control.sendWebhook({ topic: 'orders/delete', index: 12 })
  await until(card, ({ needsReconnect }) => needsReconnect)
  await store.shop.control.behave({})
  await store.operator.post(store.path('/sync'))
  const all = (await shopSum()).orders
  await until(ourSum, ({ orders }) => orders === all)
})

test('a connection that is moved takes nothing of the store along', async () => {
  await syncOnce()
  const sbr = await store.server.signIn('sbr_operator', await store.server.given.firm())
  const other = await store.server.given.company()
  const moved = await sbr.post(store.path('/move'), { toCompanyId: other.id })
  expect(moved.statusCode).toBe(200)
  const [left] = await store.server.given.sql(
    `select (select count(*) from store_orders where company_id = any ($1))::int + (select count(*) from store_customers where company_id = any ($1))::int
      + (select count(*) from store_products where company_id = any ($1))::int + (select count(*) from stores where company_id = any ($1))::int
      + (select coalesce(sum(orders), 0) from revenue_months where company_id = any ($1))::int as count`,
    [[store.company.id, other.id]],
  )
  expect(left).toEqual({ count: 0 })
})

test('the sync of the hour and the check of subscriptions are due for connected stores only', async () => {
  const jobs = openJobDatabase(await workerUrl(store.server.adminUrl), 1)
  const dueNow = async () => {
    const lists = await Promise.all(storeJobs(store.server.config).schedules.map(({ due }) => jobs.plain(due)))
    return lists.map((list) => list.some(({ payload }) => payload.companyId === store.company.id))
  }
  expect(await dueNow()).toEqual([true, true])
  await store.operator.patch(store.path(), { isEnabled: false })
  expect(await dueNow()).toEqual([false, false])
  await jobs.close()
})
