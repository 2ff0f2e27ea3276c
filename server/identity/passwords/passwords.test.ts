import { randomUUID } from 'node:crypto'
import type { Role } from 'contract/permissions.ts'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { allJobs } from '../../all-jobs.ts'
import { FairQueue } from '../../platform/fairness/fair-queue.ts'
import { browser } from '../../testing/browser.ts'
import { useOwnServer } from '../../testing/fixture.ts'
import { useJobs } from '../../testing/jobs.ts'
import { makeSignIn } from '../../testing/sign-in.ts'
import { cost } from './password-hash.ts'
import { passwordMail } from './password-mail.ts'

const { server } = useOwnServer()
const jobs = useJobs(() => server)
const usual = { ...cost }
const low = { memory: 1_024 } // KiB: a hash at the usual cost takes a quarter of a second of a processor
beforeAll(() => void Object.assign(cost, low))
afterAll(() => void Object.assign(cost, usual))

const good = 'kettle-Orbit 7 violin'
const better = 'harbour Lamp 3 quiet fern'

let email: string
let id: string
beforeEach(async () => {
  email = `p${randomUUID().slice(0, 8)}@firm.example`
  const { handlers } = allJobs(server.config)
  await jobs.settle(handlers)
  id = (await makeSignIn(server).preAuthorise(email)).id
})

const visit = () => browser(server.app)
const signIn = (password: string, visitor = visit(), as = email) =>
  visitor.post('/api/auth/password', { email: as, password })
const reset = (token: string, password: string) => visit().post('/api/auth/password/reset', { token, password })
const sessions = () => server.given.sql(`select kind from sessions where user_id = $1 and expires_at > now()`, [id])

/** The secret of the link in the requested mail; undefined when no mail is sent. */
async function mailedLink(to = email): Promise<string | undefined> {
  const before = jobs.mails.length
  expect((await visit().post('/api/auth/password/reset-mail', { email: to })).statusCode).toBe(204)
  await jobs.work(allJobs(server.config).handlers)
  await jobs.until(passwordMail as never, ({ state }) => state === 'completed')
  const text = jobs.mails.slice(before).find((mail) => mail.to === to)?.text
  return text && /^http:\/\/localhost:3000\/auth\/reset-password#([\w-]{43})$/m.exec(text)?.[1]
}

/** Sets a password as by a mail, without waiting for the worker. */
async function givenPassword(password = good) {
  const { newLink } = await import('./password-mail.ts')
  const { address, hash } = newLink('')
  await server.given.sql('select from app.open_password_reset($1, $2, 60)', [email, hash])
  expect((await reset(address.split('#')[1] ?? '', password)).statusCode).toBe(204)
}

test('a pre-authorised person gets a link by mail, sets a password and signs in with it', async () => {
  const token = await mailedLink()
  expect((await reset(token ?? '', good)).statusCode).toBe(204)
  const visitor = visit()
  expect((await signIn(good, visitor, ` ${email.toUpperCase()} `)).statusCode).toBe(204)
  const session = (await visitor.get('/api/session')).json()
  expect(session).toMatchObject({ user: { email }, hasPasswords: true })
  const [person] = await server.given.sql('select is_pre_authorized from profiles where user_id = $1', [id])
  expect(person).toEqual({ is_pre_authorized: false })
})

test('neither the database nor the queue contains the password or the secret of a link', async () => {
  const token = await mailedLink()
  await reset(token ?? '', good)
  const [stored] = await server.given.sql<{ sealed_hash: string }>(
    'select sealed_hash from passwords where user_id = $1',
    [id],
  )
  expect(stored?.sealed_hash).toMatch(/^v1\./)
  const rows = await server.given.sql<{ row: string }>(
    `select j::text as row from jobs.job_common j union all select r::text from password_resets r union all select s::text from security_events s`,
  )
  expect(rows.filter(({ row }) => row.includes(token ?? 'none') || row.includes(good))).toEqual([])
})

test.each<[string, () => Promise<string>]>([
  ['an unknown address', async () => `stranger-${randomUUID()}@firm.example`],
  ['a person without a role', async () => addressOf(null)],
  [
    'a deleted person',
    async () => {
      const address = await addressOf('employee')
      await server.given.sql('update profiles set deleted_at = now() where email = $1', [address])
      return address
    },
  ],
])('a wish for a link tells nothing of %s, and no mail goes there (T54)', async (_who, make) => {
  const address = await make()
  const answers = [await wish(email), await wish(address)]
  const [existing, unknown] = answers.map(({ statusCode, body, headers }) => ({
    ...{ statusCode, body, headers: { ...headers, date: undefined, 'x-request-id': undefined } },
  }))
  expect(unknown).toEqual(existing)
  const attempts = await server.given.sql(
    `select data ->> 'email' as email from jobs.job_common where name = 'password-mail' and data ->> 'email' in ($1, $2) order by created_on`,
    [email, address],
  )
  expect(attempts).toEqual([{ email }, { email: address }])
  expect(await mailedLink(address)).toBeUndefined()
})

