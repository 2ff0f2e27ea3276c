import { integrationCatalogue, integrationNames } from 'contract/integrations/catalogue.ts'
import { expect, test } from 'vitest'
import { typedFor, useServices } from '../testing/outside/services.ts'

const { server, company, operator, manager, services } = useServices()

const at = (path = '') => `/api/companies/${company.id}/integrations${path && `/${path}`}`
const save = (name: string, changes: object, headers = {}) => operator.patch(at(name), changes, headers)

test('five integrations are listed, each with the fields of the catalogue, before any is configured', async () => {
  const { items } = (await operator.get(at())).json()
  expect(items.map((each: { integrationName: string }) => each.integrationName)).toEqual(integrationNames)
  for (const item of items) {
    expect(item).toMatchObject({
      id: null,
      status: 'disconnected',
      isEnabled: false,
      credentialsSaved: false,
      config: { credentialsSaved: false, lastCredentialUpdate: null },
      version: 0,
    })
    const { credentials } = integrationCatalogue[item.integrationName as 'shopify']
    expect(Object.keys(item.credentials)).toEqual(Object.keys(credentials))
  }
})

test('an integration is configured and switched on, and its credentials are saved and never come back', async () => {
  const { config, credentials } = typedFor(services).shopify
  const { etag } = (await operator.get(at('shopify'))).headers
  const made = await save('shopify', { config: { ...config, store_name: 'North' } }, { 'if-match': String(etag) })
  expect([etag, made.statusCode]).toEqual(['"0"', 200])
  expect(made.json()).toMatchObject({
    isEnabled: false,
    config: { ...config, store_name: 'North' },
    credentialsSaved: false,
  })
  const saved = await save('shopify', { isEnabled: true, credentials }, { 'if-match': String(made.json().version) })
  expect(saved.json()).toMatchObject({ credentialsSaved: true, isEnabled: true, status: 'disconnected' })
  expect(saved.json().config).toEqual({
    ...made.json().config,
    ...{ credentialsSaved: true, lastCredentialUpdate: saved.json().lastCredentialUpdate },
  })
  expect(saved.json().credentials.client_secret).toEqual({
    ...{ set: true, last4: credentials.client_secret.slice(-4), changedAt: expect.any(String) },
  })
  expect(saved.json().credentials.admin_access_token).toEqual({ set: false, last4: null, changedAt: null })
  const everything = JSON.stringify([
    saved.json(),
    (await operator.get(at())).json(),
    (await operator.get(at('shopify'))).json(),
  ])
  for (const value of Object.values(credentials)) expect(everything).not.toContain(value)
  const stored = await server.given.sql('select sealed, last4 from integration_secrets where company_id = $1', [
    company.id,
  ])
  expect(stored).toHaveLength(2)
  for (const value of Object.values(credentials)) expect(JSON.stringify(stored)).not.toContain(value)
})

test('of two saves of the same version the second is refused', async () => {
  const { version } = (await save('openai', { config: { model: 'a' } })).json()
  await save('openai', { config: { model: 'b' } }, { 'if-match': String(version) })
  const late = await save('openai', { config: { model: 'c' } }, { 'if-match': String(version) })
  expect(late.statusCode).toBe(409)
  expect(late.json().data).toMatchObject({ reason: 'stale', current: { config: { model: 'b' } } })
})

test.each([
  ['a key that the catalogue does not have', 'openai', { config: { colour: 'red' } }, 'config.colour'],
  ['a credential that it does not have', 'openai', { credentials: { password: 'x' } }, 'credentials.password'],
  ['a name that every object has', 'openai', { config: { constructor: 'x' } }, 'config.constructor'],
  ['a choice that is none', 'quickbooks', { config: { environment: 'moon' } }, 'config.environment'],
  ['a time zone that is none', 'google_calendar', { config: { timezone: 'Mars/Base' } }, 'config.timezone'],
  [
    'a credential that is required and missing',
    'quickbooks',
    { credentials: { client_id: 'x' } },
    'credentials.client_secret',
  ],
  [
    'credentials without the store',
    'shopify',
    { credentials: { client_id: 'x', client_secret: 'y' } },
    'config.store_url',
  ],
])('%s is refused, with its field', async (_, name, changes, field) => {
  const answer = await save(name, changes)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues.map((issue: { field: string }) => issue.field)).toContain(field)
})

