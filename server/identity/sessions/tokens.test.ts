import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { hashToken } from '../../platform/http/session-token.ts'
import { useServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { appUrl } from '../../testing/server.ts'
import { openSession } from '../../testing/session.ts'

const { server } = useServer()

// What a token may do is proven for every procedure in server/testing/attacks/permissions.test.ts; here is how it is made and shown.

let home: GivenCompany
beforeEach(async () => {
  home = await server.given.company()
})

/** Somebody in a browser, who alone may make tokens. */
async function inBrowser(role: 'sbr_operator' | 'company_operator') {
  const person = await server.given.person(role, role === 'sbr_operator' ? await server.given.firm() : home)
  const secret = `secret-${Math.random().toString(36).slice(2)}-0123456789`
  await server.given.sql(
    `insert into sessions (token_hash, user_id, kind, idle_seconds, idle_expires_at, expires_at)
     values ($1, $2, 'browser', 3600, now() + interval '1 hour', now() + interval '1 day')`,
    [hashToken(secret), person.id],
  )
  return { ...server.clientWith({ cookie: `__Host-sid=${secret}`, origin: appUrl }), person }
}

const script = (token: string) => server.clientWith({ authorization: `Bearer ${token}` })

test('a token says what it reaches, and where it was used last', async () => {
  const { post, get } = await inBrowser('sbr_operator')
  const made = await post('/api/tokens', { name: 'Reports', isReadOnly: true, companyId: home.id })
  expect(made.json()).toMatchObject({ isReadOnly: true, companyId: home.id, companyName: home.name, lastUsedAt: null })
  const { json } = await script(made.json().token).get(`/api/companies/${home.id}/parts`)
  expect(json()).toMatchObject({ total: 0 })
  const first = async () => (await get('/api/tokens')).json().items[0]
  await expect.poll(first).toMatchObject({ lastUsedAt: expect.any(String), lastAddress: '127.0.0.1' })
})

test('a token that nothing was said about reaches all that its owner reaches', async () => {
  const { post } = await inBrowser('company_operator')
  const { token, ...rest } = (await post('/api/tokens', { name: 'All' })).json()
  expect(rest).toMatchObject({ isReadOnly: false, companyId: null, companyName: null })
  const vendor = await script(token).post(`/api/companies/${home.id}/vendors`, { name: 'Acme' })
  expect(vendor.statusCode).toBe(201)
})

test('nobody makes a token for a company that is out of reach', async () => {
  const { post, get } = await inBrowser('company_operator')
  const other = await server.given.company()
  const answer = await post('/api/tokens', { name: 'Theirs', companyId: other.id })
  expect([answer.statusCode, answer.json().message]).toEqual([422, 'That company does not exist'])
  expect((await get('/api/tokens')).body).not.toContain('Theirs')
})

test('a token for one company shows only that company, with the role that it gives there', async () => {
  const { post } = await inBrowser('sbr_operator')
  await server.given.company()
  const { token } = (await post('/api/tokens', { name: 'One', companyId: home.id })).json()
  expect((await script(token).get('/api/session')).json()).toMatchObject({
    role: 'company_operator',
    companyId: home.id,
    companies: [{ id: home.id }],
  })
})

test('a token for one company is worth nothing after its owner has moved to another one', async () => {
  const { post, person } = await inBrowser('company_operator')
  const { token } = (await post('/api/tokens', { name: 'Old', companyId: home.id })).json()
  const next = await server.given.company()
  await server.given.sql('update user_roles set company_id = $1 where user_id = $2', [next.id, person.id])
  for (const company of [home, next])
    expect((await script(token).get(`/api/companies/${company.id}/parts`)).statusCode).toBe(404)
  expect((await script(token).get('/api/session')).json().companies).toEqual([])
})

test('internal SOPs of the firm are not among those that a token for one company shows', async () => {
  const firm = await server.given.firm()
  await server.given.sop(firm, { title: 'Ours alone', visibility: 'sbr_only' })
  const { post, get } = await inBrowser('sbr_operator')
  const { token } = (await post('/api/tokens', { name: 'One', companyId: home.id })).json()
  const path = `/api/companies/${home.id}/sops`
  expect((await get(path)).body).toContain('Ours alone')
  expect((await script(token).get(path)).body).not.toContain('Ours alone')
})

const reaches = [
  ['all companies', () => ({})],
  ['one company', () => ({ companyId: home.id })],
] as const

test.each(reaches)('a token for %s sees and ends no session and no other token', async (_, reach) => {
  const { post, get } = await inBrowser('company_operator')
  const other = (await post('/api/tokens', { name: 'Other' })).json()
  const { token, id } = (await post('/api/tokens', { name: 'Leaked', ...reach() })).json()
  const leaked = script(token)
  const [own] = (await get('/api/session/devices')).json().items
  for (const answer of [
    await leaked.get('/api/session/devices'),
    await leaked.delete('/api/session/devices'),
    await leaked.delete(`/api/session/devices/${own.id}`),
    await leaked.post('/api/tokens', { name: 'Next' }),
  ])
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({ code: 'NOT_BY_TOKEN', message: 'A token cannot do this: please sign in' }),
    ])
  expect((await leaked.get('/api/tokens')).json().items).toEqual([expect.objectContaining({ id })])
  expect((await leaked.delete(`/api/tokens/${other.id}`)).statusCode).toBe(404)
  expect((await get('/api/tokens')).body).toContain(other.id)
  expect((await leaked.delete(`/api/tokens/${id}`)).statusCode).toBe(204)
  expect((await leaked.get('/api/session')).statusCode).toBe(401)
})

