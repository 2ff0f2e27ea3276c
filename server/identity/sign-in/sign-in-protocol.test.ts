import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser, pressButton } from '../../testing/browser.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { makeSignIn } from '../../testing/sign-in.ts'
import { openAttempts, sealAttempt } from '../sessions/cookies.ts'
import { mountLocalProvider } from './local-provider.ts'

let server: TestServer
let open: ReturnType<typeof makeSignIn>['open']
let preAuthorise: ReturnType<typeof makeSignIn>['preAuthorise']
let signIn: ReturnType<typeof makeSignIn>['signIn']
beforeAll(async () => {
  server = await startTestServer()
  ;({ open, preAuthorise, signIn } = makeSignIn(server))
})
afterAll(() => server?.close())

describe('the way back from the provider (T41, T43)', () => {
  const callback = async (change: (url: URL) => void, visitor = open()) => {
    const start = await visitor.get('/api/auth/start')
    const state = new URL(start.headers.location as string).searchParams.get('state') as string
    const url = new URL(`http://localhost:3000/auth/callback?code=abc&state=${state}`)
    change(url)
    return visitor.get(url.pathname + url.search)
  }
  const saidOf = ({ cookies }: Awaited<ReturnType<typeof callback>>) =>
    cookies.find(({ name }) => name === 'sign_in_failure')?.value
  const noSession = (setCookie: unknown) => expect(String(setCookie)).not.toMatch(/sid=[\w-]{10}/)

  test.each([
    ['without a state', (url: URL) => url.searchParams.delete('state')],
    ['with a wrong state', (url: URL) => url.searchParams.set('state', 'wrong')],
    ['with two states', (url: URL) => url.searchParams.append('state', 'second')],
    ['with a code of nobody', () => undefined],
    ['with the name of another issuer', (url: URL) => url.searchParams.set('iss', 'https://evil.example')],
  ])('%s: 400', async (_name, change) => {
    const answer = await callback(change)
    expect(answer.statusCode).toBe(400)
    expect(answer.body).toContain('href="/auth"')
    noSession(answer.headers['set-cookie'])
  })

  test('without the cookie of this browser: 400, and it is logged', async () => {
    const answer = await open().get('/auth/callback?code=abc&state=abc')
    expect(answer.statusCode).toBe(400)
    const events = await server.given.sql(
      `select from security_events where kind = 'sign_in_refused' and detail ->> 'reason' = 'state_missing'`,
    )
    expect(events.length).toBeGreaterThan(0)
  })

  test('with the cookie of another browser: 400', async () => {
    const [mine, theirs] = [open(), open()]
    const start = await theirs.get('/api/auth/start')
    await mine.get('/api/auth/start')
    const state = new URL(start.headers.location as string).searchParams.get('state')
    expect((await mine.get(`/auth/callback?code=abc&state=${state}`)).statusCode).toBe(400)
  })

  test('a second time: 400', async () => {
    await preAuthorise('replay@north.example')
    const { visitor, end } = await signIn('replay@north.example')
    const used = end.visited.find((url) => url.startsWith('/auth/callback')) as string
    expect((await visitor.get(used)).statusCode).toBe(400)
    const kept = server.clientWith({ cookie: `__Host-oidc=${end.attempt}` })
    expect((await kept.get(used)).statusCode).toBe(400)
  })

  test('with another verifier than the one that was asked for: 400', async () => {
    await preAuthorise('verifier@north.example')
    const visitor = open()
    const page = await visitor.follow('/api/auth/start')
    const attempt = JSON.parse(Buffer.from(page.attempt?.split('.')[0] ?? '', 'base64url').toString())
    const other = { ...attempt, verifier: 'x'.repeat(43) }
    const sealed = await sealAttempt(openAttempts(server.config), 'http://localhost:3000', other)
    visitor.change('__Host-oidc', () => sealed)
    const end = await pressButton(visitor, page, { email: 'verifier@north.example' })
    expect([end.statusCode, end.url.startsWith('/auth/callback')]).toEqual([400, true])
    noSession(end.headers['set-cookie'])
  })

  test('the provider says no', async () => {
    const answer = await callback((url) => {
      url.searchParams.delete('code')
      url.searchParams.set('error', 'access_denied')
      url.searchParams.set('iss', 'http://localhost:3000/local-accounts')
    })
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/auth?error=failed'])
    expect(saidOf(answer)).toBe('access_denied')
  })

  test('the words of the provider reach the sign-in screen, on one line and not too many', async () => {
    const answer = await callback((url) => {
      url.searchParams.delete('code')
      url.searchParams.set('error', 'org_internal')
      url.searchParams.set(
        'error_description',
        `This client is restricted;\u202e to users\r\nof its organization. ${'x'.repeat(900)}`,
      )
      url.searchParams.set('iss', 'http://localhost:3000/local-accounts')
    })
    expect(saidOf(answer)).toMatch(/^This client is restricted; to users of its organization\. x{200,260}$/)
  })

  test('nobody writes words onto the sign-in screen without a sign-in of this browser', async () => {
    const answer = await open().get('/auth/callback?error=access_denied&error_description=Call+me&state=a')
    expect([answer.statusCode, saidOf(answer)]).toEqual([400, undefined])
  })

  test('a cookie that is no attempt: 400', async () => {
    for (const cookie of ['x', Buffer.from('{}').toString('base64url'), Buffer.from('null').toString('base64url')]) {
      const visitor = server.clientWith({ cookie: `__Host-oidc=${cookie}` })
      expect((await visitor.get('/auth/callback?code=a&state=b')).statusCode).toBe(400)
    }
  })
})

