import { createHmac, randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startWorkerOf, useStore } from '../../testing/outside/connected-store.ts'
import { startTestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'

const orders = 160
const store = useStore(orders)
const { card, syncOnce, shopSum, ourSum } = store

/** Sends what the shop says of an order, as the shop does, to a server. @param id of the delivery */
function sendWebhook(to: Pick<typeof store.server, 'app' | 'config'>, index: number, id: string) {
  const body = JSON.stringify({ id: 5_000_000_001 + index })
  const hmac = createHmac('sha256', store.shop.credentials.clientSecret).update(body).digest('base64')
  return to.app.inject({
    ...{ method: 'POST', url: `/api/webhooks/shopify/${store.integration}`, payload: body },
    headers: {
      ...{ host: new URL(store.server.config.appUrl).host, 'content-type': 'application/json' },
      ...{ 'x-shopify-topic': 'orders/updated', 'x-shopify-webhook-id': id },
      ...{ 'x-shopify-shop-domain': 'north-supply.myshopify.com', 'x-shopify-hmac-sha256': hmac },
    },
  })
}

const waiting = () =>
  store.server.given.sql('select from store_webhooks where company_id = $1 and is_waiting', [store.company.id])

test('a flood of notices, on two servers at once and each twice, asks the shop little and is no error', async () => {
  await syncOnce()
  const second = await startTestServer(store.env, store.server.adminUrl)
  await store.worker.stop()
  const workers: Awaited<ReturnType<typeof startWorkerOf>>[] = []
  try {
    await store.server.given.sql(
      `update store_orders set current_total = 1, updated_at_shopify = '2020-01-01' where company_id = $1`,
      [store.company.id],
    )
    await store.shop.control.forgetCalls({})
    await store.shop.control.drainBucket({})
    const statuses = new Set<number>()
    for (let first = 0; first < orders; first += 20) {
      const some = Array.from({ length: 20 }, (_, at) => {
        const id = randomUUID()
        return [sendWebhook(store.server, first + at, id), sendWebhook(second, first + at, id)]
      })
      for (const { statusCode } of await Promise.all(some.flat())) statuses.add(statusCode)
    }
    expect(statuses).toEqual(new Set([202]))
    workers.push(...(await Promise.all([store.server, second].map(startWorkerOf))))
    await until(waiting, ({ length }) => length === 0)
    expect(await ourSum()).toEqual(await shopSum())
    const calls = (await store.shop.control.calls()) as Record<string, number>
    expect(calls['graphql nodes']).toBeLessThan(10)
    expect(calls['graphql shop']).toBeUndefined()
    const failed = await store.operator.get(
      `/api/companies/${store.company.id}/integrations/logs?integrationName=shopify&status=error`,
    )
    expect(failed.json().items).toEqual([])
    expect(await card()).toMatchObject({ status: 'connected', lastError: null })
  } finally {
    await Promise.all(workers.map((each) => each.stop()))
    await second.close()
    store.worker = await startWorkerOf(store.server)
  }
})

test('a record that the shop refuses for good keeps no other one from being read', async () => {
  await syncOnce()
  await store.server.given.sql(
    `update store_orders set current_total = 1, updated_at_shopify = '2020-01-01' where company_id = $1`,
    [store.company.id],
  )
  // All four wait before the first is read: they are asked for together.
  await store.worker.stop()
  for (let index = 0; index < 4; index += 1) await sendWebhook(store.server, index, randomUUID())
  await store.shop.control.misbehave({ kinds: [400], share: 1, times: 1, path: 'graphql' })
  store.worker = await startWorkerOf(store.server)
  await until(waiting, ({ length }) => length === 0)
  const [right] = await store.server.given.sql(
    'select count(*)::int as orders from store_orders where company_id = $1 and current_total <> 1',
    [store.company.id],
  )
  expect(right).toEqual({ orders: 4 })
})
