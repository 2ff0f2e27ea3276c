import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pressButton } from '../../testing/browser.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { makeSignIn } from '../../testing/sign-in.ts'

let server: TestServer
let company: GivenCompany
let operator: Awaited<ReturnType<TestServer['signIn']>>
let text = ''
const hear = (line: string) => {
  text += line
}
const log = { lines: () => text.split('\n').filter(Boolean) }
beforeAll(async () => {
  server = await startTestServer({ LOG_LEVEL: 'trace' }, undefined, undefined, { write: hear })
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})
afterAll(() => server.close())

const path = (rest: string) => `/api/companies/${company.id}${rest}`

/** Sends requests that contain secrets which no log may show. @returns the secrets */
async function exercise(): Promise<Record<string, string>> {
  const { preAuthorise, signIn } = makeSignIn(server)
  await preAuthorise('canary-person@leak.example')
  const { page, end, visitor } = await signIn('canary-person@leak.example', 'Canary Name', '/tasks?q=canary-return')
  await visitor.get('/api/session')
  const query = new URLSearchParams(end.visited.find((url) => url.startsWith('/auth/callback'))?.split('?')[1])
  await pressButton(visitor, page, { email: 'canary-stranger@leak.example' }).catch(() => undefined)
  const token = (await visitor.post('/api/tokens', { name: 'canary-token-name' })).json()
  const vendor = await operator.post(path('/vendors'), {
    name: 'canary-vendor',
    email: 'canary-sales@leak.example',
    private: { iban: 'DE00CANARY', accountNumber: 'canary-account', taxId: 'canary-tax', notes: 'canary-notes' },
  })
  await operator.patch(path(`/vendors/${vendor.json().id}`), { private: { iban: 'DE11CANARY' } }, { 'if-match': '99' })
  const part = await server.given.part(company)
  const target = new URLSearchParams({ entityType: 'part', entityId: part.id, name: 'canary-file.txt' })
  await operator.post(path(`/files?${target}`), 'canary-bytes', { 'content-type': 'text/plain' })
  const kept = await server.given.file(company, { part_id: part.id })
  const signed = (await operator.get(path(`/files/${kept.id}/url`))).json()
  await server.anonymous.get(signed.url ?? '/none')
  await server.anonymous.get(`${signed.url}x`)
  const imported = 'Name,Part Number,Cost\ncanary-cell,canary-number,canary-cost\n'
  await operator.post(path('/imports?type=parts&fileName=canary-import.csv'), imported, { 'content-type': 'text/csv' })
  await operator.get(path('/parts?q=canary-search'))
  await operator.post(path('/parts'), '{"name":"canary-broken', { 'content-type': 'application/json' })
  await operator.get(path('/parts'), undefined, { authorization: 'Bearer canary-bearer-that-is-none-0123' })
  await operator.get(path('/parts'), undefined, { cookie: '__Host-sid=canary-cookie', 'user-agent': 'canary-agent' })
  const cookies = end.setCookies.map(({ value }) => value).filter((value) => value.length > 20)
  return {
    ...Object.fromEntries(cookies.map((value, index) => [`cookie ${index}`, value])),
    ...{ state: query.get('state') ?? '', code: query.get('code') ?? '', bearer: operator.person.token },
    ...{
      token: token.token ?? '',
      signature: new URLSearchParams(signed.url?.split('?')[1]).get('signature') ?? '',
    },
    ...{ proof: new URLSearchParams(signed.url?.split('?')[1]).get('proof') ?? '', address: operator.person.email },
    ...{ domain: '@leak.example', canary: 'canary' },
  }
}

test('no line of the log contains a secret, even at the most detailed level (T107)', async () => {
  const secrets = await exercise()
  const lines = log.lines()
  expect(lines.length).toBeGreaterThan(15)
  for (const [what, value] of Object.entries(secrets)) {
    expect(value, what).toMatch(/.{6}/)
    const hits = lines.filter((line) => line.toLowerCase().includes(value.toLowerCase()))
    expect([what, hits]).toEqual([what, []])
  }
})

test('a line says who asked what about which company, how it ended and how long it took', async () => {
  const answer = await operator.get(path('/parts?q=secret'))
  const employee = await server.signIn('employee', company)
  const refused = await employee.post(path('/parts'), { name: 'x', partNumber: 'x' })
  const lineOf = ({ headers }: { headers: Record<string, unknown> }) =>
    log
      .lines()
      .map((line) => JSON.parse(line))
      .find(({ msg, reqId }) => msg === 'answered' && reqId === headers['x-request-id'])
  const about = { route: '/api/companies/:companyId/parts', company: company.id, ms: expect.any(Number) }
  expect(lineOf(answer)).toMatchObject({ ...about, method: 'GET', person: operator.person.id, status: 200 })
  expect(lineOf(refused)).toMatchObject({ ...about, method: 'POST', person: employee.person.id, status: 403 })
})

test('the log of a failure says what failed, without values', async () => {
  const before = log.lines().length
  await server.given.sql('alter table vendors rename to vendors_elsewhere')
  try {
    const answer = await operator.post(path('/vendors'), { name: 'canary-at-fault', private: { iban: 'DE22CANARY' } })
    expect(answer.statusCode).toBe(500)
  } finally {
    await server.given.sql('alter table vendors_elsewhere rename to vendors')
  }
  const lines = log
    .lines()
    .slice(before)
    .filter((line) => line.includes('request failed'))
  expect(lines).toHaveLength(1)
  expect(lines.join()).not.toMatch(/canary/i)
})

