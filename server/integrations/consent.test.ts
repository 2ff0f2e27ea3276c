import { expect, test } from 'vitest'
import { consentAt, typedFor, useServices } from '../testing/outside/services.ts'
import { startTestServer } from '../testing/server.ts'

const { server, company, operator, manager, services, addresses } = useServices()

const at = (path = '') => `/api/companies/${company.id}/integrations${path && `/${path}`}`
const card = async (name: string) => (await operator.get(at(name))).json()
const kinds = [
  ['quickbooks', 'Connected to North Supply'],
  ['google_calendar', 'Connected to the calendar operations@north.example'],
] as const
type Kind = (typeof kinds)[number][0]

const configured = async (name: Kind) => {
  const saved = await operator.patch(at(name), { isEnabled: true, ...typedFor(services)[name] })
  expect(saved.statusCode).toBe(200)
}
const outcomeOf = (answer: { headers: Record<string, unknown> }) =>
  new URL(String(answer.headers.location), 'http://x').searchParams.get('outcome')
const expire = (field: string) =>
  server.given.sql(`update integration_secrets set expires_at = now() where company_id = $1 and field = $2`, [
    company.id,
    field,
  ])
const controlOf = (name: Kind) => (name === 'quickbooks' ? services.quickbooks : services.google).control
const tested = async (name: Kind) => (await operator.post(at(`${name}/test`), {})).json()

test.each(kinds)('%s is connected by agreeing at the service, and works from then on', async (name, message) => {
  await configured(name)
  expect(await tested(name)).toMatchObject({ success: false, message: 'Not connected yet: press Connect' })
  const { answer, address } = await consentAt(operator, company.id, name)
  expect(address.searchParams.get('redirect_uri')).toBe(`http://localhost:3000/api/integrations/${name}/callback`)
  expect(answer.headers.location).toBe(`/integrations?company=${company.id}&connected=${name}&outcome=done`)
  expect(await card(name)).toMatchObject({
    ...{ status: 'connected', isConsented: true, needsReconnect: false, lastTestMessage: message },
  })
  expect(await tested(name)).toMatchObject({ success: true, message })
  const everything = JSON.stringify(await card(name))
  for (const token of ['RT1-', 'eyJ', 'ya29.', '1//']) expect(everything).not.toContain(token)
})

test('Google is asked with PKCE, for a refresh token, and for no more than the calendar', async () => {
  await configured('google_calendar')
  const { address } = await consentAt(operator, company.id, 'google_calendar')
  expect(Object.fromEntries(address.searchParams)).toMatchObject({
    ...{ access_type: 'offline', prompt: 'consent', code_challenge_method: 'S256', code_challenge: expect.any(String) },
    scope:
      'https://www.googleapis.com/auth/calendar.events https://www.googleapis.com/auth/calendar.calendarlist.readonly',
  })
})

test.each(kinds)(
  '%s: an answer is taken once, only from the session that asked, and for its own service',
  async (name) => {
    await configured(name)
    const colleague = await server.signIn('company_operator', company)
    const { back, answer } = await consentAt(colleague, company.id, name)
    expect(outcomeOf(answer)).toBe('done')
    expect(outcomeOf(await colleague.get(back))).toBe('expired')
    const url = (await operator.post(at(`${name}/connect`), {})).json().url
    const state = new URL(url).searchParams.get('state')
    const path = (service: string) => `/api/integrations/${service}/callback?code=x&realmId=1&state=${state}`
    expect(outcomeOf(await colleague.get(path(name)))).toBe('expired')
    expect(outcomeOf(await server.anonymous.get(path(name)))).toBe('expired')
    const other = name === 'quickbooks' ? 'google_calendar' : 'quickbooks'
    expect(outcomeOf(await operator.get(path(other)))).toBe('expired')
    await server.given.sql(
      `update integration_consents set created_at = now() - interval '11 minutes' where company_id = $1`,
      [company.id],
    )
    expect(outcomeOf(await operator.get(path(name)))).toBe('expired')
  },
)

