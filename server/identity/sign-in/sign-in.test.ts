import { createHash } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { makeSignIn } from '../../testing/sign-in.ts'

const { server } = useOwnServer({ DEMO: '1' })
let open: ReturnType<typeof makeSignIn>['open']
let preAuthorise: ReturnType<typeof makeSignIn>['preAuthorise']
let signIn: ReturnType<typeof makeSignIn>['signIn']
beforeAll(async () => {
  ;({ open, preAuthorise, signIn } = makeSignIn(server))
})

const hash = (secret: string) => createHash('sha256').update(secret).digest('hex')

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
    expect(page.body).not.toMatch(/<script(?! src="\/theme.js"><\/script>)|<style|style=|onclick/)
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
    expect(end.setCookies.filter(({ name, value }) => name === '__Host-sid' && value)).toEqual([])
    expect((await visitor.get('/api/session')).statusCode).toBe(401)
    expect(await server.given.sql(`select from profiles where email = 'stranger@else.example'`)).toHaveLength(0)
    await signIn('stranger@else.example', 'Sam Stranger')
    const requests = await server.given.sql(
      `select name, status from access_requests where email = 'stranger@else.example'`,
    )
    expect(requests).toEqual([{ name: 'Sam Stranger', status: 'open' }])
  })

  test('a stranger does not go on as the person before', async () => {
    await preAuthorise('before@north.example')
    const { visitor, end } = await signIn('before@north.example')
    await signIn('stranger@else.example', '', '', visitor)
    expect((await visitor.get('/api/session')).statusCode).toBe(401)
    const before = end.setCookies.find((cookie) => cookie.name === '__Host-sid' && cookie.value)?.value
    expect((await server.clientWith({ cookie: `__Host-sid=${before}` }).get('/api/session')).statusCode).toBe(401)
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

  test('two first sign-ins at the same moment both succeed, with one link', async () => {
    const { id } = await preAuthorise('twice@north.example')
    const once = (secret: string) =>
      server.given.sql<{ outcome: string }>(
        `select app.sign_in('local', 'twice', 'twice@north.example', null, null, null, true, $1, null, null, null) as outcome`,
        [hash(secret)],
      )
    const outcomes = await Promise.all([once('left'), once('right')])
    expect(outcomes.flat().map(({ outcome }) => outcome)).toEqual(['signed_in', 'signed_in'])
    expect(await server.given.sql('select from identity_links where user_id = $1', [id])).toHaveLength(1)
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