test('a token for one company changes nothing that holds for the whole person', async () => {
  const { post, get } = await inBrowser('sbr_operator')
  const { token } = (await post('/api/tokens', { name: 'One', companyId: home.id })).json()
  const { patch, put, ...narrow } = script(token)
  for (const answer of [
    await patch('/api/profile', { firstName: 'Mallory' }),
    await put('/api/preferences/list.parts', { value: { density: 'compact' } }),
    await put('/api/preferences/appearance', {}),
    await put('/api/notifications/choices', { muted: [], hasDigest: false }),
  ])
    expect([answer.statusCode, answer.json()]).toEqual([
      403,
      expect.objectContaining({
        code: 'ONE_COMPANY_TOKEN',
        message: 'This token is for one company: it cannot change what holds for you in all companies',
      }),
    ])
  expect((await narrow.get('/api/preferences')).json()).toEqual({})
  expect((await narrow.get('/api/notifications/choices')).json()).toMatchObject({ hasDigest: true })
  expect((await get('/api/session')).json().user.firstName).not.toBe('Mallory')
})

test('a token of an operator ends sessions of others, but not those of the operator', async () => {
  const { post, get, person } = await inBrowser('sbr_operator')
  const { token } = (await post('/api/tokens', { name: 'Leaked' })).json()
  const leaked = script(token)
  for (const act of ['end-sessions', 'reset-link']) {
    const answer = await leaked.post(`/api/people/${person.id}/${act}`, {})
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'A token cannot end your own sessions: please sign in',
    ])
  }
  expect((await get('/api/session')).statusCode).toBe(200)
  const colleague = await server.given.person('employee', home)
  expect((await leaked.post(`/api/people/${colleague.id}/end-sessions`, {})).json()).toEqual({ ended: 1 })
})

test('the database shows a token only itself, and ends nothing else', async () => {
  const { post, person } = await inBrowser('company_operator')
  const { id: other } = (await post('/api/tokens', { name: 'Other' })).json()
  const session = await openSession(server)
  onTestFinished(session.close)
  const counts = await session.act(person, home, async (query) => [
    (await query('select name from sessions')).rows,
    (await query('delete from sessions where id = $1 returning name', [other])).rows,
    (await query(`select app.end_session($1, 'token') as was_ended, app.end_other_sessions() as count`, [other])).rows,
  ])
  expect(counts).toEqual([[{ name: 'test' }], [], [{ was_ended: false, count: '0' }]])
})

test('a token that may only read neither signs out nor revokes', async () => {
  const { post, get } = await inBrowser('company_operator')
  const { token, id } = (await post('/api/tokens', { name: 'Reader', isReadOnly: true })).json()
  const { delete: remove, post: send } = script(token)
  for (const answer of [await remove(`/api/tokens/${id}`), await remove('/api/session/devices')])
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'This token may only read'])
  expect((await send('/api/session/sign-out', {})).statusCode).toBe(403)
  expect((await get('/api/tokens')).body).toContain('Reader')
})

test('who makes and removes a token is recorded, without its secret', async () => {
  const { post, delete: remove, get, person } = await inBrowser('sbr_operator')
  const { id, token } = (await post('/api/tokens', { name: 'Price list', isReadOnly: true })).json()
  expect((await remove(`/api/tokens/${id}`)).statusCode).toBe(204)
  const events = await get(`/api/security-events?userId=${person.id}&group=token&order=asc`)
  expect(events.json().items).toMatchObject([
    { kind: 'token_created', detail: { name: 'Price list', isReadOnly: true }, address: '127.0.0.1' },
    { kind: 'token_removed', detail: { name: 'Price list' } },
  ])
  expect(events.body).not.toContain(token)
})
