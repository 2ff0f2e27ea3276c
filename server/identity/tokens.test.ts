import { beforeEach, expect, test } from 'vitest'
import { hashToken } from '../platform/http/session-token.ts'
import { useServer } from '../testing/fixture.ts'
import type { GivenCompany } from '../testing/given.ts'
import { appUrl } from '../testing/server.ts'

const { server } = useServer()

// What a token may do is proven for every procedure in server/testing/permissions.test.ts; here is how it is made and shown.

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

test('a token that may only read neither signs out nor revokes', async () => {
  const { post, get } = await inBrowser('company_operator')
  const { token, id } = (await post('/api/tokens', { name: 'Reader', isReadOnly: true })).json()
  const { delete: remove, post: send } = script(token)
  for (const answer of [await remove(`/api/tokens/${id}`), await remove('/api/session/devices')])
    expect([answer.statusCode, answer.json().message]).toEqual([403, 'This token may only read'])
  expect((await send('/api/session/sign-out', {})).statusCode).toBe(403)
  expect((await get('/api/tokens')).body).toContain('Reader')
})
