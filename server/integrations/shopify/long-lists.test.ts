import { afterEach, expect, test } from 'vitest'
import { useStore } from '../../testing/outside/connected-store.ts'
import { until } from '../../testing/until.ts'

/** A page has 50. */
const orders = 130
const store = useStore(orders)
const { syncOnce, card, path } = store
const control = () => store.shop.control
afterEach(async () => {
  await control().listManner({})
  await control().behave({})
})

const countOf = async (status: string) => {
  const [row] = await store.server.given.sql<{ n: number }>(
    'select count(*)::int as n from store_orders where company_id = $1 and fulfillment_status = $2',
    [store.company.id, status],
  )
  return row?.n
}

/** All orders change, a few in each second, while the shop has no subscription: no webhook says so. */
async function changeAll(fulfillment: 'IN_PROGRESS' | 'SCHEDULED') {
  await control().endSubscriptions({})
  for (let order = 0; order < orders; order += 1) {
    if (order % 12 === 0) await control().advance({ seconds: 1 })
    await control().changeOrder({ order, fulfillment })
  }
}

test.each([
  ['is longer than Shopify shows', 'IN_PROGRESS', { deepest: 100 }],
  ['loses its place, because its cursors expire', 'SCHEDULED', { manner: 'expired' as const }],
] as const)('a list of changes that %s is read to its end', async (_, fulfillment, manner) => {
  await syncOnce()
  await changeAll(fulfillment)
  await control().listManner(manner)
  const { lastRun } = await syncOnce()
  expect(lastRun).toMatchObject({ state: 'done' })
  expect(await countOf(fulfillment.toLowerCase())).toBe(orders)
})

test('a page with an error inside counts as none: nothing of it is stored, and the card says what the sync waits for', async () => {
  await syncOnce()
  await changeAll('IN_PROGRESS')
  await control().listManner({ manner: 'faulty' })
  await store.operator.post(path('/sync'))
  const { lastRun } = await until(card, (found) => found.lastRun?.waitsFor != null)
  expect(lastRun.waitsFor).toMatch(/^Shopify answered with an error: Internal error/)
  await control().listManner({})
  await store.operator.post(path('/sync'))
  await until(card, (found) => found.lastRun.state === 'done')
  expect(await countOf('in_progress')).toBe(orders)
})

test('a result that Shopify no longer has is asked for anew', async () => {
  await control().misbehave({ kinds: [404], share: 1, times: 1, path: 'bulk-results' })
  await control().forgetCalls({})
  const { lastRun } = await syncOnce()
  expect(lastRun).toMatchObject({ state: 'done', waitsFor: null })
  expect(await control().calls({})).toMatchObject({ 'graphql bulkOperationRunQuery': 4 })
  expect(await store.ourSum()).toEqual(await store.shopSum())
})