test('keys beside config and credentials are refused', async () => {
  expect((await save('openai', { status: 'connected' })).statusCode).toBe(400)
  expect((await save('openai', { companyId: company.id })).statusCode).toBe(400)
  expect((await save('myspace', { isEnabled: true })).statusCode).toBe(404)
})

test.each([
  ...[
    'localhost',
    '127.1',
    '2130706433',
    '[::ffff:127.0.0.1]',
    '169.254.169.254',
    'intranet',
    'north.myshopify.com:22',
  ],
  ...[
    'a.myshopify.com.evil.com',
    'evil#.myshopify.com',
    'https://north.myshopify.com',
    'a@b.myshopify.com',
    'a.b.myshopify.com',
  ],
  ...['NORTH.myshopify.com', 'north.myshopify.com/x', 'north.myshopify.com\n.evil.com'],
])('a store at %s is refused (T86)', async (store_url) => {
  const answer = await save('shopify', { config: { store_url } })
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toEqual([
    {
      field: 'config.store_url',
      message: 'Must be like your-store.myshopify.com: small letters, nothing before or behind it',
    },
  ])
})

test('another host drops the credentials: they are not sent where they were not meant for (T87)', async () => {
  const { config, credentials } = typedFor(services).shopify
  await save('shopify', { config, credentials })
  await operator.post(at('shopify/test'), {})
  const moved = await save('shopify', { config: { store_url: 'attacker.myshopify.com' } })
  expect(moved.json()).toMatchObject({ credentialsSaved: false, status: 'disconnected' })
  expect(moved.json().credentials.client_secret.set).toBe(false)
  await services.shopify.control.forgetCalls()
  expect((await operator.post(at('shopify/test'), {})).statusCode).toBe(409)
  expect(await services.shopify.control.calls()).toEqual({})
  expect(await server.given.sql('select from integration_secrets where company_id = $1', [company.id])).toEqual([])
})

test('the address among the credentials has to be that of the store', async () => {
  const { config, credentials } = typedFor(services).shopify
  const other = { ...credentials, shopify_store_url: 'other.myshopify.com' }
  expect((await save('shopify', { config, credentials: other })).json().data.issues).toEqual([
    { field: 'credentials.shopify_store_url', message: 'Must be the same as the Store URL' },
  ])
  const same = { ...credentials, shopify_store_url: config.store_url }
  expect((await save('shopify', { config, credentials: same })).statusCode).toBe(200)
})

test('another way to sign in drops the credentials of the first', async () => {
  const { shopify, shopifyByToken } = typedFor(services)
  await save('shopify', shopify)
  await operator.post(at('shopify/test'), {})
  const changed = (await save('shopify', shopifyByToken)).json()
  expect(changed.credentials.client_secret.set).toBe(false)
  expect(changed.credentials.admin_access_token.set).toBe(true)
  const fields = await server.given.sql('select field from integration_secrets where company_id = $1', [company.id])
  expect(fields).toEqual([{ field: 'admin_access_token' }])
})

test('what people change is noted for the security log, without a value', async () => {
  const { openai } = typedFor(services)
  await save('openai', openai)
  await operator.post(at('openai/disconnect'), {})
  const events = await server.given.sql<{ kind: string; detail: object }>(
    `select kind, detail from security_events where company_id = $1 and kind like 'integration%' order by id`,
    [company.id],
  )
  expect(events.map(({ kind }) => kind)).toEqual([
    ...['integration_credentials_set', 'integration_configured', 'integration_disconnected'],
  ])
  expect(JSON.stringify(events)).not.toContain(openai.credentials.api_key)
})

/** The starred fields of a service that are credentials, as it begins. */
const starred: Record<string, string[]> = {
  shopify: ['config.store_url', 'credentials.client_id', 'credentials.client_secret'],
  quickbooks: ['credentials.client_id', 'credentials.client_secret'],
  shipstation: ['credentials.api_key'],
  google_calendar: ['credentials.client_id', 'credentials.client_secret'],
  openai: ['credentials.api_key'],
}
const fieldsOf = (answer: Awaited<ReturnType<typeof save>>) =>
  answer.json().data?.issues.map(({ field }: { field: string }) => field)

