import { expect, test, vi } from 'vitest'
import { consentAt, typedFor, useServices } from '../testing/outside/services.ts'

const { server, company, operator, services } = useServices()

const at = (path = '') => `/api/companies/${company.id}/integrations${path && `/${path}`}`
type Typed = keyof ReturnType<typeof typedFor>
const names: Record<string, string> = { shopifyByToken: 'shopify', shipstation2: 'shipstation' }
const nameOf = (kind: Typed) => names[kind] ?? kind

async function connected(kind: Typed) {
  const saved = await operator.patch(at(nameOf(kind)), { isEnabled: true, ...typedFor(services)[kind] })
  expect(saved.statusCode).toBe(200)
}
const tested = async (kind: Typed) => (await operator.post(at(`${nameOf(kind)}/test`), {})).json()
const card = async (name: string) => (await operator.get(at(name))).json()

test.each([
  ['shopify', 'Connected to North Supply', 'North Supply'],
  ['shopifyByToken', 'Connected to North Supply', 'North Supply'],
  ['shipstation', 'Connected to ShipStation (version 1): 1 store', 'North Supply'],
  ['shipstation2', 'Connected to ShipStation (version 2): 3 carriers', null],
  ['openai', 'Connected to OpenAI: 4 models, gpt-5.6 among them', null],
] as const)('%s works with its credentials, and the card says so', async (kind, message, account) => {
  await connected(kind)
  expect(await tested(kind)).toMatchObject({ success: true, message, account })
  expect(await card(nameOf(kind))).toMatchObject({
    ...{ status: 'connected', needsReconnect: false, accountName: account, lastError: null, lastTestMessage: message },
    ...{ lastTestAt: expect.any(String), lastSuccessAt: expect.any(String), isOverdue: false },
  })
})

test('an integration without credentials says so, and nothing is asked', async () => {
  const answer = await operator.post(at('openai/test'), {})
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'Save the credentials first'])
  expect(await services.openai.control.calls()).toEqual({})
})

test('looking at the cards asks no service', async () => {
  for (const kind of ['shopify', 'shipstation', 'openai'] as const) await connected(kind)
  await operator.get(at())
  for (const service of [services.shopify, services.shipstation, services.openai])
    expect(await service.control.calls()).toEqual({})
})

test.each([
  ['shopifyByToken', { admin_access_token: 'shpat_wrong_wrong' }, 'Shopify does not accept this access token'],
  ['shopify', { client_secret: 'shpss_wrong_wrong' }, 'Shopify does not accept this client secret'],
  ['shopify', { client_id: 'somebody-else' }, 'Shopify does not know this client ID'],
  ['shipstation', { api_secret: 'wrong-wrong' }, 'ShipStation does not accept this key: it is wrong, or has expired'],
  ['shipstation2', { api_key: 'wrong-wrong' }, 'ShipStation does not accept this key: it is wrong, or has expired'],
  ['openai', { api_key: 'sk-wrong-wrong' }, 'OpenAI does not accept this API key'],
] as const)('%s with a wrong credential fails in words and needs a new one', async (kind, wrong, message) => {
  const { config, credentials } = typedFor(services)[kind]
  await operator.patch(at(nameOf(kind)), { isEnabled: true, config, credentials: { ...credentials, ...wrong } })
  expect(await tested(kind)).toMatchObject({ success: false, message })
  expect(await card(nameOf(kind))).toMatchObject({
    ...{ status: 'error', needsReconnect: true, lastError: message, lastErrorAt: expect.any(String) },
  })
  await connected(kind) // the right one is typed
  expect(await card(nameOf(kind))).toMatchObject({ needsReconnect: false, lastError: null })
  expect(await tested(kind)).toMatchObject({ success: true })
})

test.each([
  ['shopifyByToken', 402, 'This Shopify store is frozen: its bill is not paid'],
  ['shopifyByToken', 404, 'There is no Shopify store at this address'],
  ['shopifyByToken', 423, 'This Shopify store is locked'],
  ['shopifyByToken', 503, 'Shopify has a problem of its own (503)'],
  ['openai', 500, 'OpenAI has a problem of its own (500)'],
  ['shipstation', 500, 'ShipStation has a problem of its own (500)'],
  ['shipstation2', 400, 'ShipStation refused the call: The request is invalid.'],
  ['openai', 'cut', 'OpenAI broke off its answer'],
  ['openai', 'garbage', 'OpenAI answered with something that is no JSON'],
  ['shipstation', 'redirect', 'ShipStation answered with another address, which is not followed'],
  ['openai', 'huge', 'OpenAI answered with more than is accepted'],
  ['shopifyByToken', 'bomb', 'Shopify answered with more than is accepted'],
  ['openai', 'html', 'OpenAI has a problem of its own (502)'],
] as const)('%s answers %s: the card says it in words (T88)', async (kind, fault, message) => {
  await connected(kind)
  const name = nameOf(kind) as 'shopify' | 'shipstation' | 'openai'
  await services[name].control.misbehave({ kinds: [fault], share: 1, retryAfter: 0 })
  expect(await tested(kind)).toMatchObject({ success: false, message })
  expect(await card(name)).toMatchObject({ status: 'error', lastError: message, needsReconnect: fault === 404 })
  await services[name].control.behave()
  expect(await tested(kind)).toMatchObject({ success: true })
  expect(await card(name)).toMatchObject({ status: 'connected', lastError: null })
})

