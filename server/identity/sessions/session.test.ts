import { expect, test } from 'vitest'
import { hashToken } from '../../platform/http/session-token.ts'
import { useServer } from '../../testing/fixture.ts'
import { appUrl } from '../../testing/server.ts'

const { server } = useServer()

/** Somebody in a browser: the same session, but of the kind that cookies carry. */
async function inBrowser(role: 'sbr_operator' | 'company_operator' | 'employee' | null = 'employee') {
  const company = role === 'sbr_operator' ? await server.given.firm() : await server.given.company()
  const person = await server.given.person(role, company)
  const session = await addBrowser(person.id)
  return { ...session, person, company }
}

async function addBrowser(userId: string, secret = `secret-${Math.random().toString(36).slice(2)}-0123456789`) {
  const [row] = await server.given.sql<{ id: string }>(
    `insert into sessions (token_hash, user_id, kind, idle_seconds, idle_expires_at, expires_at, user_agent)
     values ($1, $2, 'browser', 3600, now() + interval '1 hour', now() + interval '1 day', 'Firefox') returning id`,
    [hashToken(secret), userId],
  )
  const client = server.clientWith({ cookie: `__Host-sid=${secret}`, origin: appUrl })
  return { ...client, id: row?.id as string, secret }
}

test('nobody is signed in without a cookie', async () => {
  expect((await server.anonymous.get('/api/session')).statusCode).toBe(401)
})

test('a person who reaches all companies is offered all of them, the firm first', async () => {
  const company = await server.given.company()
  const operator = await inBrowser('sbr_operator')
  const { companies, companyId, permissions } = (await operator.get('/api/session')).json()
  expect(companies[0]).toMatchObject({ isSbr: true, id: companyId })
  expect(companies.map((each: { id: string }) => each.id)).toContain(company.id)
  expect(permissions).toContain('portfolio.read')
})

test('others are offered their own', async () => {
  await server.given.company()
  const { get, company } = await inBrowser()
  expect((await get('/api/session')).json().companies).toMatchObject([{ id: company.id }])
})

test('changes that others make to a person show in the check that the screens repeat', async () => {
  const { get, person, company } = await inBrowser('company_operator')
  const check = async () => {
    const answer = await get('/api/session/access')
    return answer.statusCode === 200 ? answer.json() : answer.statusCode
  }
  expect(await check()).toEqual({
    ...{ role: 'company_operator', companyId: company.id, companyCount: 1 },
    refusesChanges: false,
  })
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [company.id])
  expect(await check()).toMatchObject({ companyCount: 0 })
  const other = await server.given.company()
  await server.given.sql('delete from user_roles where user_id = $1', [person.id])
  expect(await check()).toMatchObject({ role: null, companyId: null, companyCount: 0 })
  await server.given.sql(`insert into user_roles (user_id, company_id, role) values ($1, $2, 'manager')`, [
    person.id,
    other.id,
  ])
  expect(await check()).toMatchObject({ role: 'manager', companyId: other.id, companyCount: 1 })
  await server.given.sql('delete from sessions where user_id = $1', [person.id])
  expect(await check()).toBe(401)
})

test('an open screen alone does not keep a session alive: the check is nothing that the person does', async () => {
  const { get, id } = await inBrowser()
  const readLastSeen = async () => (await server.given.sql('select last_seen_at from sessions where id = $1', [id]))[0]
  await server.given.sql(`update sessions set last_seen_at = now() - interval '1 hour' where id = $1`, [id])
  const before = await readLastSeen()
  expect((await get('/api/session/access')).statusCode).toBe(200)
  expect((await get('/api/session/access')).statusCode).toBe(200)
  expect((await get('/api/session', undefined, { 'x-unattended': '1' })).statusCode).toBe(200)
  expect(await readLastSeen()).toEqual(before)
  await get('/api/session')
  await expect.poll(readLastSeen).not.toEqual(before)
})

test('a person whose role was taken away is told so', async () => {
  const { get } = await inBrowser(null)
  expect((await get('/api/session')).json()).toMatchObject({
    role: null,
    companyId: null,
    companies: [],
    permissions: [],
  })
  expect((await get('/api/tokens')).statusCode).toBe(403)
})

