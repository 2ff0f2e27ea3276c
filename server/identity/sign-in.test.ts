import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { browser, pressButton } from '../testing/browser.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({ DEMO: '1' })
})
afterAll(() => server?.close())

const open = () => browser(server.app)
const hash = (secret: string) => createHash('sha256').update(secret).digest('hex')

async function preAuthorise(email: string, role: string | null = 'employee') {
  const company = await server.given.company()
  const [profile] = await server.given.sql<{ user_id: string }>(
    'insert into profiles (email) values ($1) returning user_id',
    [email],
  )
  if (role) {
    await server.given.sql('insert into user_roles (user_id, company_id, role) values ($1, $2, $3)', [
      profile?.user_id,
      company.id,
      role,
    ])
  }
  return { id: profile?.user_id as string, company }
}

async function signIn(email: string, name = '', returnTo = '', visitor = open()) {
  const page = await visitor.follow(`/api/auth/start?returnTo=${encodeURIComponent(returnTo)}`)
  const end = await pressButton(visitor, page, { email, name })
  return { visitor, page, end }
}

describe('with the local provider', () => {
  test('a pre-authorised person comes in and goes where they wanted', async () => {
    const { company } = await preAuthorise('first@north.example', 'manager')
    const { visitor, end } = await signIn('First@North.example', 'Ann Lee Day', '/inventory/parts')
    expect(end.url).toBe('/inventory/parts')
    const session = await visitor.get('/api/session')
    expect(session.statusCode).toBe(200)
    expect(session.json()).toMatchObject({
      user: { email: 'first@north.example', firstName: 'Ann', lastName: 'Lee Day' },
      role: 'manager',
      companyId: company.id,
      companies: [{ id: company.id, isSbr: false }],
      isDemo: false,
    })
    expect(session.json().permissions).toContain('inventory.read')
    expect(session.json().permissions).not.toContain('inventory.write')
  })

  test('the account page offers the demo people by e-mail and holds no inline style or script', async () => {
    const page = await open().follow('/api/auth/start')
    expect(page.statusCode).toBe(200)
    expect(page.body).toContain('>operator@sbr.example</button>')
    expect(page.body).toContain('Manager · North Manufacturing')
    expect(page.body).not.toMatch(/<script|<style|style=|onclick/)
    expect(page.headers['referrer-policy']).toBe('same-origin')
    expect(page.headers['content-security-policy']).toContain("frame-ancestors 'none'")
  })

  test('the second sign-in asks for the account again and finds the same person', async () => {
    const { id } = await preAuthorise('again@north.example')
    const { visitor } = await signIn('again@north.example')
    const { end } = await signIn('again@north.example', '', '', visitor)
    expect(end.url).toBe('/')
    expect((await visitor.get('/api/session')).json().user.id).toBe(id)
    const links = await server.given.sql('select issuer from identity_links where user_id = $1', [id])
    expect(links).toHaveLength(1)
  })

  test('one browser can change from one person to another', async () => {
    await preAuthorise('one@north.example')
    const { id } = await preAuthorise('two@north.example')
    const { visitor } = await signIn('one@north.example')
    await signIn('two@north.example', '', '', visitor)
    expect((await visitor.get('/api/session')).json().user.id).toBe(id)
  })

  test('the cookie is strict and only its hash is stored (T52)', async () => {
    const { id } = await preAuthorise('cookie@north.example')
    const { end } = await signIn('cookie@north.example')
    const cookie = end.setCookies.find((each) => each.name === '__Host-sid')
    expect(cookie).toMatchObject({ path: '/', httpOnly: true, secure: true, sameSite: 'Lax' })
    expect(cookie?.value).toMatch(/^[\w-]{43}$/)
    const [row] = await server.given.sql<{ token_hash: string }>('select token_hash from sessions where user_id = $1', [
      id,
    ])
    expect(row?.token_hash).toBe(hash(cookie?.value ?? ''))
    const thief = server.clientWith({ cookie: `__Host-sid=${row?.token_hash}` })
    expect((await thief.get('/api/session')).statusCode).toBe(401)
  })

  test('sessions of those who write end earlier', async () => {
    const writer = await preAuthorise('writer@north.example', 'company_operator')
    const reader = await preAuthorise('reader@north.example', 'employee')
    await signIn('writer@north.example')
    await signIn('reader@north.example')
    const lengthOf = async (id: string) =>
      (
        await server.given.sql<Record<string, number>>(
          `select idle_seconds as idle, extract(epoch from expires_at - created_at)::int as total,
           extract(epoch from idle_expires_at - created_at)::int as first from sessions where user_id = $1`,
          [id],
        )
      )[0]
    expect(await lengthOf(writer.id)).toEqual({ idle: 7_200, total: 86_400, first: 7_200 })
    expect(await lengthOf(reader.id)).toEqual({ idle: 86_400, total: 604_800, first: 86_400 })
  })

  test('a stranger gets no account, only an access request (T48)', async () => {
    const { visitor, end } = await signIn('stranger@else.example', 'Sam Stranger')
    expect(end.url).toBe('/auth?error=access')
    expect(end.setCookies.map((cookie) => cookie.name)).not.toContain('__Host-sid')
    expect((await visitor.get('/api/session')).statusCode).toBe(401)
    expect(await server.given.sql(`select from profiles where email = 'stranger@else.example'`)).toHaveLength(0)
    await signIn('stranger@else.example', 'Sam Stranger')
    const requests = await server.given.sql(
      `select name, status from access_requests where email = 'stranger@else.example'`,
    )
    expect(requests).toEqual([{ name: 'Sam Stranger', status: 'open' }])
  })

  test('a person whose role row is missing gets no session', async () => {
    const { id } = await preAuthorise('norole@north.example', null)
    const { end } = await signIn('norole@north.example')
    expect(end.url).toBe('/auth?error=access')
    expect(await server.given.sql('select from sessions where user_id = $1', [id])).toHaveLength(0)
    expect(await server.given.sql(`select from access_requests where email = 'norole@north.example'`)).toHaveLength(1)
  })

  test('a known address with another subject is refused and logged (T46)', async () => {
    const { id } = await preAuthorise('rebought@north.example')
    await server.given.sql(`insert into identity_links (issuer, subject, user_id) values ('local', 'former', $1)`, [id])
    const { end } = await signIn('rebought@north.example')
    expect(end.url).toBe('/auth?error=access')
    const events = await server.given.sql(`select kind from security_events where user_id = $1`, [id])
    expect(events).toEqual([{ kind: 'identity_conflict' }])
  })

  test('an account that the provider does not manage needs the permission of the operator (T45)', async () => {
    const { id } = await preAuthorise('owner@firm.example')
    const attempt = async () =>
      (
        await server.given.sql<{ outcome: string }>(
          `select app.sign_in('https://accounts.google.com', 'g-1', 'owner@firm.example', null, null, null, false, $1, null, null, null) as outcome`,
          [hash(String(Math.random()))],
        )
      )[0]?.outcome
    expect(await attempt()).toBe('unmanaged_account')
    await server.given.sql('update profiles set allows_unmanaged_account = true where user_id = $1', [id])
    expect(await attempt()).toBe('signed_in')
  })

  test('the session before signing in is dead afterwards (T50)', async () => {
    await preAuthorise('fixed@north.example')
    const { visitor, end } = await signIn('fixed@north.example')
    const before = end.setCookies.find((cookie) => cookie.name === '__Host-sid')?.value
    await signIn('fixed@north.example', '', '', visitor)
    const old = server.clientWith({ cookie: `__Host-sid=${before}` })
    expect((await old.get('/api/session')).statusCode).toBe(401)
    expect((await visitor.get('/api/session')).statusCode).toBe(200)
  })

  test('a cookie that somebody planted is replaced (T50)', async () => {
    await preAuthorise('planted@north.example')
    const visitor = open()
    visitor.plant('__Host-sid', 'planted-0123456789-0123456789')
    await signIn('planted@north.example', '', '', visitor)
    expect((await visitor.get('/api/session')).statusCode).toBe(200)
    const attacker = server.clientWith({ cookie: '__Host-sid=planted-0123456789-0123456789' })
    expect((await attacker.get('/api/session')).statusCode).toBe(401)
  })

  test('at most ten browsers at once', async () => {
    const { id } = await preAuthorise('many@north.example')
    const first = await signIn('many@north.example')
    for (let count = 0; count < 10; count++) {
      await server.given.sql(
        `select app.sign_in('local', (select subject from identity_links where user_id = $1), 'many@north.example',
         null, null, null, true, $2, null, null, null)`,
        [id, hash(`browser ${count}`)],
      )
    }
    expect(await server.given.sql('select from sessions where user_id = $1', [id])).toHaveLength(10)
    expect((await first.visitor.get('/api/session')).statusCode).toBe(401)
  })
})

