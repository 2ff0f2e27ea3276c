import { expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { startTestServer } from '../../testing/server.ts'
import { newLink } from './password-mail.ts'

// A third of the limits, so that few passwords have to be checked: 3 for a person from one address, 17 from everywhere, 20 from one address.
const { server } = useOwnServer({ RATE_LIMIT: '0.33' })

const headers = { host: 'localhost:3000', origin: 'http://localhost:3000' }
const ask = (app: typeof server.app, url: string, remoteAddress: string, payload: object) =>
  app.inject({ method: 'POST', url, remoteAddress, headers, payload }).then(({ statusCode }) => statusCode)
const signIn = (app: typeof server.app, from: string, email: string) =>
  ask(app, '/api/auth/password', from, { email, password: 'guess' })
const wish = (from: string, email: string) => ask(server.app, '/api/auth/password/reset-mail', from, { email })
/** Each from an address of its own. */
const fromEverywhere = (count: number, act: (from: string, turn: number) => Promise<number>) =>
  Promise.all(Array.from({ length: count }, (_, turn) => act(`198.51.100.${turn}`, turn)))
const passed = (statuses: number[]) => statuses.filter((status) => status !== 429)

test('of many tries at once for one person, from everywhere and on two servers, no more than the limit are checked (T55)', async () => {
  const other = await startTestServer({ RATE_LIMIT: '0.33' }, server.adminUrl)
  const servers = [server.app, other.app]
  const statuses = await fromEverywhere(40, (from, turn) =>
    signIn(servers[turn % 2] as typeof server.app, from, turn % 3 ? 'ann@firm.example' : ' ANN@firm.example'),
  )
  await other.close()
  expect(passed(statuses)).toEqual(Array(17).fill(401))
  expect(await signIn(server.app, '198.51.100.200', 'ben@firm.example')).toBe(401)
})

test('one place can try the addresses of an office in a minute, and no more', async () => {
  const tries = Array.from({ length: 30 }, (_, turn) => signIn(server.app, '192.0.2.1', `p${turn}@firm.example`))
  expect(passed(await Promise.all(tries))).toHaveLength(20)
})

/** A person with a password, and a way to sign in from any address with the cookies of a device. */
async function personWithPassword() {
  const company = await server.given.company()
  const { id } = await server.given.person('employee', company)
  const [{ email = '' } = {}] = await server.given.sql<{ email: string }>(
    'select email from profiles where user_id = $1',
    [id],
  )
  const { address, hash } = newLink('')
  await server.given.sql('select from app.open_password_reset($1, $2, 60)', [email, hash])
  const token = address.split('#')[1] ?? ''
  expect(await ask(server.app, '/api/auth/password/reset', '192.0.2.50', { token, password: right })).toBe(204)
  return (from: string, password: string, cookies: Record<string, string> = {}) =>
    server.app.inject({
      ...{ method: 'POST', url: '/api/auth/password', remoteAddress: from, headers, cookies },
      payload: { email, password },
    })
}

const right = 'kettle-Orbit 7 violin'
const cookiesOf = ({ cookies }: { cookies: { name: string; value: string }[] }) =>
  Object.fromEntries(cookies.filter(({ value }) => value).map(({ name, value }) => [name, value]))

test('strangers with wrong passwords keep nobody out of a known device, nor of another address (X6)', async () => {
  const signInAs = await personWithPassword()
  const office = '192.0.2.60'
  const first = await signInAs(office, right)
  expect(first.statusCode).toBe(204)
  const device = cookiesOf(first)
  for (let turn = 0; turn < 3; turn++) expect((await signInAs(office, 'guess')).statusCode).toBe(401)
  expect((await signInAs(office, 'guess')).statusCode).toBe(429)
  expect((await signInAs(office, right)).statusCode).toBe(429) // nobody there can find the password by trying on
  expect((await signInAs(office, right, device)).statusCode).toBe(204)
  expect((await signInAs('192.0.2.61', right)).statusCode).toBe(204)
  await fromEverywhere(20, async (from) => (await signInAs(from, 'guess')).statusCode)
  expect((await signInAs('192.0.2.62', right)).statusCode).toBe(429)
  expect((await signInAs('192.0.2.62', right, device)).statusCode).toBe(204)
})

test('a known device of one person is none of another, and has a limit of its own (X6)', async () => {
  const [ann, ben] = [await personWithPassword(), await personWithPassword()]
  const device = cookiesOf(await ann('192.0.2.70', right))
  for (let turn = 0; turn < 3; turn++) expect((await ann('192.0.2.71', 'guess', device)).statusCode).toBe(401)
  expect((await ann('192.0.2.71', 'guess', device)).statusCode).toBe(429)
  const renamed = Object.fromEntries(Object.entries(device).map(([, value], at) => [`__Host-device-${at}`, value]))
  for (let turn = 0; turn < 3; turn++) expect((await ben('192.0.2.72', 'guess', renamed)).statusCode).toBe(401)
  expect((await ben('192.0.2.72', right, { ...device, ...renamed })).statusCode).toBe(429)
})

test('right passwords are not counted: a whole office signs in at nine (X4)', async () => {
  const signInAs = await personWithPassword()
  const statuses = []
  for (let turn = 0; turn < 5; turn++) statuses.push((await signInAs('192.0.2.80', right)).statusCode)
  expect(statuses).toEqual(Array(5).fill(204))
})

test.each(['known', 'unknown'])(
  'an address that is %s gets few mails in an hour, wherever they are asked for (T54)',
  async (who) => {
    const email = `${who}@firm.example`
    if (who === 'known') {
      const company = await server.given.company()
      const person = await server.given.person('employee', company)
      await server.given.sql('update profiles set email = $1 where user_id = $2', [email, person.id])
    }
    expect(passed(await fromEverywhere(10, (from) => wish(from, email)))).toEqual([204])
  },
)

test('one place can ask for a mail for everybody of an office in an hour, and no more (T54)', async () => {
  const wishes = Array.from({ length: 30 }, (_, turn) => wish('192.0.2.2', `w${turn}@firm.example`))
  expect(passed(await Promise.all(wishes))).toHaveLength(20)
})