test('signing out ends the session at once, on this device only (T51)', async () => {
  const here = await inBrowser()
  const there = await addBrowser(here.person.id)
  const answer = await here.post('/api/session/sign-out', {}, { 'idempotency-key': 'once' })
  expect(answer.statusCode).toBe(204)
  expect(answer.headers['clear-site-data']).toBe('"cache"')
  expect(answer.cookies.find((cookie) => cookie.name === '__Host-sid')).toMatchObject({ value: '', secure: true })
  expect((await here.get('/api/session')).statusCode).toBe(401)
  expect((await there.get('/api/session')).statusCode).toBe(200)
})

test('another site cannot sign somebody out (T57)', async () => {
  const { person } = await inBrowser()
  const { secret } = await addBrowser(person.id)
  const evil = server.clientWith({ cookie: `__Host-sid=${secret}`, origin: 'https://evil.example' })
  expect((await evil.post('/api/session/sign-out', {})).statusCode).toBe(403)
})

test.each([
  ['idle', 'idle_expires_at'],
  ['absolute', 'expires_at'],
])('the %s end is an end (T51)', async (_name, column) => {
  const { get, id } = await inBrowser()
  await server.given.sql(`update sessions set ${column} = now() - interval '1 second' where id = $1`, [id])
  expect((await get('/api/session')).statusCode).toBe(401)
})

test('a deleted person is signed out', async () => {
  const { get, person } = await inBrowser()
  await server.given.sql('delete from profiles where user_id = $1', [person.id])
  expect((await get('/api/session')).statusCode).toBe(401)
})

test('the own devices can be listed and ended, those of others not', async () => {
  const here = await inBrowser()
  const there = await addBrowser(here.person.id)
  const stranger = await inBrowser()
  const { items } = (await here.get('/api/session/devices')).json()
  expect(items).toHaveLength(2)
  expect(items.filter((item: { isCurrent: boolean }) => item.isCurrent)).toMatchObject([
    { id: here.id, userAgent: 'Firefox' },
  ])
  expect((await stranger.delete(`/api/session/devices/${there.id}`)).statusCode).toBe(404)
  expect((await here.delete(`/api/session/devices/${there.id}`)).statusCode).toBe(204)
  expect((await there.get('/api/session')).statusCode).toBe(401)
  expect((await here.delete(`/api/session/devices/${there.id}`)).statusCode).toBe(404)
})

test('all other devices can be ended at once; this one and the tokens stay', async () => {
  const here = await inBrowser()
  const [there, everywhere] = [await addBrowser(here.person.id), await addBrowser(here.person.id)]
  const stranger = await inBrowser()
  expect((await here.delete('/api/session/devices')).json()).toEqual({ ended: 2 })
  for (const gone of [there, everywhere]) expect((await gone.get('/api/session')).statusCode).toBe(401)
  for (const { get } of [here, stranger, server.clientWith({ authorization: `Bearer ${here.person.token}` })])
    expect((await get('/api/session')).statusCode).toBe(200)
  expect((await here.get('/api/session/devices')).json().items).toHaveLength(1)
  expect((await here.delete('/api/session/devices')).json()).toEqual({ ended: 0 })
})

test('a device says in plain words what it is and where it was used last', async () => {
  const { get, id } = await inBrowser()
  await server.given.sql('update sessions set user_agent = $1 where id = $2', [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    id,
  ])
  const first = async () => (await get('/api/session/devices')).json().items[0]
  await expect.poll(first).toMatchObject({ device: 'Firefox 145 on Windows', lastAddress: '127.0.0.1' })
})

test('a personal access token acts as its owner, is shown once and can be revoked', async () => {
  const owner = await inBrowser('company_operator')
  const created = await owner.post('/api/tokens', { name: ' Nightly export ', expiresInDays: 30 })
  expect(created.statusCode).toBe(201)
  const { id, token, name, expiresAt } = created.json()
  expect(name).toBe('Nightly export')
  expect(Date.parse(expiresAt) / 86_400_000 - Date.now() / 86_400_000).toBeCloseTo(30, 1)
  const script = server.clientWith({ authorization: `Bearer ${token}` })
  expect((await script.get('/api/session')).json().user.id).toBe(owner.person.id)
  expect((await script.get(`/api/companies/${owner.company.id}/vendors`)).statusCode).toBe(200)
  const listed = await owner.get('/api/tokens')
  expect(listed.json().items).toContainEqual(expect.objectContaining({ id, name: 'Nightly export' }))
  expect(listed.body).not.toContain(token)
  const stored = await server.given.sql('select from sessions where token_hash = $1', [hashToken(token)])
  expect(stored).toHaveLength(1)
  expect((await (await inBrowser()).delete(`/api/tokens/${id}`)).statusCode).toBe(404)
  expect((await owner.delete(`/api/tokens/${id}`)).statusCode).toBe(204)
  expect((await script.get('/api/session')).statusCode).toBe(401)
})