test.each(integrationNames)('%s: neither saved nor switched on without its starred fields', async (name) => {
  const blank = Object.fromEntries((starred[name] ?? []).map((field) => [field.replace('credentials.', ''), '  ']))
  const { 'config.store_url': _, ...blankCredentials } = blank
  const attempts = [
    { credentials: {} },
    { credentials: blankCredentials },
    { isEnabled: true },
    { isEnabled: true, credentials: {} },
  ]
  for (const changes of attempts) {
    const answer = await save(name, changes)
    expect([changes, answer.statusCode, fieldsOf(answer)]).toEqual([changes, 400, starred[name]])
  }
  expect((await operator.get(at(name))).json()).toMatchObject({ isEnabled: false, credentialsSaved: false, version: 0 })
})

test('without its credentials an integration is off: after Disconnect, and after a change of the host', async () => {
  const { openai, shopify } = typedFor(services)
  await save('openai', { isEnabled: true, ...openai })
  expect((await operator.post(at('openai/disconnect'), {})).json()).toMatchObject({ isEnabled: false })
  expect(fieldsOf(await save('openai', { isEnabled: true }))).toEqual(['credentials.api_key'])
  await save('shopify', { isEnabled: true, ...shopify })
  const elsewhere = await save('shopify', { config: { store_url: 'other.myshopify.com' } })
  expect(elsewhere.json()).toMatchObject({ isEnabled: false, credentialsSaved: false })
})

test.each([
  ['google_calendar', { calendar_name: 'Parties' }, 'config.calendar_name'],
  ['google_calendar', { timezone: 'Asia/Tokyo' }, 'config.timezone'],
  ['shipstation', { store_name: 'Other' }, 'config.store_name'],
  ['quickbooks', { company_name: 'Other' }, 'config.company_name'],
] as const)('%s: %o is locked while credentials are saved, as on the screen', async (name, config, field) => {
  const typed = typedFor(services)[name]
  await save(name, typed)
  expect(fieldsOf(await save(name, { config }))).toEqual([field])
  expect((await save(name, { config: typed.config })).statusCode).toBe(200) // as it is
  expect((await operator.get(at(name))).json().config).toMatchObject(typed.config)
  await operator.post(at(`${name}/disconnect`), {})
  expect((await save(name, { config })).json().config).toMatchObject(config)
})

test('who connected, changed and disconnected is in the history, for those who may see integrations', async () => {
  const { openai } = typedFor(services)
  await save('openai', { isEnabled: true, ...openai })
  await operator.post(at('openai/test'), {})
  await operator.post(at('openai/test'), {}) // still connected
  await save('openai', { isEnabled: true }) // nothing changes
  const { id } = (await operator.post(at('openai/disconnect'), {})).json()
  const history = async (reader: typeof operator) =>
    (await reader.get(`/api/companies/${company.id}/activity?entityType=integration&entityId=${id}`)).json().items
  expect(
    (await history(operator)).map((each: Record<string, unknown>) => [each.description, each.userId, each.canUndo]),
  ).toEqual(
    ['Disconnected', 'Connected', 'Switched on. Changed Model', 'Saved credentials'].map((words) => [
      ...[words, operator.person.id, false],
    ]),
  )
  expect(await history(manager)).toEqual([])
})

test('another company has no integrations for an operator of this one, and a manager has none', async () => {
  const stranger = await server.signIn('company_operator', await server.given.company())
  expect((await stranger.get(at())).statusCode).toBe(404)
  expect((await stranger.patch(at('shopify'), { isEnabled: true })).statusCode).toBe(404)
  expect((await manager.get(at())).statusCode).toBe(403)
})

test('a company that was sold can be connected with nothing', async () => {
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [company.id])
  expect((await sbr.post(at('shopify/test'), {})).statusCode).toBe(409)
  expect((await sbr.patch(at('shopify'), { isEnabled: true })).statusCode).toBe(409)
  expect((await sbr.get(at())).statusCode).toBe(200)
})