test('a state nobody made, and a service without consent, lead nowhere', async () => {
  expect(outcomeOf(await operator.get('/api/integrations/quickbooks/callback?code=x&state=made-up'))).toBe('expired')
  expect(outcomeOf(await operator.get('/api/integrations/quickbooks/callback'))).toBe('expired')
  expect((await operator.get('/api/integrations/openai/callback?code=x&state=y')).statusCode).toBe(404)
  expect((await operator.post(at('openai/connect'), {})).json().message).toBe(
    'This integration connects by its credentials alone',
  )
  expect((await operator.post(at('quickbooks/connect'), {})).json().message).toBe('Save the credentials first')
})

test.each(kinds)('%s: a person who declines gets a sentence, and nothing is connected', async (name) => {
  await configured(name)
  const { answer } = await consentAt(operator, company.id, name, 'deny')
  expect(outcomeOf(answer)).toBe('refused')
  expect(await card(name)).toMatchObject({ status: 'disconnected', isConsented: false })
})

test.each(kinds)('%s: who connects again and then refuses, or never comes back, stays connected', async (name) => {
  await configured(name)
  await consentAt(operator, company.id, name)
  await operator.post(at(`${name}/connect`), {})
  expect(await card(name)).toMatchObject({ status: 'connected' })
  expect(outcomeOf((await consentAt(operator, company.id, name, 'deny')).answer)).toBe('refused')
  expect(await card(name)).toMatchObject({ status: 'connected', isConsented: true })
  await controlOf(name).misbehave({ kinds: [503], share: 1, times: 1, path: 'token', retryAfter: 0 })
  expect(outcomeOf((await consentAt(operator, company.id, name)).answer)).toBe('failed')
  expect(await card(name)).toMatchObject({ status: 'connected', lastTestMessage: expect.stringContaining('503') })
})

test.each(kinds)(
  '%s: a way back with odd parameters, or by somebody else, leads to the cards and connects nothing',
  async (name) => {
    await configured(name)
    const huge = 'x'.repeat(6_000)
    const odd = [
      '',
      '?state=a',
      '?state=a&state=b&code=x',
      '?state[]=a&code[]=b',
      '?state=%00&code=%00',
      `?state=${huge}&code=a`,
    ]
    const ended = server.clientWith({ cookie: `__Host-sid=${'A'.repeat(43)}` })
    const employee = await server.signIn('employee', company)
    for (const person of [operator, manager, employee, ended, server.anonymous])
      for (const query of [...odd, '?state=a&code=%ED%A0%80', '?state=a&error=%00&realmId=%00']) {
        const answer = await person.get(`/api/integrations/${name}/callback${query}`)
        // Text that no database takes is refused at the front door.
        const isBroken = /%00|%ED/.test(query)
        const result = isBroken ? answer.statusCode : outcomeOf(answer)
        expect([query.slice(0, 40), result]).toEqual([query.slice(0, 40), isBroken ? 400 : 'expired'])
      }
    expect(await card(name)).toMatchObject({ status: 'disconnected', isConsented: false })
  },
)

test('a realm that is no number is refused: it becomes part of addresses', async () => {
  await configured('quickbooks')
  const url = new URL((await operator.post(at('quickbooks/connect'), {})).json().url)
  const path = `/api/integrations/quickbooks/callback?code=x&realmId=..%2F..%2Fevil&state=${url.searchParams.get('state')}`
  expect(outcomeOf(await operator.get(path))).toBe('failed')
  expect(await card('quickbooks')).toMatchObject({ lastError: 'QuickBooks did not say which company it is' })
})

test.each(kinds)('%s: an access token that ends is renewed, and the new refresh token is kept', async (name) => {
  await configured(name)
  await consentAt(operator, company.id, name)
  for (let round = 0; round < 3; round += 1) {
    await expire('access_token')
    expect(await tested(name)).toMatchObject({ success: true })
  }
})

test.each(kinds)('%s: two servers with twelve calls renew the tokens once', async (name) => {
  await configured(name)
  await consentAt(operator, company.id, name)
  const key = { KEYRING: '' }
  const second = await startTestServer({ ...addresses, ...key, DATA_DIR: server.dataDir }, server.adminUrl)
  try {
    await expire('access_token')
    await controlOf(name).forgetCalls()
    await controlOf(name).misbehave({ kinds: ['slow'], share: 1, slowMs: 300, path: 'token' })
    const there = second.clientWith({ authorization: `Bearer ${operator.person.token}` })
    const tests = Array.from({ length: 12 }, (_, index) => (index % 2 ? there : operator).post(at(`${name}/test`), {}))
    const answers = (await Promise.all(tests)).map((answer) => answer.json())
    expect(answers.map(({ success, message }) => [success, message])).toEqual(
      Array.from({ length: 12 }, () => [true, expect.stringContaining('Connected')]),
    )
    const calls = await controlOf(name).calls()
    const renewals = Object.entries(calls).filter(([path]) => /token/.test(path))
    expect(renewals.map(([, count]) => count)).toEqual([1])
  } finally {
    await second.close()
  }
})

