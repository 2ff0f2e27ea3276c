import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { GivenCompany } from '../testing/given.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'

let server: TestServer
let company: GivenCompany
beforeAll(async () => {
  server = await startTestServer({ RATE_LIMIT: '1' })
})
afterAll(() => server.close())
beforeEach(async () => {
  company = await server.given.company()
})

const path = (rest: string) => `/api/companies/${company.id}${rest}`
type Client = Awaited<ReturnType<TestServer['signIn']>>
const manyTimes = async (count: number, ask: () => Promise<{ statusCode: number }>) => {
  const statuses = []
  for (let turn = 0; turn < count; turn++) statuses.push((await ask()).statusCode)
  return statuses
}
const exports = (client: Client) => () => client.get(path('/exports/parts.csv'))

test('after 60 exports in an hour a person is asked to wait, and nobody else is (T106)', async () => {
  const client = await server.signIn('company_operator', company)
  const colleague = await server.signIn('company_operator', company)
  expect(await manyTimes(60, exports(client))).toEqual(Array(60).fill(200))
  const answer = await client.get(path('/exports/parts.csv'))
  expect(answer.statusCode).toBe(429)
  expect(answer.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 })
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(3_000)
  expect((await exports(colleague)()).statusCode).toBe(200)
  expect((await client.get(path('/parts'))).statusCode).toBe(200)
})

test('imports have a limit of their own, uploads and commits together (T106)', async () => {
  const client = await server.signIn('company_operator', company)
  const upload = () => client.post(path('/imports'), 'Part Number,Name\nA,Nut\n', { 'content-type': 'text/csv' })
  const { id } = (await upload()).json()
  expect(await manyTimes(29, upload)).toEqual(Array(29).fill(201))
  expect(await manyTimes(30, () => client.post(path(`/imports/${id}/commit`), {}))).toEqual(Array(30).fill(200))
  expect((await upload()).statusCode).toBe(429)
  expect((await client.post(path('/parts'), { partNumber: 'B', name: 'Bolt' })).statusCode).toBe(201)
})

test('all lists together have one limit (T106)', async () => {
  const client = await server.signIn('employee', company)
  const statuses = await manyTimes(400, async () => {
    const answers = [await client.get(path('/parts')), await client.get(path('/vendors')), await client.get(path(''))]
    return { statusCode: Math.max(...answers.map(({ statusCode }) => statusCode)) }
  })
  expect(new Set(statuses)).toEqual(new Set([200]))
  expect((await client.get('/api/session')).statusCode).toBe(429)
})

test('after 240 changes in a minute a person is asked to wait (T106)', async () => {
  const client = await server.signIn('company_operator', company)
  const change = () => client.post(path('/parts'), {})
  expect(new Set(await manyTimes(240, change))).toEqual(new Set([400]))
  expect((await change()).statusCode).toBe(429)
  expect((await client.get(path('/parts'))).statusCode).toBe(200)
})

test.each([
  ['/api/auth/start', 20],
  ['/auth/callback', 10],
])('%s is limited to %i in a minute by address, also for who is signed out', async (url, max) => {
  expect(await manyTimes(max, () => server.anonymous.get(url))).not.toContain(429)
  const answer = await server.anonymous.get(url)
  expect(answer.statusCode).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
})
