import { createHmac } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { type Received, receive } from '../shared/testing.ts'
import { startShopify } from './start.ts'

type Shop = Awaited<ReturnType<typeof startShopify>>
const open: { close: () => Promise<void> }[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function subscribed(statusOf?: (received: Received) => number) {
  const shop = await startShopify({ orders: 50, now: new Date('2026-11-21T12:00:00Z') })
  const receiver = await receive(statusOf)
  open.push(shop, receiver)
  for (const topic of ['ORDERS_CREATE', 'ORDERS_UPDATED', 'REFUNDS_CREATE'])
    await subscribe(shop, topic, `${receiver.url}/hooks`)
  return { shop, receiver }
}

async function subscribe(shop: Shop, topic: string, uri: string) {
  const query = `mutation ($topic: WebhookSubscriptionTopic!, $uri: String!) {
    webhookSubscriptionCreate(topic: $topic, webhookSubscription: { uri: $uri, format: JSON }) { webhookSubscription { id topic uri } userErrors { field message } }
  }`
  const answer = await fetch(`${shop.url}/admin/api/2026-10/graphql.json`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-shopify-access-token': shop.credentials.accessToken },
    body: JSON.stringify({ query, variables: { topic, uri } }),
  })
  return JSON.parse(await answer.text()).data.webhookSubscriptionCreate
}

const isSigned = (shop: Shop, { headers, body }: Received) =>
  createHmac('sha256', shop.credentials.clientSecret).update(body).digest('base64') === headers['x-shopify-hmac-sha256']

test('subscribers get a notice of a new order, signed over its bytes', async () => {
  const { shop, receiver } = await subscribed()
  await shop.control.addOrder()
  expect(receiver.received).toHaveLength(1)
  const [received] = receiver.received as [Received]
  expect(received.headers).toMatchObject({
    'x-shopify-topic': 'orders/create',
    'x-shopify-shop-domain': shop.credentials.shop,
    'x-shopify-api-version': '2026-10',
  })
  expect(received.headers['x-shopify-webhook-id']).toBeTruthy()
  expect(isSigned(shop, received)).toBe(true)
  expect(JSON.parse(received.body)).toMatchObject({ admin_graphql_api_id: 'gid://shopify/Order/5000000051' })
})

test('forged and tampered deliveries do not fit their signature', async () => {
  const { shop, receiver } = await subscribed()
  await shop.control.webhookManner({ isForged: true })
  await shop.control.addOrder()
  await shop.control.webhookManner({ isTampered: true })
  await shop.control.addOrder()
  expect(receiver.received.map((each) => isSigned(shop, each))).toEqual([false, false])
})

test('a doubled delivery has the same id', async () => {
  const { shop, receiver } = await subscribed()
  await shop.control.webhookManner({ times: 2 })
  await shop.control.addOrder()
  const ids = receiver.received.map(({ headers }) => headers['x-shopify-webhook-id'])
  expect(ids).toHaveLength(2)
  expect(new Set(ids).size).toBe(1)
})

test('deliveries can come in another order than the events', async () => {
  const { shop, receiver } = await subscribed()
  await shop.control.holdWebhooks()
  const { index } = await shop.control.addOrder()
  await shop.control.refundOrder({ order: index })
  expect(receiver.received).toHaveLength(0)
  await shop.control.releaseWebhooks({ order: 'reversed' })
  const topics = receiver.received.map(({ headers }) => headers['x-shopify-topic'])
  expect(topics).toEqual(['orders/updated', 'refunds/create', 'orders/create'])
})

test('an unanswered delivery is tried eight more times within four hours; then the subscription is deleted', async () => {
  const { shop, receiver } = await subscribed(() => 500)
  await shop.control.addOrder()
  expect(receiver.received).toHaveLength(1)
  await shop.control.advance({ seconds: 60 })
  expect(receiver.received).toHaveLength(2)
  await shop.control.advance({ seconds: 4 * 3_600 })
  expect(receiver.received).toHaveLength(9)
  const topics = (await shop.control.subscriptions()).map(({ topic }) => topic)
  expect(topics).toEqual(['ORDERS_UPDATED', 'REFUNDS_CREATE'])
})

test('a second subscription to the same address is refused, and so is a topic without its scope', async () => {
  const { shop, receiver } = await subscribed()
  const again = await subscribe(shop, 'ORDERS_CREATE', `${receiver.url}/hooks`)
  expect(again.userErrors[0].message).toBe('Address for this topic has already been taken')
  await shop.control.dropScopes({ scopes: ['read_customers'] })
  expect((await subscribe(shop, 'CUSTOMERS_UPDATE', receiver.url)).userErrors[0].field).toEqual(['topic'])
})
