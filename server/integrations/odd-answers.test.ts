import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import type { z } from 'zod'
import type { Misbehaviour } from '../../counterparts/shared/faults.ts'
import { consentAt, typedFor, useServices } from '../testing/outside/services.ts'

// Answers that the services give in real life, from reports of other programs. For each the person reads what happened and what to do next.

const { company, operator, services } = useServices()

type Change = NonNullable<z.input<typeof Misbehaviour>['change']>
const at = (path: string) => `/api/companies/${company.id}/${path}`
const saying =
  (status: number, body: unknown, headers: Record<string, string> = {}): Change =>
  () => ({ status, body, headers })
type Name = Exclude<keyof typeof services, 'google'> | 'google_calendar'
const control = (name: Name) => services[name === 'google_calendar' ? 'google' : name].control

async function connect(name: Name) {
  await operator.patch(at(`integrations/${name}`), { isEnabled: true, ...typedFor(services)[name] })
  if (name === 'quickbooks' || name === 'google_calendar') await consentAt(operator, company.id, name)
}
const misbehave = (name: Name, path: string, change: Change) => control(name).misbehave({ share: 1, path, change })
const card = async (name: Name) => (await operator.get(at(`integrations/${name}`))).json()
const pressTest = async (name: Name) => (await operator.post(at(`integrations/${name}/test`), {})).json()

const ofOpenai = (message: string, code: string | null = null) => ({ error: { message, type: 'x', param: null, code } })
const ofGoogle = (message: string, reason: string) => ({
  error: { code: 403, message, errors: [{ domain: 'usageLimits', reason, message }] },
})
const page = saying(200, '<html><title>Sign in</title></html>', { 'content-type': 'text/html' })
const scopes = 'You have insufficient permissions for this operation. Missing scopes: api.model.read. Check your role.'
const notEnabled = 'Google Calendar API has not been used in project 12 before or it is disabled.'
const unauthorized = 'message=ApplicationAuthorizationFailed; errorCode=003100; statusCode=403'

test.each<[Name, path: string, Change, message: string]>([
  [
    'openai',
    'models',
    saying(401, ofOpenai(scopes)),
    'The key is accepted; it may not list models. OpenAI says: You have',
  ],
  [
    'openai',
    'models',
    saying(401, ofOpenai('Your IP is not on the list', 'ip_not_authorized')),
    'OpenAI does not allow this: Your IP',
  ],
  [
    'openai',
    'models',
    saying(429, ofOpenai('Not active', 'billing_not_active')),
    'The OpenAI account has no quota left: check its plan',
  ],
  [
    'openai',
    'models',
    saying(400, ofOpenai('Limit', 'billing_hard_limit_reached')),
    'The OpenAI account has no quota left: check its',
  ],
  ['openai', 'models', saying(503, '', { 'content-encoding': 'gzip' }), 'OpenAI has a problem of its own (503)'],
  [
    'openai',
    'models',
    saying(200, gzipSync('{"data":[]}').subarray(0, 15), { 'content-encoding': 'gzip' }),
    'OpenAI broke off its answer',
  ],
  [
    'google_calendar',
    'calendarList',
    saying(403, ofGoogle(notEnabled, 'accessNotConfigured')),
    `Google Calendar does not allow this: ${notEnabled}`,
  ],
  [
    'google_calendar',
    'calendarList',
    saying(403, ofGoogle('Daily Limit', 'dailyLimitExceeded')),
    'Google Calendar asks for fewer calls',
  ],
  [
    'google_calendar',
    'calendarList',
    saying(200, { kind: 'calendar#calendarList' }),
    'There is no main calendar. This account has: none',
  ],
  ['google_calendar', 'calendarList', page, 'Google answered with something that is no JSON'],
  [
    'quickbooks',
    'companyinfo',
    saying(403, { fault: { error: [{ message: unauthorized, detail: null, code: '3100' }] } }),
    'QuickBooks gives no access to this company: connect again, and check the Environment',
  ],
  [
    'quickbooks',
    'companyinfo',
    saying(400, { Fault: { Error: [{ Message: 'Bad', Detail: 'No such year', code: 100 }] } }),
    'QuickBooks refused the call: No such year',
  ],
  [
    'quickbooks',
    'companyinfo',
    saying(403, '<?xml version="1.0"?><IntuitResponse/>'),
    'QuickBooks does not allow this',
  ],
  ['quickbooks', 'companyinfo', page, 'QuickBooks answered with something that is no JSON'],
  [
    'shipstation',
    'stores',
    saying(402, { Message: 'Your trial has ended' }),
    'ShipStation refused the call: Your trial has ended',
  ],
  ['shipstation', 'stores', saying(500, { Message: null }), 'ShipStation has a problem of its own (500)'],
  [
    'shipstation',
    'stores',
    saying(200, [{ storeId: 1, storeName: null }]),
    'Connected to ShipStation (version 1): 1 store',
  ],
  [
    'shipstation',
    'stores',
    saying(
      200,
      [1, 2].map((storeId) => ({ storeId, storeName: 'North', active: true })),
    ),
    'There are 2 stores named North: give them different names in ShipStation',
  ],
  ['shopify', 'graphql', saying(403, { errors: 'Unavailable Shop' }), 'Shopify does not allow this: Unavailable Shop'],
  [
    'shopify',
    'graphql',
    saying(200, { errors: [{ message: 'Shop is inactive', path: null, extensions: null }] }),
    'Shopify answered with an error: Shop is inactive',
  ],
  [
    'shopify',
    'graphql',
    saying(301, '', { location: 'https://other.myshopify.com/' }),
    'Shopify answered with another address',
  ],
  ['openai', 'models', saying(403, '<html>Blocked</html>'), 'OpenAI does not allow this'],
  [
    'openai',
    'models',
    saying(200, { data: [{ id: null }, { id: 'gpt-5.6' }] }),
    'Connected to OpenAI: 1 models, gpt-5.6 among them',
  ],
  [
    'google_calendar',
    'calendarList',
    saying(403, { error: { code: 403, message: 'Request had insufficient authentication scopes.' } }),
    'Not all permissions were given: connect again',
  ],
  [
    'shopify',
    'graphql',
    (answer) => ({ ...answer, headers: { 'x-shopify-api-version': '2027-01' } }),
    'Connected to North Supply. Shopify answered with version 2027-01 in place of',
  ],
])('case %#: %s answers oddly at %s, and the test says what it means', async (name, path, change, message) => {
  await connect(name)
  await misbehave(name, path, change)
  expect((await pressTest(name)).message).toContain(message)
  await control(name).behave({})
  if (!(await card(name)).needsReconnect) expect(await pressTest(name)).toMatchObject({ success: true })
})

