import Fastify from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import type { GivenCompany } from '../../testing/given/given.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { levelOf, type Space, spaceOf, watchDisk } from './disk-space.ts'

const [megabyte, gigabyte] = [2 ** 20, 2 ** 30]

test.each([
  ['a small disk that is half empty', 20, 10_000, 'ample'],
  ['a small disk with 15 %', 20, 3_000, 'low'],
  ['a small disk with 400 MB', 20, 400, 'full'],
  ['10 TB with 5 %', 10_000, 500_000, 'ample'],
  ['10 TB with 9 GB', 10_000, 9_000, 'low'],
  ['10 TB with 500 MB', 10_000, 500, 'full'],
  ['2 GB with 150 MB', 2, 150, 'low'],
  ['2 GB with 90 MB', 2, 90, 'full'],
] as const)('%s: %#', (_what, totalGb, freeMb, level) => {
  expect(levelOf({ total: totalGb * gigabyte, free: freeMb * megabyte })).toBe(level)
})

test('a full disk stays full until a quarter more is free', () => {
  const space = { total: 100 * gigabyte, free: 600 * megabyte }
  expect([levelOf(space), levelOf(space, 'full')]).toEqual(['low', 'full'])
  expect(levelOf({ ...space, free: 700 * megabyte }, 'full')).toBe('low')
})

test('the space of a real disk is found', async () => {
  const { total, free } = await spaceOf('.')
  expect(free).toBeGreaterThan(0)
  expect(total).toBeGreaterThanOrEqual(free)
})

let server: TestServer
let company: GivenCompany
let operator: Awaited<ReturnType<TestServer['signIn']>>
let space: Space
const ample = { total: 100 * gigabyte, free: 50 * gigabyte }
beforeAll(async () => {
  space = ample
  server = await startTestServer({}, undefined, async () => space)
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})
afterAll(() => server.close())
beforeEach(() => look(ample))

/** Gives the disk this much free space, and waits until the server has seen it. */
async function look(found: Space) {
  space = found
  await server.anonymous.get('/readyz')
}

const parts = () => `/api/companies/${company.id}/parts`
const full = { total: 100 * gigabyte, free: 100 * megabyte }

test('on a disk that is nearly full nothing is written and reading goes on; with more space, writing works again (F9)', async () => {
  const { id } = (await operator.post(parts(), { partNumber: 'P-1', name: 'Bolt' })).json()
  await look(full)
  const versioned = { 'if-match': '1' }
  const upload = `/api/companies/${company.id}/files?entityType=part&entityId=${id}&name=a.txt`
  for (const answer of [
    await operator.post(parts(), { partNumber: 'P-2', name: 'Nut' }),
    await operator.patch(`${parts()}/${id}`, { name: 'Screw' }, versioned),
    await operator.delete(`${parts()}/${id}`, undefined, versioned),
    await operator.post(upload, 'x', { 'content-type': 'text/plain' }),
  ]) {
    expect([answer.statusCode, answer.json().message]).toEqual([
      503,
      expect.stringContaining('The disk of the server is nearly full: '),
    ])
  }
  expect((await operator.get(parts())).json()).toMatchObject({ total: 1, items: [{ name: 'Bolt' }] })
  await look(ample)
  expect((await operator.post(parts(), { partNumber: 'P-2', name: 'Nut' })).statusCode).toBe(201)
})

test('uploads do not use up the reserve between two looks at the disk (X8)', async () => {
  const { id } = (await operator.post(parts(), { partNumber: 'P-9', name: 'Bolt' })).json()
  space = { total: 100 * gigabyte, free: gigabyte / 2 + 10 * megabyte } // the server has not looked yet
  const upload = (bytes: number) =>
    operator.post(`/api/companies/${company.id}/files?entityType=part&entityId=${id}&name=a.txt`, 'x'.repeat(bytes), {
      'content-type': 'text/plain',
    })
  const large = await upload(12 * megabyte)
  expect([large.statusCode, large.json().message]).toEqual([503, expect.stringContaining('nearly full')])
  expect((await upload(6 * megabyte)).statusCode).toBe(201)
  const rows = `Part Number,Name\n${'A,Nut\n'.repeat(2_000_000)}`
  const file = await operator.post(`/api/companies/${company.id}/imports?type=parts`, rows, {
    'content-type': 'text/csv',
  })
  expect(file.statusCode).toBe(503)
})

test('uploads at the same time do not count on the same space (X8)', async () => {
  const app = Fastify()
  onTestFinished(() => app.close())
  const { claim } = watchDisk(app, '.', async () => ({ total: 2 * gigabyte, free: 120 * megabyte }))
  const release = await claim(10 * megabyte)
  await expect(claim(10 * megabyte)).rejects.toMatchObject({ status: 503 })
  release()
  release()
  await claim(10 * megabyte)
  await expect(claim(10 * megabyte)).rejects.toMatchObject({ status: 503 })
})

test('/readyz warns early, and the server stays ready', async () => {
  const ready = async () => (await server.anonymous.get('/readyz')).json()
  expect(await ready()).toEqual({ status: 'ready' })
  await look({ total: 20 * gigabyte, free: 3 * gigabyte })
  expect(await ready()).toEqual({ status: 'ready', warning: 'The disk of the server is filling up' })
  await look(full)
  expect(await ready()).toMatchObject({ status: 'ready', warning: expect.stringContaining('nearly full') })
})

test('a person can sign out on a full disk', async () => {
  const leaving = await server.signIn('employee', company)
  await look(full)
  expect((await leaving.post('/api/session/sign-out', {})).statusCode).toBe(204)
})

test('open screens hear that nothing can be saved, and when it is over', async () => {
  const refusesChanges = async () => (await operator.get('/api/session/access')).json().refusesChanges
  await look(full)
  expect(await refusesChanges()).toBe(true)
  await look(ample)
  expect(await refusesChanges()).toBe(false)
})
