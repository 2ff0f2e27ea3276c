import { afterEach, expect, test } from 'vitest'
import { useStore } from '../../testing/outside/connected-store.ts'
import { until } from '../../testing/until.ts'

const store = useStore(120)
const { card, ended, syncOnce, shopSum, ourSum, subscriptions, path } = store
const control = () => store.shop.control
afterEach(async () => {
  await control().bulkManner({ manner: 'run' })
  await control().setUnapproved({ fields: [] })
  await control().releaseWebhooks({ order: 'same' })
})

const count = async (table: string, more = '') => {
  const [row] = await store.server.given.sql<{ n: number }>(
    `select count(*)::int as n from ${table} where company_id = $1 ${more}`,
    [store.company.id],
  )
  return row?.n
}

/** Begins a sync whose first result is held back, with the records of its start. */
async function beginHeld() {
  await control().bulkManner({ manner: 'late' })
  await control().forgetCalls({})
  await store.operator.post(path('/sync'))
  const begun = async () => ((await control().calls()) as Record<string, number>)['graphql bulkOperation'] ?? 0
  await until(begun, (looks) => looks > 1)
}

/** The units of all sales, as kept by month and by day, and as the lines say now. */
async function unitsSold() {
  const [row] = await store.server.given.sql<{ months: string; days: string; lines: string }>(
    `select (select sum(units) from units_sold where company_id = $1 and period = 'month') as months,
       (select sum(units) from units_sold where company_id = $1 and period = 'day') as days,
       (select sum(l.current_quantity) from store_order_lines l join store_orders o on o.company_id = l.company_id and o.id = l.order_id
         where l.company_id = $1 and o.is_sale) as lines`,
    [store.company.id],
  )
  return [row?.months, row?.days, row?.lines]
}

const hasAllOrders = async () =>
  (await store.operator.get(`/api/companies/${store.company.id}/revenue/store`)).json().store.hasAllOrders

test('what happens during the first sync is here when it is done, also without a webhook', async () => {
  await beginHeld()
  expect((await subscriptions()).length).toBe(11)
  await control().holdWebhooks({})
  await control().addOrder({})
  await control().refundOrder({ order: 11 })
  expect(await hasAllOrders()).toBe(false)
  await control().bulkManner({ manner: 'run' })
  expect((await ended()).lastRun).toMatchObject({ state: 'done', waitsFor: null })
  expect(await hasAllOrders()).toBe(true)
  expect(await ourSum()).toEqual(await shopSum())
})

test('an order that the store deletes while it is read does not come back', async () => {
  await beginHeld()
  await control().deleteRecord({ kind: 'orders', index: 20 })
  await control().sendWebhook({ topic: 'orders/delete', index: 20 })
  await control().bulkManner({ manner: 'run' })
  await ended()
  expect(await count('store_orders', 'and id = 5000000021')).toBe(0)
})

test('a product keeps all its variants, however many it has', async () => {
  await control().growProduct({ product: 1, variants: 250 })
  await syncOnce()
  const variants = () => count('store_variants', 'and product_id = 8000000002')
  expect(await variants()).toBe(250)
  await store.server.given.sql(`update store_variants set sku = 'old' where company_id = $1`, [store.company.id])
  await control().sendWebhook({ topic: 'products/update', index: 1 })
  await until(
    () => count('store_variants', `and product_id = 8000000002 and sku <> 'old'`),
    (fresh) => fresh === 250,
  )
  expect(await variants()).toBe(250)
})

/** The card says that a sync waits before its job has ended: until then it cannot be tried again. */
const putOffRetry = () =>
  expect
    .poll(() =>
      store.server.given.sql(
        `update jobs.job_common set start_after = now() + interval '1 hour'
          where state = 'retry' and data ->> 'companyId' = $1 and name = 'shopify-sync' returning id`,
        [store.company.id],
      ),
    )
    .toHaveLength(1)