test.each([
  ['openai', 'OpenAI asks for fewer calls; try again in a moment'],
  ['shipstation', 'ShipStation asks for fewer calls; try again in a moment'],
  ['shopifyByToken', 'Shopify asks for fewer calls; try again in a moment'],
] as const)(
  '%s asks for fewer calls: the person is told, and the connection stays as it was',
  async (kind, message) => {
    await connected(kind)
    await tested(kind)
    const name = nameOf(kind) as 'shopify' | 'shipstation' | 'openai'
    const before = await card(name)
    await services[name].control.misbehave({ kinds: [429], share: 1, retryAfter: 0 })
    expect(await tested(kind)).toMatchObject({ success: false, message })
    expect(await card(name)).toMatchObject({
      status: 'connected',
      lastError: null,
      lastSuccessAt: before.lastSuccessAt,
    })
  },
)

// A second of a person is fifty milliseconds here.
test('a service that stays silent is called once while a person waits, and its name is in the words', async () => {
  const kinds = ['shopifyByToken', 'quickbooks', 'shipstation', 'google_calendar', 'openai'] as const
  const serviceOf = (kind: (typeof kinds)[number]) =>
    services[kind === 'shopifyByToken' ? 'shopify' : kind === 'google_calendar' ? 'google' : kind]
  for (const kind of kinds) {
    await connected(kind)
    if (kind === 'quickbooks' || kind === 'google_calendar') await consentAt(operator, company.id, kind)
    await serviceOf(kind).control.misbehave({ kinds: ['hang'], share: 1 })
    await serviceOf(kind).control.forgetCalls()
  }
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => timeout(ms / 20))
  const results = await Promise.all(kinds.map(tested))
  const labels = ['Shopify', 'QuickBooks', 'ShipStation', 'Google Calendar', 'OpenAI']
  expect(results.map(({ success, message }) => [success, message])).toEqual(
    labels.map((label) => [false, `${label} did not answer in time`]),
  )
  const draft = await operator.post(`/api/companies/${company.id}/assistant/sop-draft`, {
    notes: 'Unpack the valves, check them for scratches.',
  })
  expect([draft.statusCode, draft.json().message]).toEqual([424, 'OpenAI did not answer in time'])
  const calls = kinds.map(async (kind) => Object.values(await serviceOf(kind).control.calls()))
  expect(await Promise.all(calls)).toEqual([[1], [1], [1], [1], [1, 1]])
})

test('permissions that are missing are named', async () => {
  await services.shopify.control.dropScopes({ scopes: ['read_all_orders', 'read_inventory'] })
  await connected('shopifyByToken')
  const result = await tested('shopifyByToken')
  await services.shopify.control.grantScopes({ scopes: ['read_all_orders', 'read_inventory'] })
  expect(result.missingScopes).toEqual(['read_all_orders']) // who may write stock may read it
  expect(result.message).toBe('Connected to North Supply. Missing permissions: read_all_orders')
  expect((await card('shopify')).missingScopes).toEqual(['read_all_orders'])
})

test('a 403 keeps the words of the service', async () => {
  await connected('openai')
  await services.openai.control.setListing({ mayList: false })
  expect((await tested('openai')).message).toContain('Missing scopes: api.model.read')
  await services.openai.control.setListing({ mayList: true })
  await connected('shipstation2')
  await services.shipstation.control.misbehave({ kinds: [403], share: 1 })
  expect((await tested('shipstation2')).message).toMatch(/^ShipStation does not allow this: ./)
})

test('models of speech and pictures are not offered, and none of them passes the test', async () => {
  await connected('openai')
  const offered = (await operator.get(`/api/companies/${company.id}/integrations/openai/models`)).json().models
  expect(offered).toEqual(['gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.6', 'gpt-5.6-mini'])
  await operator.patch(at('openai'), { config: { model: 'gpt-4o-mini-tts' } })
  expect(await tested('openai')).toMatchObject({
    ...{ success: false, message: 'gpt-4o-mini-tts does not write text: choose another model' },
  })
})

test('a model that the account does not have is named; a key that may not list models works all the same', async () => {
  await connected('openai')
  await operator.patch(at('openai'), { config: { model: 'gpt-9' } })
  expect(await tested('openai')).toMatchObject({ success: false, message: 'This account has no model named gpt-9' })
  await services.openai.control.setListing({ mayList: false })
  await connected('openai')
  const result = await tested('openai')
  await services.openai.control.setListing({ mayList: true })
  expect(result).toMatchObject({
    success: true,
    message: expect.stringMatching(/^The key is accepted, and may use gpt-5.6; it may not list models. OpenAI says: /),
  })
})

