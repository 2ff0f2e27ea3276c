import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useStore } from '../../testing/outside/connected-store.ts'
import { until } from '../../testing/until.ts'

const store = useStore(60)
const { card, ended, syncOnce, subscriptions, path } = store

test('disconnecting stops the sync and removes the webhooks at the store; what could not be removed is reported', async () => {
  await syncOnce()
  await until(subscriptions, ({ length }) => length === 11)
  const gone = await store.operator.post(path('/disconnect'))
  expect(gone.json()).toMatchObject({ remains: null, credentialsSaved: false, status: 'disconnected', lastError: null })
  expect(await subscriptions()).toEqual([])

  await store.operator.patch(path(), store.typed())
  await syncOnce()
  await until(subscriptions, ({ length }) => length === 11)
  await store.operator.post(path('/sync'))
  await ended()
  await store.shop.control.misbehave({ kinds: [423], share: 1 })
  const words = 'The webhooks of this connection may stay at the store: This Shopify store is locked'
  expect((await store.operator.post(path('/disconnect'))).json()).toMatchObject({
    remains: words,
    status: 'disconnected',
  })
  expect(await card()).toMatchObject({ lastError: words, credentialsSaved: false })
})

test('another address, and another company, remove the webhooks at the old store; what could not be removed is reported', async () => {
  const connectWhole = async () => {
    await syncOnce()
    await until(subscriptions, ({ length }) => length === 11)
  }
  await connectWhole()
  const other = { config: { store_url: 'other.myshopify.com' } }
  const key = { 'idempotency-key': randomUUID() }
  const sendChange = () => store.operator.patch(path(), other, key)
  expect((await sendChange()).json()).toMatchObject({ remains: null, credentialsSaved: false, lastError: null })
  expect(await subscriptions()).toEqual([])
  expect((await sendChange()).json()).toMatchObject({ config: other.config, remains: null })

  await store.operator.patch(path(), store.typed())
  await connectWhole()
  await store.shop.control.misbehave({ kinds: [423], share: 1 })
  const words = 'The webhooks of this connection may stay at the store: This Shopify store is locked'
  const again = { 'idempotency-key': randomUUID() }
  const refused = () => store.operator.patch(path(), other, again)
  const before = await store.shop.control.calls()
  expect((await store.operator.patch(path(), other, { 'if-match': '1' })).statusCode).toBe(409)
  expect(await store.shop.control.calls()).toEqual(before) // what is refused asks nobody
  expect((await refused()).json().remains).toBe(words)
  expect((await refused()).json().remains).toBe(words)
  expect(await card()).toMatchObject({ lastError: words, credentialsSaved: false })
  await store.shop.control.behave({})

  await store.operator.patch(path(), store.typed())
  await connectWhole()
  const next = await store.server.given.company()
  const firm = await store.server.signIn('sbr_operator', await store.server.given.firm())
  const move = (toCompanyId: string, of = path('/move')) => firm.post(of, { toCompanyId })
  expect((await move(store.company.id)).json().remains).toBeNull()
  expect((await move(randomUUID())).statusCode).toBe(422)
  expect(await subscriptions()).toHaveLength(11)
  expect((await move(next.id)).json()).toMatchObject({ companyId: next.id, remains: null })
  expect(await subscriptions()).toEqual([])
  const output = await store.operator.get(
    `/api/companies/${store.company.id}/integrations/logs?integrationName=shopify`,
  )
  expect(output.body).toContain('End a webhook')
})

test('a move says what stays at a store that does not answer', async () => {
  await syncOnce()
  await until(subscriptions, ({ length }) => length === 11)
  const next = await store.server.given.company()
  const firm = await store.server.signIn('sbr_operator', await store.server.given.firm())
  await store.shop.control.misbehave({ kinds: [423], share: 1 })
  const remains = 'The webhooks of this connection may stay at the store: This Shopify store is locked'
  const moved = await firm.post(path('/move'), { toCompanyId: next.id })
  expect([moved.statusCode, moved.json()]).toMatchObject([200, { companyId: next.id, remains }])
  const cardThere = await firm.get(`/api/companies/${next.id}/integrations/shopify`)
  expect(cardThere.json()).toMatchObject({ lastError: remains, credentialsSaved: false })
})

test('a change of address that is refused after the webhooks were taken away puts them back', async () => {
  await syncOnce()
  await until(subscriptions, ({ length }) => length === 11)
  const { version } = await card()
  const colleague = await store.server.adminClient()
  await colleague.query('begin')
  await colleague.query(
    `update integration_configs set config = config || '{"store_name": "North"}' where company_id = $1`,
    [store.company.id],
  )
  const other = { config: { store_url: 'other.myshopify.com' } }
  const request = store.operator.patch(path(), other, { 'if-match': String(version) })
  await until(subscriptions, ({ length }) => length === 0)
  await colleague.query('commit')
  await colleague.end()
  expect((await request).statusCode).toBe(409)
  await until(subscriptions, ({ length }) => length === 11)
  expect(await ended()).toMatchObject({ credentialsSaved: true, lastRun: { state: 'done' } })
})

test('a store whose webhooks cannot be recognised is not asked to send any', async () => {
  const config = { store_url: 'north-supply.myshopify.com', auth_mode: 'static_token' }
  const { accessToken: admin_access_token } = store.shop.credentials
  await store.operator.patch(path(), { config, credentials: { admin_access_token } })
  const message = expect.stringContaining('Changes arrive only with each sync: save the API Secret Key')
  expect(await syncOnce()).toMatchObject({ lastRun: { state: 'done', message } })
  expect(await subscriptions()).toEqual([])
  const webhook_secret = store.shop.credentials.clientSecret
  await store.operator.patch(path(), { credentials: { webhook_secret } })
  await syncOnce()
  await until(subscriptions, ({ length }) => length === 11)
})