test('an answer that ends early counts as none: the card says so, and Sync Now tries again at once', async () => {
  await syncOnce()
  await control().bulkManner({ manner: 'short' })
  await store.operator.post(path('/sync'))
  const waiting = await until(card, ({ lastRun }) => lastRun.waitsFor !== null)
  expect(waiting.lastRun).toMatchObject({
    state: 'running',
    waitsFor: "Shopify's answer about products ended early: 7 of 60 records",
  })
  expect(await count('store_products')).toBe(60)
  await control().bulkManner({ manner: 'run' })
  await putOffRetry()
  const pressed = await store.operator.post(path('/sync'))
  expect([pressed.statusCode, pressed.json().run?.id]).toEqual([200, waiting.lastRun.id])
  expect((await ended()).lastRun).toMatchObject({ state: 'done', waitsFor: null })
  expect(await count('store_products')).toBe(60)
})

test('a successful test wakes a sync that waits, too', async () => {
  await control().bulkManner({ manner: 'short' })
  await store.operator.post(path('/sync'))
  await until(card, ({ lastRun }) => lastRun?.waitsFor != null)
  await control().bulkManner({ manner: 'run' })
  await putOffRetry()
  await store.operator.post(path('/test'))
  expect((await ended()).lastRun).toMatchObject({ state: 'done' })
})

test('many records that an answer lacks stay, however many answers lack them', async () => {
  await syncOnce()
  await control().bulkManner({ manner: 'few' })
  const first = await syncOnce()
  expect(first.lastRun).toMatchObject({ state: 'done', message: expect.stringContaining('did not show 53 products') })
  expect(await count('store_products')).toBe(60)
  expect((await syncOnce()).lastRun.message).toContain('did not show 53 products')
  expect(await count('store_products')).toBe(60)
  await control().bulkManner({ manner: 'run' })
})

test('a field that the store withholds is named, the rest is read, and after its approval everything comes', async () => {
  await control().setUnapproved({ fields: ['Order.email', 'Customer.firstName'] })
  const tested = (await store.operator.post(path('/test'))).json()
  expect(tested).toMatchObject({ success: true })
  expect(tested.message).toContain('does not let this app read: e-mail addresses of orders, first names of customers')
  const { lastRun, missingScopes } = await ended()
  expect(lastRun).toMatchObject({ state: 'done', message: expect.stringContaining('e-mail addresses of orders') })
  expect(missingScopes).toContain('e-mail addresses of orders')
  expect(await ourSum()).toEqual(await shopSum())
  expect(await count('store_orders', 'and email is not null')).toBe(0)
  await control().setUnapproved({ fields: [] })
  expect((await store.operator.post(path('/test'))).json().message).toBe('Connected to North Supply')
  await until(card, (found) => found.lastRun.id !== lastRun.id && found.lastRun.state === 'done')
  expect(await count('store_orders', 'and email is not null')).toBeGreaterThan(50)
  expect(await count('store_customers', 'and first_name is null')).toBe(0)
})

test('what is withheld only while the orders are read comes after its approval, too', async () => {
  await control().bulkManner({ manner: 'hold' })
  await store.operator.post(path('/sync'))
  await until(card, ({ lastRun }) => lastRun?.message === 'Reading orders')
  await control().setUnapproved({ fields: ['Order.email'] })
  await control().bulkManner({ manner: 'run' })
  expect((await ended()).lastRun).toMatchObject({
    ...{ state: 'done', message: expect.stringContaining('does not let this app read: e-mail addresses of orders') },
  })
  await control().setUnapproved({ fields: [] })
  await syncOnce()
  expect(await count('store_orders', 'and email is not null')).toBeGreaterThan(50)
})

test('without any access to orders the rest is read, and Test and the sync say why', async () => {
  await control().dropScopes({ scopes: ['read_orders', 'read_all_orders'] })
  const tested = (await store.operator.post(path('/test'))).json()
  expect(tested).toMatchObject({ success: false, message: expect.stringMatching(/^Shopify gives no access to orders/) })
  await store.operator.post(path('/sync'))
  const { lastRun, status } = await ended()
  await control().grantScopes({ scopes: ['read_orders', 'read_all_orders'] })
  expect({ status, lastRun }).toMatchObject({ status: 'error', lastRun: { state: 'failed' } })
  expect([await count('store_products'), await count('store_orders')]).toEqual([60, 0])
  await store.operator.post(path('/test'))
  expect((await until(card, (found) => found.lastRun.state === 'done')).status).toBe('connected')
  expect(await ourSum()).toEqual(await shopSum())
})