describe('starting', () => {
  test('the local provider does not run in production', () => {
    const options = { appUrl: () => 'https://firm.example', isProduction: true, listsDemoPeople: false }
    expect(() => mountLocalProvider(server.app, options)).toThrow('NODE_ENV=production')
  })

  test('the account page takes no form of another site (T57, T58)', async () => {
    const visitor = open()
    const page = await visitor.follow('/api/auth/start')
    for (const origin of ['https://evil.example', 'null', undefined]) {
      const answer = await server.app.inject({
        method: 'POST',
        url: page.url,
        payload: 'email=operator@sbr.example',
        headers: {
          host: 'localhost:3000',
          'content-type': 'application/x-www-form-urlencoded',
          ...(origin && { origin }),
        },
      })
      expect(answer.statusCode).toBe(403)
    }
  })

  test('asks with state, nonce and PKCE, for the known redirect only', async () => {
    const start = await open().get('/api/auth/start')
    expect(start.statusCode).toBe(302)
    const query = Object.fromEntries(new URL(start.headers.location as string).searchParams)
    expect(query).toMatchObject({
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/auth/callback',
    })
    expect([query.state, query.nonce, query.code_challenge].every((value) => (value?.length ?? 0) >= 43)).toBe(true)
  })

  test('under another name of this machine leads to the configured one first', async () => {
    const answer = await server.app.inject({
      url: '/api/auth/start?returnTo=/tasks',
      headers: { host: '127.0.0.1:3000' },
    })
    expect(answer.headers.location).toBe('http://localhost:3000/api/auth/start?returnTo=/tasks')
  })

  test.each(['//evil.example', '/\\evil.example', 'https:evil.example', 'javascript:alert(1)'])(
    'returnTo %s leads to the start page (T53)',
    async (returnTo) => {
      const email = `to-${createHash('sha256').update(returnTo).digest('hex').slice(0, 8)}@north.example`
      await preAuthorise(email)
      expect((await signIn(email, '', returnTo)).end.url).toBe('/')
    },
  )

  test('there is no way to register (T49)', async () => {
    for (const url of ['/signup', '/register', '/api/auth/register', '/api/auth/sign-up', '/local-accounts/reg']) {
      expect((await server.anonymous.post(url, {})).statusCode).toBe(404)
    }
  })

  test.each([
    ['https://operations.firm.example', '__Host-sid', true],
    ['http://127.0.0.1:3000', '__Host-sid', true],
    ['http://192.168.1.5:3000', 'sid', undefined],
  ])('at %s the cookie is %s', async (origin, name, isSecure) => {
    const there = await startTestServer({ APP_URL: origin })
    const { preAuthorise: allow, signIn: enter } = makeSignIn(there)
    await allow('cookie@north.example')
    const visitor = browser(there.app, origin)
    const { end } = await enter('cookie@north.example', '', '/tasks', visitor)
    expect(end.url).toBe('/tasks')
    const cookie = end.setCookies.find((each) => /sid$/.test(each.name) && each.value)
    expect(cookie).toMatchObject({ name, httpOnly: true, path: '/' })
    expect(cookie?.secure).toBe(isSecure)
    expect((await visitor.get('/api/session')).statusCode).toBe(200)
    await there.close()
  })

  test('a subdomain cannot slip in a session by the cookie without the prefix', async () => {
    await preAuthorise('tossed@north.example')
    const { end } = await signIn('tossed@north.example')
    const secret = end.setCookies.find((each) => each.name === '__Host-sid' && each.value)?.value
    expect((await server.clientWith({ cookie: `__Host-sid=${secret}` }).get('/api/session')).statusCode).toBe(200)
    expect((await server.clientWith({ cookie: `sid=${secret}` }).get('/api/session')).statusCode).toBe(401)
  })
})
