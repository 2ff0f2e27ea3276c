import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GivenCompany } from '../testing/given.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let company: GivenCompany
let other: GivenCompany
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())
beforeEach(async () => {
  company = await server.given.company()
  other = await server.given.company()
})

/** Changes of a part that somebody else has locked, one for each token: each holds a connection until the lock is let go. */
async function stuckChanges(tokens: string[]) {
  const part = await server.given.part(company)
  const client = await server.adminClient()
  await client.query('begin')
  await client.query('select from parts where id = $1 for update', [part.id])
  let answered = 0
  const changes = tokens.map(async (token) => {
    const { patch } = server.clientWith({ authorization: `Bearer ${token}` })
    const { statusCode } = await patch(`/api/companies/${company.id}/parts/${part.id}`, { name: 'New' })
    answered += 1
    return statusCode
  })
  return {
    answered: () => answered,
    async letGo() {
      await client.query('rollback')
      await client.end()
      return Promise.all(changes)
    },
  }
}

/** What others are answered meanwhile. */
async function answersOfOthers() {
  const neighbour = await server.signIn('employee', other)
  const colleague = await server.signIn('employee', company)
  const answers = []
  for (let turn = 0; turn < 3; turn++) {
    answers.push(await neighbour.get(`/api/companies/${other.id}/parts`))
    answers.push(await colleague.get(`/api/companies/${company.id}/parts`))
  }
  return answers.map(({ statusCode }) => statusCode)
}

test('one person with 24 stuck requests stops neither another company nor a colleague (S3)', async () => {
  const { token } = await server.given.person('company_operator', company)
  const stuck = await stuckChanges(Array(24).fill(token))
  expect(await answersOfOthers()).toEqual(Array(6).fill(200))
  expect((await server.anonymous.get('/readyz')).statusCode).toBe(200)
  await stuck.letGo()
})

test('all tokens of a person queue as one (S4)', async () => {
  const { id } = await server.given.person('company_operator', company)
  const stuck = await stuckChanges(await Promise.all(Array.from({ length: 24 }, () => server.given.token(id))))
  expect(await answersOfOthers()).toEqual(Array(6).fill(200))
  await stuck.letGo()
})

test('who sends more than can wait is asked to wait, others are served (S3)', async () => {
  const { token } = await server.given.person('company_operator', company)
  const stuck = await stuckChanges(Array(150).fill(token))
  await expect.poll(() => stuck.answered()).toBeGreaterThan(30)
  expect(await answersOfOthers()).toEqual(Array(6).fill(200))
  const answers = await stuck.letGo()
  expect(answers).toContain(429)
})

test('who is asked to wait is told so in words (S3)', async () => {
  const { token } = await server.given.person('company_operator', company)
  const stuck = await stuckChanges(Array(102).fill(token))
  const { get } = server.clientWith({ authorization: `Bearer ${token}` })
  const refused = await get(`/api/companies/${company.id}/parts`)
  expect(refused.statusCode).toBe(429)
  expect(refused.headers['retry-after']).toBe('2')
  expect(refused.json()).toMatchObject({
    code: 'TOO_MANY_REQUESTS',
    message: 'You have too many requests running; please wait for them to end',
  })
  await stuck.letGo()
})
