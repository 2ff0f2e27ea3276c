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
