import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildApp } from '../../app.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { makeSignIn } from '../../testing/sign-in.ts'
import { runtimeUrl } from '../database/schema/database-roles.ts'

let server: TestServer
let company: GivenCompany
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT: '1' })
})
afterAll(() => server.close())
beforeEach(async () => {
  company = await server.given.company()
})

const path = (rest: string) => `/api/companies/${company.id}${rest}`
type Client = Awaited<ReturnType<TestServer['signIn']>>
const manyTimes = async (count: number, ask: () => Promise<{ statusCode: number }>) => {
  const statuses = []
  for (let turn = 0; turn < count; turn++) statuses.push((await ask()).statusCode)
  return statuses
}
/** The same, 40 at a time. */
const together = async (count: number, ask: (turn: number) => Promise<{ statusCode: number }>) => {
  const statuses: number[] = []
  for (let turn = 0; turn < count; turn += 40) {
    const answers = await Promise.all(Array.from({ length: Math.min(40, count - turn) }, (_, each) => ask(turn + each)))
    statuses.push(...answers.map(({ statusCode }) => statusCode))
  }
  return statuses
}
const exports = (client: Client) => () => client.get(path('/exports/parts.csv'))

test('after 60 exports in an hour a person is asked to wait, and nobody else is (T106)', async () => {
  const client = await server.signIn('company_operator', company)
  const colleague = await server.signIn('company_operator', company)
  expect(await manyTimes(60, exports(client))).toEqual(Array(60).fill(200))
  const answer = await client.get(path('/exports/parts.csv'))
  expect(answer.statusCode).toBe(429)
  expect(answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000)
  expect((await exports(colleague)()).statusCode).toBe(200)
  expect((await client.get(path('/parts'))).statusCode).toBe(200)
})

test('an answer to a token says how many requests are left, and one without a token does not', async () => {
  const client = await server.signIn('company_operator', company)
  const { token } = (await client.post('/api/tokens', { name: 'Office' })).json()
  const headers = { host: 'localhost:3000', authorization: `Bearer ${token}` }
  const left = []
  for (const url of [path('/parts'), path('/parts'), path('/exports/parts.csv')])
    left.push((await server.app.inject({ url, headers })).headers)
  expect(left.map((one) => one['ratelimit-policy'])).toEqual([
    ...['"read";q=1200;w=60', '"read";q=1200;w=60', '"export";q=60;w=3600'],
  ])
  const rest = left.map((one) => /^"(\w+)";r=(\d+);t=\d+$/.exec(String(one.ratelimit))?.slice(1))
  expect(rest).toEqual([
    ['read', '1199'],
    ['read', '1198'],
    ['export', '59'],
  ])
  expect(Object.keys((await server.anonymous.get('/api/openapi.json')).headers)).not.toContain('ratelimit')
})

test('the document of the API says how much a person may ask', async () => {
  const { info, paths } = (await server.anonymous.get('/api/openapi.json')).json()
  expect(info.description).toContain('A person has 1,200 requests a minute with GET and 240 requests a minute')
  expect(info.description).toContain('`Retry-After`')
  expect(paths['/companies/{companyId}/exports/{file}'].get.description).toContain('A person has 60 requests an hour')
  expect(paths['/companies/{companyId}/parts'].get.description).not.toContain('A person has')
})

test('imports have a limit of their own, uploads and commits together (T106)', async () => {
  const client = await server.signIn('company_operator', company)
  const upload = () => client.post(path('/imports'), 'Part Number,Name\nA,Nut\n', { 'content-type': 'text/csv' })
  const { id } = (await upload()).json()
  expect(await manyTimes(29, upload)).toEqual(Array(29).fill(201))
  expect(await manyTimes(30, () => client.post(path(`/imports/${id}/commit`), {}))).toEqual(Array(30).fill(200))
  expect((await upload()).statusCode).toBe(429)
  expect((await client.post(path('/parts'), { partNumber: 'B', name: 'Bolt' })).statusCode).toBe(201)
})

test('1,200 of 1,240 requests for lists in a minute pass, all lists together (T106)', {
  timeout: 60_000,
}, async () => {
  const client = await server.signIn('employee', company)
  const other = await server.signIn('employee', company)
  const lists = [path('/parts'), path('/vendors'), path('')]
  const statuses = await together(1_240, (turn) => client.get(lists[turn % 3] as string))
  expect(statuses.filter((status) => status === 200)).toHaveLength(1_200)
  expect(statuses.filter((status) => status === 429)).toHaveLength(40)
  const refused = await client.get('/api/session')
  expect(refused.statusCode).toBe(429)
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await other.get(path('/parts'))).statusCode).toBe(200)
})

