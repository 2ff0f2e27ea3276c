import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { browser } from '../../testing/browser.ts'
import { type Claims, startFakeIssuer } from '../../testing/outside/fake-issuer.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

let server: TestServer
let fake: Awaited<ReturnType<typeof startFakeIssuer>>
const honest = { forge: <Token>(token: Token) => token, signWith: 'right', isDown: false } as const

beforeAll(async () => {
  fake = await startFakeIssuer()
  server = await startTestServer({
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'client-secret',
    OIDC_ISSUER: fake.issuer,
  })
  const company = await server.given.company()
  const [person] = await server.given.sql<{ user_id: string }>(
    `insert into profiles (email) values ('person@firm.example') returning user_id`,
  )
  await server.given.sql(`insert into user_roles (user_id, company_id, role) values ($1, $2, 'manager')`, [
    person?.user_id,
    company.id,
  ])
})
beforeEach(() => Object.assign(fake.state, honest))
afterAll(async () => {
  await server?.close()
  await fake?.close()
})

async function signIn() {
  const visitor = browser(server.app)
  const start = await visitor.get('/api/auth/start')
  const answer = await visitor.get(fake.authorize(String(start.headers.location)))
  return { visitor, answer, session: await visitor.get('/api/session') }
}

const claims = (changes: Claims) => () => {
  fake.state.forge = (token) => ({ ...token, claims: { ...token.claims, ...changes } })
}
const header = (changes: Claims, signWith: typeof fake.state.signWith) => () => {
  fake.state.forge = (token) => ({ ...token, header: { ...token.header, ...changes } })
  fake.state.signWith = signWith
}
const now = () => Math.floor(Date.now() / 1_000)

test('an honest token opens a session', async () => {
  const { answer, session } = await signIn()
  expect([answer.statusCode, answer.headers.location]).toEqual([302, '/'])
  expect(session.json().user).toMatchObject({ email: 'person@firm.example' })
})

test.each([
  ['nonce of another sign-in', claims({ nonce: 'other' })],
  ['no nonce', claims({ nonce: undefined })],
  ['made for another client', claims({ aud: 'other-client' })],
  ['made for two clients', claims({ aud: ['client', 'other-client'] })],
  ['another issuer', claims({ iss: 'https://accounts.google.com' })],
  ['expired', claims({ exp: now() - 120 })],
  ['issued in the future', claims({ iat: now() + 600 })],
  ['no subject', claims({ sub: undefined })],
  ['algorithm none', header({ alg: 'none' }, 'none')],
  ['algorithm HS256 with the client secret', header({ alg: 'HS256' }, 'secret')],
  ['signed by somebody else', header({}, 'wrong')],
  ['unknown key', header({ kid: 'unknown' }, 'wrong')],
  ['e-mail not verified', claims({ email_verified: false })],
  ['e-mail verified as a text', claims({ email_verified: 'true' })],
  ['nothing about verification', claims({ email_verified: undefined })],
  ['e-mail outside ASCII', claims({ email: 'per\u017fon@firm.example' })],
])('a token is refused: %s', async (_name, prepare) => {
  prepare()
  const { answer, session } = await signIn()
  expect(answer.statusCode === 400 || answer.headers.location === '/auth?error=access').toBe(true)
  expect(String(answer.headers['set-cookie'])).not.toContain('sid=')
  expect(session.statusCode).toBe(401)
})

test('clocks may differ by a minute (T56)', async () => {
  claims({ iat: now() + 45, exp: now() - 30 })()
  expect((await signIn()).session.statusCode).toBe(200)
})

test('the same address with another subject is refused and logged (T46)', async () => {
  await signIn()
  claims({ sub: 'subject-2' })()
  const { answer, session } = await signIn()
  expect([answer.headers.location, session.statusCode]).toEqual(['/auth?error=access', 401])
  const events = await server.given.sql(`select detail from security_events where kind = 'identity_conflict'`)
  expect(events[0]?.detail).toMatchObject({ email: 'person@firm.example', subject: 'subject-2' })
})

test('a new address of the same subject is the same person', async () => {
  await signIn()
  claims({ email: 'renamed@firm.example' })()
  expect((await signIn()).session.json().user.email).toBe('person@firm.example')
})

test('the provider fails while the code is exchanged: 503, no session (T56)', async () => {
  const visitor = browser(server.app)
  const start = await visitor.get('/api/auth/start')
  const callback = fake.authorize(String(start.headers.location))
  fake.state.isDown = true
  const answer = await visitor.get(callback)
  expect(answer.statusCode).toBe(503)
  expect(answer.body).toContain('Sign-in is unavailable')
  expect((await visitor.get('/api/session')).statusCode).toBe(401)
})

test('the provider is down from the start: 503, and the next try asks it again', async () => {
  const other = await startTestServer({
    GOOGLE_CLIENT_ID: 'client',
    GOOGLE_CLIENT_SECRET: 'client-secret',
    OIDC_ISSUER: fake.issuer,
  })
  fake.state.isDown = true
  expect((await browser(other.app).get('/api/auth/start')).statusCode).toBe(503)
  fake.state.isDown = false
  expect((await browser(other.app).get('/api/auth/start')).statusCode).toBe(302)
  await other.close()
})

test('there is no local provider', async () => {
  expect((await server.anonymous.get('/local-accounts/.well-known/openid-configuration')).statusCode).toBe(404)
})