test.each([
  ['/parts', 'application/json', '{"name":"'],
  ['/imports?type=parts', 'text/csv', 'Name,Part Number\n'],
])('a body cut off on its way to %s is told as no failure of the server', async (to, type, begin) => {
  const before = log.lines().length
  if (!server.app.server.listening) await server.app.listen({ port: 0 })
  const arrival = once(server.app.server, 'request')
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  const head = `host: localhost:3000\r\nauthorization: Bearer ${operator.person.token}\r\ncontent-type: ${type}`
  socket.write(`POST ${path(to)} HTTP/1.1\r\n${head}\r\ncontent-length: 1000\r\n\r\n${begin}`)
  const [raw] = (await arrival) as [IncomingMessage]
  for (let turn = 0; turn < 5; turn++) await operator.get(path('/parts')) // gives the server time to begin reading the body
  socket.resetAndDestroy()
  await expect.poll(() => raw.destroyed, { timeout: 10_000 }).toBe(true)
  for (let turn = 0; turn < 5; turn++) await operator.get(path('/parts'))
  const lines = log.lines().slice(before)
  expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([])
})

test('a download whose reader leaves before it begins is not logged as a failure of the server', async () => {
  const before = log.lines().length
  if (!server.app.server.listening) await server.app.listen({ port: 0 })
  const admin = await server.adminClient()
  await admin.query('begin; lock table parts in access exclusive mode')
  const arrival = once(server.app.server, 'request')
  const socket = connect((server.app.server.address() as AddressInfo).port, '127.0.0.1')
  const head = `host: localhost:3000\r\nauthorization: Bearer ${operator.person.token}`
  socket.write(`GET ${path('/exports/parts.csv')} HTTP/1.1\r\n${head}\r\n\r\n`)
  const [raw] = (await arrival) as [IncomingMessage]
  const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await expect.poll(async () => (await server.given.sql(waiting)).length, { timeout: 10_000 }).toBe(1)
  socket.resetAndDestroy()
  await expect.poll(() => raw.destroyed, { timeout: 10_000 }).toBe(true)
  await admin.query('rollback')
  await admin.end()
  // The next download of a person waits until the one before has ended.
  expect((await operator.get(path('/exports/parts.csv'))).statusCode).toBe(200)
  const lines = log.lines().slice(before)
  expect(lines.filter((line) => /"level":[56]0/.test(line))).toEqual([])
})

test.each([
  ['a line break and a colour', 'x\r\n{"level":60,"msg":"forged"}\u001b[31m'],
  ['separators of Unicode', 'x\u2028{"level":60,"msg":"forged"}\u2029'],
])('%s in a path, a name or a report stays within one line of JSON (T108)', async (_, evil) => {
  const before = log.lines().length
  const encoded = encodeURIComponent(evil)
  await operator.get(`/api/${encoded}`)
  await operator.get(path(`/parts/${encoded}?q=${encoded}`))
  await operator.get(path('/parts'), undefined, { 'x-request-id': 'forged', 'x-forwarded-for': 'forged' })
  const target = new URLSearchParams({
    entityType: 'part',
    entityId: (await server.given.part(company)).id,
    name: evil,
  })
  await operator.post(path(`/files?${target}`), 'hello', { 'content-type': 'text/plain' })
  const report = JSON.stringify({ 'csp-report': { 'effective-directive': evil, 'blocked-uri': evil } })
  await server.anonymous.post('/api/csp-report', report, { 'content-type': 'application/csp-report' })
  const written = log.lines().slice(before)
  expect(written.length).toBeGreaterThan(4)
  for (const line of written) {
    expect(() => JSON.parse(line)).not.toThrow()
    expect(line).not.toMatch(/[\u0000-\u001f\u007f\u2028\u2029]/)
    expect(JSON.parse(line)).not.toMatchObject({ msg: 'forged' })
  }
})

test('a report is logged in a few words, without query strings', async () => {
  const send = (body: string, type = 'application/csp-report') =>
    server.clientWith({}).post('/api/csp-report', body, { 'content-type': type })
  const before = log.lines().length
  const inline = {
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'inline',
    'document-uri': 'http://h/p?token=s',
  }
  expect((await send(JSON.stringify({ 'csp-report': inline }))).statusCode).toBe(204)
  const other = {
    type: 'csp-violation',
    body: { effectiveDirective: 'img-src', blockedURL: `http://${'x'.repeat(2_000)}` },
  }
  expect((await send(JSON.stringify([other, other, other, other, other]), 'application/reports+json')).statusCode).toBe(
    204,
  )
  const lines = log
    .lines()
    .slice(before)
    .filter((line) => line.includes('content policy broken'))
    .map((line) => JSON.parse(line))
  expect(lines).toHaveLength(4)
  expect(lines[0].blocked).toEqual({ directive: 'script-src-elem', uri: 'inline', page: 'http://h/p', source: '' })
  expect(lines[1].blocked.uri).toHaveLength(200)
})

test.each(['', '{', 'null', '1', '[null]', '[[]]', '{"csp-report":null}', '{"csp-report":{"blocked-uri":{}}}'])(
  'a report that is none is no fault: %s',
  async (body) => {
    const answer = await server
      .clientWith({})
      .post('/api/csp-report', body, { 'content-type': 'application/csp-report' })
    expect(answer.statusCode).toBe(204)
  },
)

test('a report that is too long, and a body that is not a report, are refused', async () => {
  const long = await server
    .clientWith({})
    .post('/api/csp-report', 'x'.repeat(20_000), { 'content-type': 'application/csp-report' })
  expect(long.statusCode).toBe(413)
  const form = await server
    .clientWith({})
    .post('/api/csp-report', 'a=b', { 'content-type': 'application/x-www-form-urlencoded' })
  expect(form.statusCode).toBe(415)
})
