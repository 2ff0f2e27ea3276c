import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'

/** Runs two transactions in the one order that would break a rule that only reads. */
const { server } = useOwnServer()
let firm: GivenCompany
const clients: pg.Client[] = []
beforeAll(async () => {
  firm = await server.given.firm()
})
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()))
})

async function connect() {
  const client = new pg.Client({ connectionString: server.adminUrl })
  clients.push(client)
  await client.connect()
  return client
}

/** Resolves when a transaction waits for the lock of another one. */
async function untilSomebodyWaits() {
  const waits =
    'select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())'
  const waiting = async () =>
    (
      await server.given.sql(
        `${waits} union all select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
      )
    ).length > 0
  await expect.poll(waiting, { timeout: 4_000, interval: 20 }).toBe(true)
}

test('when two operators remove each other, the second waits for the first and is refused', async () => {
  const [one, other] = [
    await server.given.person('sbr_operator', firm),
    await server.given.person('sbr_operator', firm),
  ]
  const [first, second] = [await connect(), await connect()]
  await first.query('begin')
  await second.query('begin')
  await first.query('delete from user_roles where user_id = $1', [one.id])
  await second.query('delete from user_roles where user_id = $1', [other.id])
  await first.query('set constraints all immediate')
  const refused = expect(second.query('set constraints all immediate')).rejects.toMatchObject({
    message: 'last_operator',
  })
  await untilSomebodyWaits()
  await first.query('commit')
  await refused
  await second.query('rollback')
})

test('giving a role in a company that is being sold waits for the sale and is refused', async () => {
  const operator = await server.signIn('sbr_operator', firm)
  const company = await server.given.company()
  const seller = await connect()
  await seller.query('begin')
  await seller.query(`update companies set status = 'sold' where id = $1`, [company.id])
  const request = operator.post('/api/people', { email: 'late@north.example', role: 'employee', companyId: company.id })
  await untilSomebodyWaits()
  await seller.query('commit')
  const answer = await request
  expect([answer.statusCode, answer.json().data.reason]).toEqual([409, 'company_sold'])
  expect((await operator.get('/api/people?q=late@north')).json().total).toBe(0)
})

test('a person who is signed out while a change of people waits is told so, not that the person does not exist (T26)', async () => {
  const operator = await server.signIn('sbr_operator', firm)
  const target = await server.given.person('sbr_operator', firm)
  const other = await connect()
  await other.query('begin')
  await other.query('select from profiles where user_id = $1 for update', [target.id])
  const request = operator.delete(`/api/people/${target.id}`)
  await untilSomebodyWaits()
  await server.given.sql('delete from sessions where user_id = $1', [operator.person.id])
  await other.query('commit')
  const answer = await request
  expect([answer.statusCode, answer.json().code]).toEqual([401, 'UNAUTHORIZED'])
  expect(await server.given.sql('select role from user_roles where user_id = $1', [target.id])).toHaveLength(1)
})