test.each(kinds)('%s: access that was taken away needs a new consent, and says so', async (name) => {
  await configured(name)
  await consentAt(operator, company.id, name)
  await controlOf(name).revoke()
  await expire('access_token')
  const service = name === 'quickbooks' ? 'QuickBooks' : 'Google'
  const words = `${service} has ended the connection: connect again`
  expect(await tested(name)).toMatchObject({ success: false, message: words })
  expect(await card(name)).toMatchObject({ status: 'error', needsReconnect: true, lastError: words })
  await consentAt(operator, company.id, name)
  expect(await card(name)).toMatchObject({ status: 'connected', needsReconnect: false, lastError: null })
})

test.each(kinds)('%s: disconnecting revokes the tokens at the service', async (name) => {
  await configured(name)
  await consentAt(operator, company.id, name)
  await controlOf(name).forgetCalls()
  expect((await operator.post(at(`${name}/disconnect`), {})).json()).toMatchObject({ status: 'disconnected' })
  expect(Object.keys(await controlOf(name).calls()).filter((path) => /revoke/.test(path))).toHaveLength(1)
})

test('a service that is down when we disconnect keeps nobody connected here', async () => {
  await configured('google_calendar')
  await consentAt(operator, company.id, 'google_calendar')
  await services.google.control.misbehave({ kinds: [503], share: 1, retryAfter: 0 })
  const gone = await operator.post(at('google_calendar/disconnect'), {})
  expect(gone.json()).toMatchObject({ status: 'disconnected', isConsented: false, credentialsSaved: false })
})

test('a new client ID ends the consent that was given to the old one', async () => {
  await configured('google_calendar')
  await consentAt(operator, company.id, 'google_calendar')
  const changed = await operator.patch(at('google_calendar'), { credentials: { client_id: 'another-client' } })
  expect(changed.json()).toMatchObject({ isConsented: false, credentialsSaved: true })
})

test('the calendar is found on whatever page of the list it stands', async () => {
  await services.google.control.addCalendars({ count: 600 })
  const { config, credentials } = typedFor(services).google_calendar
  for (const calendar_name of ['Calendar 99', 'Calendar 600', 'c420@group.calendar.google.com']) {
    await operator.patch(at('google_calendar'), { config: { ...config, calendar_name }, credentials })
    await consentAt(operator, company.id, 'google_calendar')
    expect((await tested('google_calendar')).message).toMatch(/^Connected to the calendar Calendar (99|600|420)$/)
    await operator.post(at('google_calendar/disconnect'), {})
  }
})

test('a calendar that is not there is named, with those that are', async () => {
  await configured('google_calendar')
  await operator.post(at('google_calendar/disconnect'), {})
  const { config, credentials } = typedFor(services).google_calendar
  await operator.patch(at('google_calendar'), { config: { ...config, calendar_name: 'Parties' }, credentials })
  await consentAt(operator, company.id, 'google_calendar')
  expect((await tested('google_calendar')).message).toMatch(/^There is no calendar named Parties\. This account has: /)
})

test('the token of a Shopify app is asked for again when it ends, by one of two servers', async () => {
  await operator.patch(at('shopify'), { isEnabled: true, ...typedFor(services).shopify })
  expect((await operator.post(at('shopify/test'), {})).json()).toMatchObject({ success: true })
  await services.shopify.control.forgetCalls()
  await expire('access_token')
  const answers = await Promise.all(Array.from({ length: 6 }, () => operator.post(at('shopify/test'), {})))
  expect(answers.map((answer) => answer.json().success)).toEqual(Array(6).fill(true))
  const calls = await services.shopify.control.calls()
  expect(
    Object.entries(calls)
      .filter(([path]) => /access_token/.test(path))
      .map(([, count]) => count),
  ).toEqual([1])
})