test('after 240 changes in a minute a person is asked to wait (T106)', async () => {
  const client = await server.signIn('company_operator', company)
  const change = () => client.post(path('/parts'), {})
  expect(new Set(await manyTimes(240, change))).toEqual(new Set([400]))
  expect((await change()).statusCode).toBe(429)
  expect((await client.get(path('/parts'))).statusCode).toBe(200)
})

/** Each time somebody at another address, with a new token that was never issued. */
const stranger = (url: string, remoteAddress: string, more: Record<string, string> = {}) =>
  server.app.inject({
    url,
    remoteAddress,
    headers: { host: 'localhost:3000', authorization: `Bearer ${randomBytes(32).toString('base64url')}`, ...more },
  })

test.each([
  ['/api/auth/start', 300],
  ['/auth/callback', 10],
])('%s is limited to %i in a minute by address, whatever token is sent with it (T106)', async (url, max) => {
  expect(await manyTimes(max, () => stranger(url, '192.0.2.1'))).not.toContain(429)
  const answer = await stranger(url, '192.0.2.1')
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await stranger(url, '192.0.2.2')).statusCode).not.toBe(429)
})

test('a signed-in person shares the limit of the address when signing in again, as others or with new tokens (T55)', async () => {
  const [ann, ben] = [await server.signIn('employee', company), await server.signIn('employee', company)]
  const tokens = [ann.person.token, ben.person.token, await server.given.token(ann.person.id)]
  const callback = (turn: number) =>
    stranger('/auth/callback', '192.0.2.8', { authorization: `Bearer ${tokens[turn % 3]}` })
  expect(await together(10, callback)).not.toContain(429)
  expect((await callback(1)).statusCode).toBe(429)
})

test('made-up tokens have no limits of their own for expensive requests (T106)', async () => {
  const take = (from: string) => stranger(path('/exports/parts.csv'), from)
  expect(new Set(await manyTimes(60, () => take('192.0.2.9')))).toEqual(new Set([401]))
  expect((await take('192.0.2.9')).statusCode).toBe(429)
  expect((await take('192.0.2.10')).statusCode).toBe(401)
})

test('people of one office who sign in are not counted, however many others fail there (X4)', async () => {
  const { preAuthorise, signIn } = makeSignIn(server)
  await preAuthorise('nine@office.example')
  for (let turn = 0; turn < 12; turn++) {
    const { end } = await signIn('nine@office.example')
    expect([turn, end.url]).toEqual([turn, '/'])
  }
  expect(await manyTimes(12, () => stranger('/auth/callback', '127.0.0.1'))).toContain(429)
  expect((await signIn('nine@office.example')).end.url).toBe('/')
})

test('reports of blocked content have a limit of their own, and pages of other sites may not send any (X4)', async () => {
  const send = (from: string, more: Record<string, string> = {}) =>
    server.app.inject({
      ...{ method: 'POST', url: '/api/csp-report', remoteAddress: from, payload: '{}' },
      headers: { host: 'localhost:3000', 'content-type': 'application/csp-report', ...more },
    })
  const elsewhere = { origin: 'https://evil.example', 'content-type': 'text/plain' }
  expect(new Set(await manyTimes(70, () => send('192.0.2.30', elsewhere)))).toEqual(new Set([403]))
  expect(await manyTimes(60, () => send('192.0.2.30'))).toEqual(Array(60).fill(204))
  expect((await send('192.0.2.30')).statusCode).toBe(429)
  expect((await stranger('/auth/callback', '192.0.2.30')).statusCode).toBe(400)
})

test('what a page of another site lets a browser fetch counts for nobody: only links lead here (X4)', async () => {
  const site = { 'sec-fetch-site': 'cross-site' }
  const picture = () => stranger('/api/auth/start', '192.0.2.31', { ...site, 'sec-fetch-mode': 'no-cors' })
  expect(new Set(await manyTimes(310, picture))).toEqual(new Set([403]))
  const frame = { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }
  expect((await stranger('/api/auth/start', '192.0.2.31', frame)).statusCode).toBe(403)
  const link = { ...frame, 'sec-fetch-dest': 'document' }
  expect((await stranger('/api/auth/start', '192.0.2.31', link)).statusCode).toBe(302)
})

test('no more than 10 of 100 sign-ins at once pass (T55)', async () => {
  const answers = await Promise.all(Array.from({ length: 100 }, () => stranger('/auth/callback', '192.0.2.3')))
  expect(answers.filter(({ statusCode }) => statusCode !== 429)).toHaveLength(10)
})