describe('the way back from the provider (T41, T43)', () => {
  const callback = async (change: (url: URL) => void, visitor = open()) => {
    const start = await visitor.get('/api/auth/start')
    const state = new URL(start.headers.location as string).searchParams.get('state') as string
    const url = new URL(`http://localhost:3000/auth/callback?code=abc&state=${state}`)
    change(url)
    return visitor.get(url.pathname + url.search)
  }
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
    visitor.change('__Host-oidc', (value) => {
      const attempt = JSON.parse(Buffer.from(value, 'base64url').toString())
      return Buffer.from(JSON.stringify({ ...attempt, verifier: 'x'.repeat(43) })).toString('base64url')
    })
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
  })

  test('a cookie that is no attempt: 400', async () => {
    for (const cookie of ['x', Buffer.from('{}').toString('base64url'), Buffer.from('null').toString('base64url')]) {
      const visitor = server.clientWith({ cookie: `__Host-oidc=${cookie}` })
      expect((await visitor.get('/auth/callback?code=a&state=b')).statusCode).toBe(400)
    }
  })
})

describe('starting', () => {
  test('asks with state, nonce and PKCE, for the known redirect only', async () => {
    const start = await open().get('/api/auth/start')
    expect(start.statusCode).toBe(302)
    const asked = Object.fromEntries(new URL(start.headers.location as string).searchParams)
    expect(asked).toMatchObject({
      scope: 'openid email profile',
      response_type: 'code',
      code_challenge_method: 'S256',
      redirect_uri: 'http://localhost:3000/auth/callback',
    })
    expect([asked.state, asked.nonce, asked.code_challenge].every((value) => (value?.length ?? 0) >= 43)).toBe(true)
  })

  test('under another name of this machine leads to the known one first', async () => {
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
})
