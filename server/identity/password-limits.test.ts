import { expect, test } from 'vitest'
import { useOwnServer } from '../testing/fixture.ts'
import { startTestServer } from '../testing/server.ts'

const { server } = useOwnServer({ RATE_LIMIT: '1' })

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

test('of 100 tries at once for one address, from everywhere and on two servers, 10 are checked (T55)', async () => {
  const other = await startTestServer({ RATE_LIMIT: '1' }, server.adminUrl)
  const servers = [server.app, other.app]
  const statuses = await fromEverywhere(100, (from, turn) =>
    signIn(servers[turn % 2] as typeof server.app, from, turn % 3 ? 'ann@firm.example' : ' ANN@firm.example'),
  )
  await other.close()
  expect(passed(statuses)).toEqual(Array(10).fill(401))
  expect(await signIn(server.app, '198.51.100.200', 'ben@firm.example')).toBe(401)
})

test('one place can try 20 addresses in a minute', async () => {
  const tries = Array.from({ length: 30 }, (_, turn) => signIn(server.app, '192.0.2.1', `p${turn}@firm.example`))
  expect(passed(await Promise.all(tries))).toHaveLength(20)
})

test.each(['known', 'unknown'])(
  'an address that is %s gets three mails in an hour, wherever they are asked for (T54)',
  async (who) => {
    const email = `${who}@firm.example`
    if (who === 'known') {
      const company = await server.given.company()
      const person = await server.given.person('employee', company)
      await server.given.sql('update profiles set email = $1 where user_id = $2', [email, person.id])
    }
    expect(passed(await fromEverywhere(10, (from) => wish(from, email)))).toEqual([204, 204, 204])
  },
)

test('one place can ask for ten mails in an hour (T54)', async () => {
  const wishes = Array.from({ length: 15 }, (_, turn) => wish('192.0.2.2', `w${turn}@firm.example`))
  expect(passed(await Promise.all(wishes))).toHaveLength(10)
})