const wish = (address: string) => visit().post('/api/auth/password/reset-mail', { email: address })

async function addressOf(role: Role | null) {
  const address = `q${randomUUID().slice(0, 8)}@firm.example`
  await makeSignIn(server).preAuthorise(address, role)
  return address
}

test('a wrong password, an unknown address and a person without a password get one answer (T54)', async () => {
  await givenPassword()
  const without = await addressOf('employee')
  const refusals = [
    await signIn('wrong', visit()),
    await signIn(good, visit(), `stranger-${randomUUID()}@firm.example`),
    await signIn(good, visit(), without),
  ].map(({ statusCode, json, cookies }) => ({ statusCode, ...json(), requestId: '', cookies }))
  expect(refusals).toEqual(Array(3).fill(refusals[0]))
  expect(refusals[0]).toMatchObject({ statusCode: 401, code: 'WRONG_PASSWORD', cookies: [] })
})

test('somebody else signs in while one address tries many passwords (X1)', async () => {
  await givenPassword()
  Object.assign(cost, usual) // each guess keeps the queue busy
  let answered = 0
  const tries = Array.from({ length: 12 }, async (_, at) => {
    await signIn('guess', visit(), `stranger-${at}@firm.example`)
    answered += 1
  })
  const elsewhere = { ...{ method: 'POST' as const, url: '/api/auth/password' }, remoteAddress: '192.0.2.9' }
  await expect.poll(() => answered, { timeout: 20_000 }).toBeGreaterThan(0)
  const answer = await server.app.inject({
    ...elsewhere,
    headers: { host: 'localhost:3000', origin: 'http://localhost:3000' },
    payload: { email, password: good },
  })
  expect(answer.statusCode).toBe(204)
  expect(answered).toBeLessThan(12)
  await Promise.all(tries)
  Object.assign(cost, low)
})

test('a session that somebody planted in the browser is dead after signing in by password (X9)', async () => {
  await givenPassword()
  const sessionOf = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
    cookies.findLast(({ name }) => name === '__Host-sid')?.value ?? ''
  const visitor = visit()
  const planted = sessionOf(await signIn(good, visitor))
  const thief = visit()
  thief.plant('__Host-sid', planted)
  expect((await thief.get('/api/session')).statusCode).toBe(200)
  const own = sessionOf(await signIn(good, visitor))
  expect(own).not.toBe(planted)
  expect((await thief.get('/api/session')).statusCode).toBe(401)
  const chosen = visit()
  chosen.plant('__Host-sid', 'chosen-by-somebody-else')
  expect(sessionOf(await signIn(good, chosen))).not.toBe('chosen-by-somebody-else')
})

test('an address with a password, one without and an unknown one cost one hash each (X9, T54)', async () => {
  await givenPassword()
  const without = await addressOf('employee')
  const computed = vi.spyOn(FairQueue.prototype, 'enter')
  const costs = []
  for (const address of [email, without, `stranger-${randomUUID()}@firm.example`]) {
    const before = computed.mock.calls.filter(([{ person }]) => person === 'address 127.0.0.1').length
    await signIn('wrong', visit(), address)
    costs.push(computed.mock.calls.filter(([{ person }]) => person === 'address 127.0.0.1').length - before)
  }
  computed.mockRestore()
  expect(new Set(costs).size).toBe(1)
})

test('a person without a role cannot sign in, even with a password', async () => {
  await givenPassword()
  await server.given.sql('delete from user_roles where user_id = $1', [id])
  expect((await signIn(good)).statusCode).toBe(401)
})

test('a link works once, also when two use it at the same time', async () => {
  const token = (await mailedLink()) ?? ''
  const answers = await Promise.all([good, better, `${good} 3`].map((password) => reset(token, password)))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 410, 410])
  expect((await reset(token, better)).json()).toMatchObject({ code: 'LINK_ENDED' })
})

test('a link ends after an hour, when another one is used, and when its person loses access', async () => {
  const [old = '', other = '', third = ''] = [await mailedLink(), await mailedLink(), await mailedLink()]
  await server.given.sql(
    `update password_resets set expires_at = now() where token_hash = encode(sha256($1::bytea), 'hex')`,
    [Buffer.from(old)],
  )
  expect((await reset(old, good)).statusCode).toBe(410)
  expect((await reset(other, good)).statusCode).toBe(204)
  expect((await reset(third, better)).statusCode).toBe(410)
  const fourth = (await mailedLink()) ?? ''
  await server.given.sql('delete from user_roles where user_id = $1', [id])
  expect((await reset(fourth, better)).statusCode).toBe(410)
})

