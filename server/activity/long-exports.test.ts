import { readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { longFileRows } from '../platform/http/long-jobs.ts'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import { keyringOf } from '../testing/keys.ts'
import { atOnce, useLongWork } from '../testing/long-work.ts'
import { until } from '../testing/until.ts'

/** Answers requests and runs no jobs. */
const { server, company, operator, employee } = useOwnServer({ KEYRING: keyringOf('1') })
const { work, jobAt, endOf } = useLongWork(server)

const at = (path: string) => `/api/companies/${company.id}/${path}`
const inventory = () => at('exports/inventory.csv')

/** As large as the counters say. */
async function givenLargeInventory() {
  await server.given.part(company, { part_number: 'P-1', name: 'Bolt "M8"\n2 lines' })
  await server.given.sql('update row_counts set total = 1000000 where company_id = $1', [company.id])
}

async function begin(address: string, by: Client = operator) {
  const begun = await by.get(address, undefined, atOnce)
  expect([begun.statusCode, begun.headers['content-type']]).toEqual([202, 'application/json; charset=utf-8'])
  return `${begun.headers.location}`
}

/** An export that a worker has made. */
async function made(address: string, by: Client = operator) {
  const stop = await work()
  const job = await begin(address, by)
  const end = await endOf(job, by)
  await stop()
  return { job, ...end }
}

/** Another sign-in of the same person. @param reach of its token */
const deviceOf = async ({ person }: Client, reach: object = {}) =>
  server.clientWith({ authorization: `Bearer ${await server.given.token(person.id, reach)}` })

const filesInStorage = () => {
  const folder = join(server.dataDir, 'files', 'blobs', company.id, 'exports')
  try {
    return readdirSync(folder).map((name) => join(folder, name))
  } catch {
    return []
  }
}

test('a large export is a job for those who would rather not wait; its file waits for a day, also on another device', async () => {
  await givenLargeInventory()
  const immediate = await operator.get(inventory())
  expect([immediate.statusCode, immediate.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
  const { job, status, answer, file } = await made(`${inventory()}?format=internal`)
  const size = Buffer.byteLength(immediate.body)
  expect([status, answer, file]).toEqual(['done', null, { ...file, name: 'inventory.csv', size, url: `${job}/file` }])
  const hours = (Date.parse(file.expiresAt) - Date.now()) / 3_600_000
  expect(Math.round(hours)).toBe(24)
  const { items } = (await operator.get(at('jobs'))).json()
  expect(items).toEqual([{ ...(await jobAt(job, operator)), answer: null }])
  const fetched = await (await deviceOf(operator)).get(file.url)
  expect([fetched.statusCode, fetched.body]).toEqual([200, immediate.body])
  expect(fetched.headers['content-disposition']).toBe('attachment; filename=inventory.csv')
  const [path = ''] = filesInStorage()
  expect(readFileSync(path).includes('P-1')).toBe(false)
}, 60_000)

test('everything as JSON is a job when it is large, also for a person who may change nothing', async () => {
  const admin = await server.adminClient()
  await admin.query('begin; alter table locations disable trigger user')
  await admin.query(
    `insert into locations (company_id, code, name) select $1, 'L' || n, 'Place' from generate_series(1, $2) n`,
    [company.id, longFileRows + 1],
  )
  await admin.query('alter table locations enable trigger user; commit')
  await admin.end()
  const { job, status, file } = await made(at('data-exports/inventory'), employee)
  expect([status, file.name]).toEqual(['done', 'inventory_export.json'])
  expect((await employee.get(`${job}/file`)).json().places).toHaveLength(longFileRows + 1)
}, 60_000)

test('each person has an export of their own, which nobody else finds', async () => {
  await givenLargeInventory()
  const colleague = await server.signIn('company_operator', company)
  const stranger = await server.signIn('company_operator', await server.given.company())
  const [mine, theirs] = [await begin(inventory()), await begin(inventory(), colleague)]
  expect(theirs).not.toBe(mine)
  expect(await begin(inventory())).toBe(mine) // pressed twice
  const stop = await work()
  const { file } = await endOf(mine, operator)
  await stop()
  const answers = [await colleague.get(file.url), await stranger.get(file.url), await server.anonymous.get(file.url)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 401])
  expect((await colleague.get(at('jobs'))).json().items).toHaveLength(1)
}, 60_000)

test.each([
  ['has another role', 403, `update user_roles set role = 'employee' where company_id = $1`],
  ['was removed', 403, 'delete from user_roles where company_id = $1'],
  [
    'moved to another company',
    404,
    `update user_roles set company_id = (select id from companies where id <> $1 and not is_sbr limit 1) where company_id = $1`,
  ],
])(
  'somebody who %s since does not get the file of an export',
  async (_who, statusCode, loss) => {
    await givenLargeInventory()
    const { file } = await made(inventory())
    await server.given.sql(loss, [company.id])
    expect((await operator.get(file.url)).statusCode).toBe(statusCode)
  },
  60_000,
)

test('a token that reaches other areas does not get the file; one that may only read can begin it', async () => {
  await givenLargeInventory()
  const reader = await deviceOf(operator, { is_read_only: true })
  const begun = await reader.get(inventory(), undefined, atOnce)
  expect(begun.statusCode).toBe(202)
  const stop = await work()
  const { status, file } = await endOf(`${begun.headers.location}`, operator)
  await stop()
  expect(status).toBe('done')
  expect((await reader.get(file.url)).statusCode).toBe(200)
  const limited = await deviceOf(operator, { areas: JSON.stringify({ tasks: 'write' }) })
  expect((await limited.get(file.url)).json()).toMatchObject({ status: 403, code: 'OUTSIDE_AREAS' })
}, 60_000)

test('a file that is gone, or whose time is over, is to be exported again', async () => {
  await givenLargeInventory()
  const { job, file } = await made(inventory())
  for (const path of filesInStorage()) rmSync(path)
  expect((await operator.get(file.url)).json()).toMatchObject({ status: 404, code: 'NOT_FOUND' })
  await server.given.sql('delete from idempotency_keys where user_id = $1', [operator.person.id]) // app.sweep
  expect((await operator.get(file.url)).json().message).toBe('That file is no longer kept. Please export again')
  expect([(await operator.get(job)).statusCode, (await operator.get(at('jobs'))).json().items]).toEqual([404, []])
}, 60_000)

test('a cancelled export leaves nothing, and can be begun again', async () => {
  await givenLargeInventory()
  const holder = await server.adminClient()
  await holder.query('begin; lock table vendors')
  const stop = await work()
  const job = await begin(inventory())
  await until(
    () =>
      server.given.sql(`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%from vendors%'`),
    (waiting) => waiting.length > 0,
  )
  expect((await operator.post(`${job}/cancel`)).json()).toMatchObject({ status: 'cancelled', file: null })
  await holder.query('commit')
  await holder.end()
  await until(
    () => server.given.sql(`select from pg_locks where locktype = 'advisory' and classid = 550`),
    (held) => held.length === 0,
  )
  expect([(await jobAt(job, operator)).status, filesInStorage()]).toEqual(['cancelled', []])
  expect((await endOf(await begin(inventory()), operator)).status).toBe('done')
  await stop()
}, 60_000)

test('who has begun many delays nobody who begins one', async () => {
  await givenLargeInventory()
  const colleague = await server.signIn('company_operator', company)
  const names = ['parts.csv', 'assemblies.csv', 'products.csv', 'vendors.csv', 'inventory.csv']
  const mine = []
  for (const name of names) mine.push(await begin(at(`exports/${name}`)))
  const theirs = await begin(inventory(), colleague)
  const stop = await work()
  await Promise.all([...mine.map((job) => endOf(job, operator)), endOf(theirs, colleague)])
  await stop()
  const order = await server.given.sql<{ by: string }>(
    `select data ->> 'personId' as by from jobs.job_common where data ->> 'companyId' = $1 order by started_on`,
    [company.id],
  )
  // The first of each person are equal.
  expect(order.map(({ by }) => by).indexOf(colleague.person.id)).toBeLessThan(2)
}, 60_000)

test('a company that was sold has no jobs: its export is immediate', async () => {
  await givenLargeInventory()
  await server.given.sql(`update companies set status = 'sold' where id = $1`, [company.id])
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  expect((await sbr.get(inventory(), undefined, atOnce)).statusCode).toBe(200)
}, 60_000)
