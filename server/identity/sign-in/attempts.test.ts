import { beforeAll, beforeEach, expect, test } from 'vitest'
import { pressButton } from '../../testing/browser.ts'
import { useServer } from '../../testing/fixture.ts'
import { keyringOf } from '../../testing/keys.ts'
import { makeSignIn } from '../../testing/sign-in.ts'
import { type Attempt, openAttempts, sealAttempt } from '../sessions/cookies.ts'

const cookie = '__Host-oidc'
const home = 'http://localhost:3000'

const { server } = useServer()
let people: ReturnType<typeof makeSignIn>
beforeAll(async () => {
  people = makeSignIn(server)
  await people.preAuthorise('ada@north.example')
})
beforeEach(() => server.given.sql(`delete from security_events where kind = 'sign_in_refused'`))

const readable = (value: string): Attempt => JSON.parse(Buffer.from(value.split('.')[0] ?? '', 'base64url').toString())
const encoded = (attempt: object) => Buffer.from(JSON.stringify(attempt)).toString('base64url')
const seal = (attempt: Attempt, url = home) => sealAttempt(openAttempts(server.config), url, attempt)

const reasons = async () =>
  (
    await server.given.sql(
      `select detail ->> 'reason' as reason from security_events, generate_series(1, times) where kind = 'sign_in_refused'`,
    )
  ).map(({ reason }) => reason)

/** Signs in with an attempt cookie that was changed on the way. */
async function signInWith(change: (value: string) => string | Promise<string>) {
  const visitor = people.open()
  const page = await visitor.follow('/api/auth/start?returnTo=/tasks')
  const changed = await change(page.attempt ?? '')
  visitor.change(cookie, () => changed)
  return pressButton(visitor, page, { email: 'ada@north.example' })
}

const isRefused = async (end: { statusCode: number; headers: object }, reason: string) => {
  expect([end.statusCode, await reasons()]).toEqual([400, [reason]])
  expect(JSON.stringify(end.headers)).not.toMatch(/__Host-sid=[\w-]{10}/)
}

test('an unchanged attempt leads to the page that the person wanted', async () => {
  const end = await signInWith((value) => value)
  expect([end.statusCode, end.headers.location]).toEqual([302, '/tasks'])
})

test.each<[string, (value: string) => string]>([
  [
    'another way back',
    (value) => encoded({ ...readable(value), returnTo: '//evil.example' }) + value.slice(value.indexOf('.')),
  ],
  [
    'a later start',
    (value) => encoded({ ...readable(value), startedAt: Date.now() + 60_000 }) + value.slice(value.indexOf('.')),
  ],
  ['no signature', (value) => value.split('.').slice(0, 2).join('.')],
  ['an empty signature', (value) => `${value.split('.').slice(0, 2).join('.')}.`],
  ['one bit of the signature', (value) => value.slice(0, -2) + (value.at(-2) === 'A' ? 'B' : 'A') + value.slice(-1)],
  [
    'another key',
    (value) => [value.split('.')[0], Buffer.from('old').toString('base64url'), value.split('.')[2]].join('.'),
  ],
  ['what servers before took', (value) => value.split('.')[0] ?? ''],
])('%s is refused', async (_, change) => isRefused(await signInWith(change), 'state_missing'))

test('an attempt that began eleven minutes ago, or at another address, is refused', async () => {
  const old = await signInWith((value) => seal({ ...readable(value), startedAt: Date.now() - 11 * 60_000 }))
  await isRefused(old, 'state_missing')
  await server.given.sql(`delete from security_events where kind = 'sign_in_refused'`)
  await isRefused(await signInWith((value) => seal(readable(value), 'https://other.example')), 'state_missing')
})

test('a signature for another purpose does not fit', async () => {
  const { openSigner } = await import('../../platform/secrets/signing-keys.ts')
  const links = openSigner(server.config, 'links to files')
  await isRefused(await signInWith((value) => sealAttempt(links, home, readable(value))), 'state_missing')
})

test('the return address is checked again when the attempt is used, whoever signed it', async () => {
  const end = await signInWith((value) => seal({ ...readable(value), returnTo: '//evil.example' }))
  expect([end.statusCode, end.headers.location]).toEqual([302, '/'])
})

test('an attempt works once, also as a copy and with another code', async () => {
  const visitor = people.open()
  const page = await visitor.follow('/api/auth/start')
  const kept = page.attempt ?? ''
  const end = await pressButton(visitor, page, { email: 'ada@north.example' })
  const used = end.visited.find((url) => url.startsWith('/auth/callback')) ?? ''
  expect(end.statusCode).toBe(302)

  expect((await visitor.get(used)).statusCode).toBe(400)
  const other = used.replace(/code=[^&]+/, 'code=another')
  expect((await server.clientWith({ cookie: `${cookie}=${kept}` }).get(other)).statusCode).toBe(400)
  expect((await reasons()).toSorted()).toEqual(['state_missing', 'state_used'])
})

test('an attempt that is used twice at the same moment works once', async () => {
  const page = await people.open().follow('/api/auth/start')
  const attempt = page.attempt ?? ''
  const { state } = readable(attempt)
  const copies = Array.from({ length: 6 }, () => server.clientWith({ cookie: `${cookie}=${attempt}` }))
  await Promise.all(copies.map((copy) => copy.get(`/auth/callback?code=x&state=${state}&iss=${home}/local-accounts`)))
  const attempts = await reasons()
  expect(attempts).toHaveLength(6)
  expect(attempts.filter((reason) => reason === 'state_used')).toHaveLength(5)
})

test('a server with the same KEYRING can finish the attempt of another; without it, or with another, it cannot', async () => {
  const at = async (keyring: string) =>
    openAttempts((await import('../../platform/config/config.ts')).readConfig({ NODE_ENV: 'test', KEYRING: keyring }))
  const parts = ['x']
  const signed = await (await at(keyringOf('one'))).sign(parts)
  expect(await (await at(keyringOf('two', 'one'))).isValid(parts, signed)).toBe(true)
  expect(await (await at(keyringOf('two'))).isValid(parts, signed)).toBe(false)
  expect(await openAttempts(server.config).isValid(parts, signed)).toBe(false)
})