test('a reset ends all sessions and tokens of the person', async () => {
  await givenPassword()
  const visitor = visit()
  await signIn(good, visitor)
  expect((await visitor.post('/api/tokens', { name: 'script' })).statusCode).toBe(201)
  expect(await sessions()).toHaveLength(2)
  await givenPassword(better)
  expect(await sessions()).toEqual([])
  expect((await visitor.get('/api/session')).statusCode).toBe(401)
  expect([(await signIn(good)).statusCode, (await signIn(better)).statusCode]).toEqual([401, 204])
})

test('signing in ends the earlier session of this browser (T50)', async () => {
  await givenPassword()
  const visitor = visit()
  await signIn(good, visitor)
  await signIn(good, visitor)
  expect(await sessions()).toHaveLength(1)
})

test.each([
  ['Password1234', /easy to guess/],
  ['qwertyuiop1234', /easy to guess/],
  ['aaaaaaaaaaaaaaaa', /easy to guess/],
  ['short', /at least 12/],
  ['x'.repeat(129), /at most 128/],
])('the password %s is refused, and the link stays good', async (password, why) => {
  const token = (await mailedLink()) ?? ''
  const refused = await reset(token, password)
  expect([refused.statusCode, refused.json().data.issues]).toEqual([
    400,
    [{ field: 'password', message: expect.stringMatching(why) }],
  ])
  expect((await reset(token, email)).statusCode).toBe(400)
  expect((await reset(token, good)).statusCode).toBe(204)
})

test('a password composed in two Unicode forms is the same password', async () => {
  await givenPassword('über die Brücke 4 Füße')
  expect((await signIn('über die Brücke 4 Füße'.normalize('NFD'))).statusCode).toBe(204)
})

test('people change their password in a browser, with the old one; their other browsers are signed out', async () => {
  await givenPassword()
  const [here, there] = [visit(), visit()]
  await signIn(good, here)
  await signIn(good, there)
  const change = (currentPassword: string, newPassword: string) =>
    here.put('/api/profile/password', { currentPassword, newPassword })
  expect((await here.get('/api/profile/password')).json()).toEqual({ isSet: true })
  expect((await change('wrong', better)).json()).toMatchObject({ status: 422, data: { field: 'currentPassword' } })
  expect((await change(good, 'Password1234')).json().data.issues).toMatchObject([{ field: 'newPassword' }])
  const [company] = await server.given.sql<{ name: string }>(
    'select c.name from companies c join user_roles r on r.company_id = c.id where r.user_id = $1',
    [id],
  )
  expect((await change(good, `${company?.name} -- 2026 -- !`)).statusCode).toBe(400)
  expect((await change(good, better)).statusCode).toBe(204)
  expect((await here.get('/api/session')).statusCode).toBe(200)
  expect((await there.get('/api/session')).statusCode).toBe(401)
  expect([(await signIn(good)).statusCode, (await signIn(better)).statusCode]).toEqual([401, 204])
})

test('a token cannot change a password', async () => {
  await givenPassword()
  const visitor = visit()
  await signIn(good, visitor)
  const { token } = (await visitor.post('/api/tokens', { name: 'script' })).json()
  const leaked = server.clientWith({ authorization: `Bearer ${token}` })
  const answer = await leaked.put('/api/profile/password', { currentPassword: good, newPassword: better })
  expect([answer.statusCode, answer.json().message]).toEqual([403, 'A token cannot do this: please sign in'])
  expect((await signIn(good)).statusCode).toBe(204)
})

test('a person with a password may also sign in with Google, with one account', async () => {
  await givenPassword()
  const { visitor, end } = await makeSignIn(server).signIn(email)
  expect(end.url).toBe('/')
  expect((await visitor.get('/api/session')).statusCode).toBe(200)
})

test('when an operator resets the link or deletes the person, the password ends too', async () => {
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  await givenPassword()
  expect((await sbr.post(`/api/people/${id}/reset-link`, {})).statusCode).toBe(200)
  expect((await signIn(good)).statusCode).toBe(401)
  await givenPassword()
  await sbr.delete(`/api/people/${id}`)
  expect(await server.given.sql('select from passwords where user_id = $1', [id])).toEqual([])
})

test('refused sign-ins, new passwords and sign-ins are in the log of security events', async () => {
  await givenPassword()
  await signIn('wrong')
  await signIn(good)
  const events = await server.given.sql(
    `select kind, detail from security_events where user_id = $1 or detail ->> 'email' = $2 order by id`,
    [id, email],
  )
  expect(events).toEqual([
    { kind: 'password_set', detail: {} },
    { kind: 'sign_in_refused', detail: { reason: 'wrong_password', email } },
    { kind: 'signed_in', detail: { by: 'password' } },
  ])
})