test('names and words of a service are cleaned like those that people write', async () => {
  const odd = 'North\u0000\u202e & Co\n'
  await connect('quickbooks')
  await misbehave('quickbooks', 'companyinfo', saying(200, { CompanyInfo: { CompanyName: odd, LegalName: odd } }))
  expect(await pressTest('quickbooks')).toMatchObject({ message: 'Connected to North & Co', account: 'North & Co' })
  expect(await card('quickbooks')).toMatchObject({ accountName: 'North & Co' })
  const books = (await operator.get(at('integrations/quickbooks/books?year=2025'))).json()
  expect(books).toMatchObject({ companyName: 'North & Co', legalName: 'North & Co' })
  const fault = { Fault: { Error: [{ Message: odd, Detail: `Because\u0000 of ${odd}`, code: '1' }] } }
  await misbehave('quickbooks', 'companyinfo', saying(400, fault))
  expect((await pressTest('quickbooks')).message).toBe('QuickBooks refused the call: Because of North & Co')
  await misbehave('quickbooks', 'query', (answer) => {
    const body = JSON.parse(JSON.stringify(answer.body))
    for (const vendor of body.QueryResponse.Vendor ?? []) vendor.DisplayName = odd
    return { ...answer, body }
  })
  const { onlyThere } = (await operator.get(at('integrations/quickbooks/vendors'))).json()
  expect(onlyThere.names).toEqual(['North & Co'])
})

test('of two stores with one name in ShipStation the one in use is read', async () => {
  await connect('shipstation')
  const stores = ['NORTH', 'North'].map((storeName, storeId) => ({ storeId, storeName, active: storeId === 1 }))
  await misbehave('shipstation', 'stores', saying(200, stores))
  expect(await pressTest('shipstation')).toMatchObject({ success: true, account: 'North' })
})

test.each([
  ['deleted_client', 401],
  ['disabled_client', 401],
  ['unauthorized_client', 400],
])('a client that Google no longer knows (%s) asks for new credentials', async (error, status) => {
  await connect('google_calendar')
  await services.google.control.expireTokens()
  await misbehave('google_calendar', 'token', saying(status, { error, error_description: null }))
  expect((await pressTest('google_calendar')).message).toBe('Google does not accept this client ID and secret')
  expect(await card('google_calendar')).toMatchObject({ needsReconnect: true })
})

test('a refusal without words still ends the connection (invalid_grant)', async () => {
  await connect('quickbooks')
  await services.quickbooks.control.expireTokens()
  await misbehave('quickbooks', 'bearer', saying(400, { error: 'invalid_grant', error_description: null }))
  expect((await pressTest('quickbooks')).message).toBe('QuickBooks has ended the connection: connect again')
})

test('a service that has a problem while somebody connects is not called their refusal', async () => {
  await operator.patch(at('integrations/google_calendar'), { isEnabled: true, ...typedFor(services).google_calendar })
  const { url } = (await operator.post(at('integrations/google_calendar/connect'), {})).json()
  const state = new URL(url).searchParams.get('state')
  const back = await operator.get(
    `/api/integrations/google_calendar/callback?error=admin_policy_enforced&state=${state}`,
  )
  expect(back.headers.location).toContain('outcome=failed')
  expect(await card('google_calendar')).toMatchObject({
    lastTestMessage: 'Google Calendar did not agree: admin_policy_enforced',
  })
})

test('an empty cell in a report of QuickBooks is no amount', async () => {
  await connect('quickbooks')
  await misbehave('quickbooks', 'ProfitAndLoss', (answer) => {
    const report = JSON.parse(JSON.stringify(answer.body))
    for (const row of report.Rows.Row) if (row.group === 'OtherIncome') row.Summary.ColData[1].value = null
    return { ...answer, body: report }
  })
  await services.quickbooks.control.setOther({ month: '2025-02', income: 5 })
  const { months } = (await operator.get(at('integrations/quickbooks/books?year=2025'))).json()
  expect(months.slice(0, 2).map(({ otherIncome }: { otherIncome: number }) => otherIncome)).toEqual([0, 5])
})

test('an error in the middle of a list of vendors shows no half of it', async () => {
  await connect('quickbooks')
  await services.quickbooks.control.setLongestPage({ records: 5 })
  let pages = 0
  await misbehave('quickbooks', 'query', (answer) => {
    pages += 1
    return pages > 3 ? { status: 500, body: '' } : answer
  })
  const answer = await operator.get(at('integrations/quickbooks/vendors'))
  expect([answer.statusCode, answer.json().message]).toEqual([424, 'QuickBooks has a problem of its own (500)'])
})