test('ShipStation version 2 says 200 and means an error', async () => {
  await connected('shipstation2')
  await services.shipstation.control.softErrors({ times: 1 })
  expect(await tested('shipstation2')).toMatchObject({
    ...{ success: false, message: 'ShipStation answered with an error: The carrier did not answer' },
  })
})

test.each([
  ['damaged', `update integration_secrets set sealed = left(sealed, -6) || 'AAAAAA' where company_id = $1`],
  [
    'of a key that is gone',
    `update integration_secrets set sealed = replace(sealed, 'v1.', 'v1.old') where company_id = $1`,
  ],
])('a stored credential that is %s must be re-entered', async (_, damage) => {
  await connected('openai')
  await server.given.sql(damage, [company.id])
  const words = 'The saved credentials cannot be read: credentials must be re-entered'
  expect(await tested('openai')).toMatchObject({ success: false, message: words })
  expect(await card('openai')).toMatchObject({ needsReconnect: true, lastError: words, status: 'error' })
  expect((await operator.post(at('openai/disconnect'), {})).json()).toMatchObject({ credentialsSaved: false })
  await connected('openai')
  expect(await tested('openai')).toMatchObject({ success: true })
})

test('a credential that was copied into the row of another company does not open there (T93)', async () => {
  await connected('openai')
  const other = await server.given.company()
  const stranger = await server.signIn('company_operator', other)
  const { config } = typedFor(services).openai
  const path = `/api/companies/${other.id}/integrations/openai`
  await stranger.patch(path, { config, credentials: { api_key: 'sk-another-key' } })
  await server.given.sql(
    `update integration_secrets set sealed = (select sealed from integration_secrets where company_id = $1) where company_id = $2`,
    [company.id, other.id],
  )
  await services.openai.control.forgetCalls()
  expect((await stranger.post(`${path}/test`, {})).json()).toMatchObject({
    ...{ success: false, message: 'The saved credentials cannot be read: credentials must be re-entered' },
  })
  expect(await services.openai.control.calls()).toEqual({})
})

test('disconnecting forgets the credentials and all that was learned with them', async () => {
  await connected('shopify')
  await tested('shopify')
  expect((await operator.post(at('shopify/disconnect'), {})).json()).toMatchObject({
    ...{
      status: 'disconnected',
      credentialsSaved: false,
      lastCredentialUpdate: null,
      accountName: null,
      isEnabled: false,
    },
    ...{ config: { store_url: 'north-supply.myshopify.com' }, credentials: { client_secret: { set: false } } },
  })
  expect(await server.given.sql('select from integration_secrets where company_id = $1', [company.id])).toEqual([])
  expect((await operator.post(at('shopify/test'), {})).statusCode).toBe(409)
})

test('an integration that is on and has not worked for three intervals is overdue; one that is off is not', async () => {
  await connected('openai')
  await tested('openai')
  const passed = (hours: number) =>
    server.given.sql(
      `update integration_configs set last_success_at = now() - $2 * interval '1 hour' where company_id = $1`,
      [...[company.id, hours]],
    )
  await passed(17)
  expect(await card('openai')).toMatchObject({ isOverdue: false })
  await passed(19)
  expect(await card('openai')).toMatchObject({ isOverdue: true })
  await operator.patch(at('openai'), { isEnabled: false })
  expect(await card('openai')).toMatchObject({ isOverdue: false })
})

test('syncing is for Shopify alone, and needs credentials and the switch', async () => {
  const answer = await operator.post(at('openai/sync'), {})
  expect([answer.statusCode, answer.json().message]).toEqual([
    ...[422, 'Sync is currently only supported for Shopify integrations'],
  ])
  expect((await operator.post(at('shopify/sync'), {})).json().message).toBe('Save the credentials first')
  for (const kind of ['shopify', 'shipstation', 'google_calendar'] as const) {
    await connected(kind)
    await operator.patch(at(kind), { isEnabled: false })
    const refused = await operator.post(at(`${kind}/sync`), {})
    expect([refused.statusCode, refused.json().message]).toEqual([409, 'Switch the integration on first'])
  }
})

test.each(['shopify', 'quickbooks', 'google_calendar'] as const)(
  'an access token of %s that is refused before its time is renewed, and nobody has to connect again',
  async (name) => {
    await connected(name)
    if (name !== 'shopify') await consentAt(operator, company.id, name)
    expect(await tested(name)).toMatchObject({ success: true })
    await { shopify: services.shopify, quickbooks: services.quickbooks, google_calendar: services.google }[
      name
    ].control.expireTokens({})
    expect(await tested(name)).toMatchObject({ success: true })
    expect(await card(name)).toMatchObject({ status: 'connected', needsReconnect: false, lastError: null })
  },
)