test('a repeated creation makes one token, and its secret is stored nowhere', async () => {
  const { post, get } = await inBrowser()
  const create = () => post('/api/tokens', { name: 'Once' }, { 'idempotency-key': 'same' })
  const [first, second] = [await create(), await create()]
  expect([first.statusCode, second.statusCode]).toEqual([201, 409])
  expect(second.json()).toMatchObject({
    message: expect.stringContaining('has made “Once”. Its secret is shown only once'),
    data: { id: first.json().id },
  })
  const { items } = (await get('/api/tokens')).json()
  expect(items.filter(({ name }: { name: string }) => name === 'Once')).toHaveLength(1)
  const [kept] = await server.given.sql<{ sealed: string; user_id: string }>(
    `select sealed, user_id from idempotency_keys where key = 'same'`,
  )
  const place = { companyId: kept?.user_id ?? '', owner: 'answer', field: 'same' }
  const opened = server.given.keyring.open(kept?.sealed ?? '', place)
  expect(opened).toContain('Once')
  expect(opened).not.toContain(first.json().token)
})

test('ending the current device from the list ends it', async () => {
  const { get, delete: end, id } = await inBrowser()
  expect((await end(`/api/session/devices/${id}`, undefined, { 'idempotency-key': 'k' })).statusCode).toBe(204)
  expect((await get('/api/session')).statusCode).toBe(401)
})

test('a token makes no tokens', async () => {
  const { token } = (await (await inBrowser()).post('/api/tokens', { name: 'First' })).json()
  const script = server.clientWith({ authorization: `Bearer ${token}` })
  expect((await script.post('/api/tokens', { name: 'Second' })).statusCode).toBe(403)
})

test.each([
  [{}, ''],
  [{ name: ' ' }, 'Give the token a name'],
  [{ name: 'x', expiresInDays: 0 }, ''],
  [{ name: 'x', expiresInDays: 367 }, ''],
  [{ name: 'x', userId: 'somebody' }, "Unknown key 'userId'"],
])('a token needs a name and a sensible end: %j', async (body, sentence) => {
  const answer = await (await inBrowser()).post('/api/tokens', body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().message).toContain(sentence)
})

test('a wrong Authorization header is not helped by a right cookie', async () => {
  const { secret } = await inBrowser()
  const both = server.clientWith({ cookie: `__Host-sid=${secret}`, authorization: 'Bearer wrong-token-0123456789' })
  expect((await both.get('/api/session')).statusCode).toBe(401)
})

test('a page that was made for one person does nothing for another who signs in in the same browser', async () => {
  const company = await server.given.company()
  const first = await server.given.person('company_operator', company)
  const second = await server.given.person('company_operator', company)
  const { get, post } = await addBrowser(second.id)
  const parts = `/api/companies/${company.id}/parts`
  const part = { partNumber: 'P-1', name: 'Bolt' }
  const ofFirst = { 'x-person': first.id }
  for (const answer of [await post(parts, part, ofFirst), await get(parts, undefined, ofFirst)]) {
    expect([answer.statusCode, answer.json().code]).toEqual([409, 'OTHER_PERSON'])
  }
  expect((await get(parts)).json().total).toBe(0)
  expect((await post(parts, part, { 'x-person': second.id })).statusCode).toBe(201)
})

test('a change that was refused because the session had ended is sent again after signing in, and takes effect once', async () => {
  const { post, get, id, person, company } = await inBrowser('company_operator')
  const parts = `/api/companies/${company.id}/parts`
  const part = { partNumber: 'P-1', name: 'Bolt' }
  const sent = { 'x-person': person.id, 'idempotency-key': 'of-the-form' }
  await server.given.sql('delete from sessions where id = $1', [id])
  expect((await post(parts, part, sent)).statusCode).toBe(401)
  const renewed = await addBrowser(person.id)
  const again = await renewed.post(parts, part, sent)
  expect(again.statusCode).toBe(201)
  expect((await renewed.post(parts, part, sent)).json()).toEqual(again.json())
  expect((await renewed.get(parts)).json().total).toBe(1)
  expect((await get(parts)).statusCode).toBe(401)
})
