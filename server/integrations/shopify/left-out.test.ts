import { afterEach, expect, test } from 'vitest'
import { useStore } from '../../testing/outside/connected-store.ts'
import { until } from '../../testing/until.ts'

const store = useStore(120)
const { card, ended, syncOnce, shopSum, ourSum, path } = store
const control = () => store.shop.control
afterEach(async () => {
  await control().bulkManner({ manner: 'run' })
})

const ids = async (table: string) =>
  (
    await store.server.given.sql<{ id: string }>(`select id::text from ${table} where company_id = $1 order by id`, [
      store.company.id,
    ])
  ).map(({ id }) => id)

test('an answer that repeats a record in the place of another does not count as whole', async () => {
  await control().bulkManner({ manner: 'repeat' })
  await store.operator.post(path('/sync'))
  const waiting = await until(
    card,
    ({ lastRun }) => lastRun?.waitsFor != null || lastRun?.state === 'done' || lastRun?.state === 'failed',
  )
  expect(waiting.lastRun).toMatchObject({
    state: 'running',
    waitsFor: expect.stringMatching(/^Shopify's answer about \w+ ended early/),
  })
  await control().bulkManner({ manner: 'run' })
  await store.operator.post(path('/sync'))
  expect((await ended()).lastRun).toMatchObject({ state: 'done' })
  expect(await ourSum()).toEqual(await shopSum())
})

test.each(['lack', 'repeat'] as const)('a record that only the answer lacks stays: %s', async (manner) => {
  await syncOnce()
  const before = [await ids('store_orders'), await ids('store_products'), await ids('store_customers')]
  await control().bulkManner({ manner })
  await store.operator.post(path('/sync'), { everything: true })
  const { lastRun } = await until(
    card,
    ({ lastRun }) => lastRun?.waitsFor != null || lastRun?.state === 'done' || lastRun?.state === 'failed',
  )
  expect(lastRun).toMatchObject(
    manner === 'lack'
      ? { state: 'done', message: expect.stringContaining("Shopify's answer did not show 1 order that the store has") }
      : { waitsFor: expect.stringContaining('ended early: 119 of 120 records') },
  )
  expect([await ids('store_orders'), await ids('store_products'), await ids('store_customers')]).toEqual(before)
})

test('a change that the store dates in the future hides no later one', async () => {
  await syncOnce()
  const inFuture = (text: string) =>
    text.replaceAll(/"updatedAt":"[^"]*"/g, `"updatedAt":"${new Date().getUTCFullYear() + 50}-01-01T00:00:00Z"`)
  await control().misbehave({
    ...{ share: 1, path: 'graphql' },
    change: (answer) => ({ ...answer, body: JSON.parse(inFuture(JSON.stringify(answer.body))) }),
  })
  await control().addOrder({})
  const { orders: all } = await shopSum()
  await until(ourSum, ({ orders }) => orders === all)
  await syncOnce()
  // The webhooks of what follows lead to nothing: the store is locked while they are read.
  await control().misbehave({ kinds: [423], share: 1, path: 'graphql' })
  await control().addOrder({})
  await until(card, ({ lastError }) => lastError?.includes('locked'))
  await control().behave({})
  await syncOnce()
  expect(await ourSum()).toEqual(await shopSum())
})

test('an order that is just becoming older than the store shows is hidden, and stays here', async () => {
  await syncOnce()
  const before = await ids('store_orders')
  await store.server.given.sql(
    `update store_orders set created_at_shopify = now() - interval '60 days' + interval '5 minutes', read_at = now() - interval '1 day'
      where company_id = $1 and id = $2`,
    [store.company.id, before[0]],
  )
  await control().dropScopes({ scopes: ['read_all_orders'] })
  await store.operator.post(path('/sync'), { everything: true })
  const { lastRun } = await ended()
  await control().grantScopes({ scopes: ['read_all_orders'] })
  expect(lastRun).toMatchObject({ state: 'done', message: expect.not.stringContaining('deleted') })
  expect(await ids('store_orders')).toEqual(before)
})

test('a product that changes while the store is read, and cannot be read, does not stop the sync', async () => {
  await syncOnce()
  const [id = ''] = await ids('store_products')
  const gid = `gid://shopify/Product/${id}`
  await control().misbehave({
    ...{ share: 1, path: 'graphql' },
    change: (answer) => {
      const body = structuredClone(answer.body) as {
        data?: { products?: { nodes: object[] }; nodes?: { id: string }[] }
      }
      const updatedAt = new Date().toISOString()
      if (body.data?.products) body.data.products.nodes = [{ id: gid, updatedAt }]
      for (const node of body.data?.nodes ?? []) if (node?.id === gid) Object.assign(node, { title: null })
      return { ...answer, body }
    },
  })
  expect((await syncOnce()).lastRun).toMatchObject({
    ...{ state: 'done', message: expect.stringContaining(`Not readable: product ${id}`) },
  })
})

test('an order that the store dates back is read again when the ids are compared', async () => {
  await syncOnce()
  await store.server.given.sql(
    `update store_orders set current_total = 1, updated_at_shopify = updated_at_shopify + interval '1 hour', read_at = now() - interval '1 hour'
      where company_id = $1 and id = 5000000010`,
    [store.company.id],
  )
  await control().endSubscriptions({})
  await syncOnce()
  expect(await ourSum()).toEqual(await shopSum())
})
