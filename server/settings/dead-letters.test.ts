import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { handle } from '../platform/jobs/job-kinds.ts'
import { useOwnServer } from '../testing/fixture.ts'
import { errandKind, useJobs } from '../testing/jobs.ts'

const { server, company, operator } = useOwnServer()
const jobs = useJobs(() => server)

/** A job of a kind that fails until it is mended, and has failed for good. */
async function givenDead(mended: () => boolean, key?: string) {
  const kind = errandKind({ retryLimit: 0, ...(key && { policy: 'singleton per key' }) })
  const handlers = [
    handle(kind, async () => {
      if (!mended()) throw new Error('The shop is closed')
    }),
  ]
  await jobs.settle(handlers)
  await jobs.add(operator, kind, { companyId: company.id, note: 'n' }, key ? { key } : {})
  await jobs.work(handlers)
  await jobs.until(kind, ({ state }) => state === 'failed')
  return kind
}

const path = '/api/system/dead-letters'

test('a job that failed for good is listed with its reason, and runs again when somebody says so', async () => {
  let isMended = false
  const kind = await givenDead(() => isMended)
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  const list = async () => (await sbr.get(`${path}?kind=${kind.name}`)).json()
  const { items, total } = await list()
  expect([total, items]).toEqual([
    1,
    [
      {
        ...{ id: expect.any(String), kind: kind.name, companyId: company.id, companyName: company.name, tries: 1 },
        ...{ failedAt: expect.any(String), message: 'The shop is closed' },
      },
    ],
  ])
  const narrowed = async (query: string) => (await sbr.get(`${path}?kind=${kind.name}&${query}`)).json().items
  expect(await narrowed('cursor=start')).toEqual(items)
  expect(await narrowed(`updatedSince=${items[0].failedAt}`)).toEqual(items)
  expect(await narrowed(`cursor=${items[0].id}`)).toEqual([])
  expect(await narrowed('updatedSince=2999-01-01T00:00:00Z')).toEqual([])
  isMended = true
  const answer = await sbr.post(`${path}/${items[0].id}/replay`)
  expect(answer.statusCode).toBe(202)
  await jobs.until(kind, ({ id, state }) => id !== answer.json().jobId || state === 'completed')
  expect(await list()).toMatchObject({ items: [], total: 0 })
  expect((await sbr.post(`${path}/${items[0].id}/replay`)).statusCode).toBe(404)
})

test('a job that waits already is not added again, and stays in the list', async () => {
  const kind = await givenDead(() => false, 'shop')
  await server.given.sql(
    `insert into jobs.job_common (name, data, policy, singleton_key, start_after) values ($1, $2, 'exclusive', $3, now() + interval '1 hour')`,
    [kind.name, { companyId: company.id, note: 'n' }, `${company.id} shop`],
  )
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  const { items } = (await sbr.get(`${path}?kind=${kind.name}`)).json()
  const answer = await sbr.post(`${path}/${items[0].id}/replay`)
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'The same job waits or runs already'])
  expect((await sbr.get(`${path}?kind=${kind.name}`)).json().total).toBe(1)
})

test('a failed job can be given up', async () => {
  const kind = await givenDead(() => false)
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  const { items } = (await sbr.get(`${path}?kind=${kind.name}`)).json()
  expect((await sbr.delete(`${path}/${items[0].id}`)).statusCode).toBe(204)
  expect((await sbr.delete(`${path}/${items[0].id}`)).statusCode).toBe(404)
  expect((await sbr.get(`${path}?kind=${kind.name}`)).json().total).toBe(0)
})

test.each([
  ['came from the failed jobs themselves', 'dead-letters'],
  ['has a kind that this version no longer has', 'shopify-of-old'],
  ['names no kind', null],
])('a failed job that %s is not run again, and can be given up', async (_, source) => {
  const [row] = await server.given.sql<{ id: string }>(
    `insert into jobs.job_common (name, data, source_name) values ('dead-letters', jsonb_build_object('companyId', $1::text), $2) returning id`,
    [company.id, source],
  )
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  const kind = source ?? 'dead-letters'
  expect((await sbr.get(`${path}?kind=${kind}`)).json().items).toMatchObject([{ id: row?.id, kind }])
  const answer = await sbr.post(`${path}/${row?.id}/replay`)
  expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([
    ...[409, 'UNKNOWN_KIND', 'This version has no such kind of job: give the job up'],
  ])
  const { jobs: counts } = (await sbr.get('/api/system/database')).json()
  expect(counts).toContainEqual({ kind, waiting: 0, running: 0, failed: 1 })
  expect((await sbr.get('/api/system/health')).statusCode).toBe(200)
  expect((await sbr.delete(`${path}/${row?.id}`)).statusCode).toBe(204)
})

test('only those who look after the whole system see or run failed jobs; bad input is refused', async () => {
  const kind = await givenDead(() => false)
  const [row] = await jobs.dead(kind)
  for (const answer of [
    await operator.get(path),
    await operator.post(`${path}/${row?.id}/replay`),
    await operator.delete(`${path}/${row?.id}`),
  ])
    expect([answer.statusCode, answer.json().message]).toEqual([
      403,
      'You do not have permission to manage the jobs of the system',
    ])
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  expect((await sbr.get(`${path}?page=0`)).statusCode).toBe(400)
  expect((await sbr.post(`${path}/${randomUUID()}/replay`)).statusCode).toBe(404)
  expect((await sbr.post(`${path}/${row?.id}/replay`, { kind: 'other' })).statusCode).toBe(400)
  expect(await jobs.dead(kind)).toHaveLength(1)
})