test('tokens that were never issued count as the address they come from (T106)', { timeout: 60_000 }, async () => {
  // The limit for all requests together; the limits of lists and of exports are not reached.
  const statuses = await together(1_200, (turn) =>
    stranger(turn % 24 === 0 ? path('/exports/parts.csv') : '/api/session', '192.0.2.4'),
  )
  expect(new Set(statuses)).toEqual(new Set([401]))
  expect((await stranger('/api/session', '192.0.2.4')).statusCode).toBe(429)
  expect((await stranger('/api/session', '192.0.2.5')).statusCode).toBe(401)
})

test('150 people behind one address come back to a server that was just started, each with three requests at once, and none is refused (X4)', async () => {
  const companies = await Promise.all(Array.from({ length: 10 }, () => server.given.company()))
  const people = await Promise.all(
    Array.from({ length: 150 }, (_, n) => server.given.person('employee', companies[n % 10] as GivenCompany)),
  )
  const config = { ...server.config, rateLimit: 0.25 } // 300 of strangers in a minute, fewer than their requests
  const started = await buildApp({ config, databaseUrl: await runtimeUrl(server.adminUrl) })
  const requests = people.flatMap(({ token }) => {
    const headers = { host: 'localhost:3000', authorization: `Bearer ${token}` }
    return Array.from({ length: 3 }, () =>
      started.inject({ url: '/api/session', remoteAddress: '192.0.2.40', headers }),
    )
  })
  const statuses = (await Promise.all(requests)).map(({ statusCode }) => statusCode)
  await started.close()
  expect(statuses).not.toContain(429)
  expect(statuses).toContain(200)
})

test('all tokens of a person have one limit, on all servers of a database (T106)', async () => {
  const client = await server.signIn('company_operator', company)
  const second = server.clientWith({ authorization: `Bearer ${await server.given.token(client.person.id)}` })
  expect(await manyTimes(30, exports(client))).not.toContain(429)
  expect(await manyTimes(30, exports(second as Client))).not.toContain(429)
  expect((await exports(client)()).statusCode).toBe(429)
  const other = await buildApp({ config: server.config, databaseUrl: await runtimeUrl(server.adminUrl) })
  const headers = { host: 'localhost:3000', authorization: `Bearer ${client.person.token}` }
  const answer = await other.inject({ url: path('/exports/parts.csv'), headers })
  await other.close()
  expect(answer.statusCode).toBe(429)
})

test('a household counts as one, although it has any number of addresses', async () => {
  const statuses = await manyTimes(10, () =>
    stranger('/auth/callback', `2001:db8:1:1::${Math.floor(Math.random() * 60_000).toString(16)}`),
  )
  expect(statuses).not.toContain(429)
  expect((await stranger('/auth/callback', '2001:db8:1:1:2:3:4:5')).statusCode).toBe(429)
  expect((await stranger('/auth/callback', '2001:db8:1:2::1')).statusCode).not.toBe(429)
})

test('only the configured proxy can say where a request comes from', async () => {
  const pretend = () =>
    stranger('/auth/callback', '192.0.2.6', { 'x-forwarded-for': `198.51.100.${Math.random() * 250}` })
  expect(await manyTimes(10, pretend)).not.toContain(429)
  expect((await pretend()).statusCode).toBe(429)
  const behind = await startTestServer({ RATE_LIMIT: '1', TRUSTED_PROXY: '192.0.2.7' })
  const through = (client: string, proxy: string) =>
    behind.app.inject({
      url: '/auth/callback',
      remoteAddress: proxy,
      headers: { host: 'localhost:3000', 'x-forwarded-for': client },
    })
  expect(await manyTimes(10, () => through('198.51.100.1', '192.0.2.7'))).not.toContain(429)
  expect((await through('198.51.100.1', '192.0.2.7')).statusCode).toBe(429)
  expect((await through('198.51.100.2', '192.0.2.7')).statusCode).not.toBe(429)
  await behind.close()
})

test('while the shared counts cannot be stored, each server counts for itself', async () => {
  const client = await server.signIn('company_operator', company)
  await server.given.sql('alter table rate_limits rename to lost')
  try {
    expect(await manyTimes(60, exports(client))).not.toContain(429)
    expect((await exports(client)()).statusCode).toBe(429)
  } finally {
    await server.given.sql('alter table lost rename to rate_limits')
  }
})

test('a person has at most 50 tokens, also when they are made at once (T106)', async () => {
  const { person } = await server.signIn('employee', company)
  const tokens = await Promise.allSettled(Array.from({ length: 60 }, () => server.given.token(person.id)))
  expect(tokens.filter(({ status }) => status === 'fulfilled')).toHaveLength(49)
})