test('webhooks bring only ids; ended ones come back with the next sync, which finds what they missed', async () => {
  await syncOnce()
  const fields = (await subscriptions()).map(({ topic, includeFields }) => [topic, includeFields])
  expect(fields).toContainEqual(['ORDERS_UPDATED', ['id']])
  expect(fields).toContainEqual(['REFUNDS_CREATE', ['id', 'order_id']])
  await control().endSubscriptions({})
  for (const index of [30, 31]) await control().deleteRecord({ kind: 'orders', index })
  await store.server.given.sql(`delete from store_orders where company_id = $1 and id = 5000000041`, [store.company.id])
  const { lastRun } = await syncOnce()
  expect(lastRun.message).toContain('2 orders that the store has deleted are gone here, too')
  expect(lastRun.message).toContain('1 orders that were missed are here now')
  expect((await subscriptions()).length).toBe(11)
  expect(await ourSum()).toEqual(await shopSum())
})

test('what the store deletes while the integration is off is gone after it is switched on', async () => {
  await syncOnce()
  await store.operator.patch(path(), { isEnabled: false })
  await control().deleteRecord({ kind: 'orders', index: 35 })
  await control().sendWebhook({ topic: 'orders/delete', index: 35 })
  const { lastRun } = await card()
  await store.operator.patch(path(), { isEnabled: true })
  await until(card, (found) => found.lastRun.id !== lastRun.id && found.lastRun.state === 'done')
  expect(await ourSum()).toEqual(await shopSum())
})

test('a webhook that Shopify refuses does not keep the others from being subscribed, and the card says so', async () => {
  let isFirst = true
  await control().misbehave({
    ...{ share: 1, path: 'graphql' },
    change: (answer) => {
      const { data } = answer.body as { data?: { webhookSubscriptionCreate?: unknown } }
      if (!data?.webhookSubscriptionCreate || !isFirst) return answer
      isFirst = false
      const userErrors = [{ field: ['topic'], message: 'This app is not approved for it' }]
      return { ...answer, body: { data: { webhookSubscriptionCreate: { webhookSubscription: null, userErrors } } } }
    },
  })
  const { lastRun } = await syncOnce()
  expect(lastRun.message).toContain(
    'Some changes arrive only with each sync: Shopify refused to tell about ORDERS_CREATE',
  )
  expect((await subscriptions()).map(({ topic }) => topic)).toContain('CUSTOMERS_DELETE')
})

test('Read everything again repairs what no change tells of', async () => {
  await syncOnce()
  await control().deleteRecord({ kind: 'orders', index: 33 })
  await store.server.given.sql(`update store_orders set current_total = 1 where company_id = $1`, [store.company.id])
  await syncOnce()
  expect((await ourSum()).cents).not.toBe((await shopSum()).cents)
  const again = await store.operator.post(path('/sync'), { everything: true })
  expect(again.json().run).toMatchObject({ kind: 'everything' })
  expect((await ended()).lastRun.message).toContain('1 order that the store has deleted is gone here, too')
  expect(await ourSum()).toEqual(await shopSum())
  const [months, days, lines] = await unitsSold()
  expect(Number(lines)).toBeGreaterThan(100)
  expect([months, days]).toEqual([lines, lines])
})

test('an order that moved from another shop counts on the day of its sale', async () => {
  const soldAt = Date.parse('2024-05-05T15:00:00Z') / 1_000
  await control().addOrder({ soldAt })
  await syncOnce()
  const year = async (of: number) =>
    (await store.operator.get(`/api/companies/${store.company.id}/revenue?year=${of}`)).json()
  const moved = (await year(2024)).orders.find(({ processedAt }: { processedAt: string }) =>
    processedAt.startsWith('2024-05-05'),
  )
  expect(moved).toBeDefined()
  expect(moved.createdAtShopify > moved.processedAt).toBe(true)
})
