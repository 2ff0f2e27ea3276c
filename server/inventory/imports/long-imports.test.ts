import { type ChildProcess, spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { Job } from 'contract/jobs.ts'
import { expect, test } from 'vitest'
import { longRows } from '../../platform/http/long-jobs.ts'
import { openKeyring } from '../../platform/secrets/keyring.ts'
import { useOwnServer } from '../../testing/fixture.ts'
import type { GivenCompany } from '../../testing/given/given.ts'
import { keyringOf } from '../../testing/keys.ts'
import { atOnce, useLongWork } from '../../testing/long-work.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { until } from '../../testing/until.ts'

const env = { KEYRING: keyringOf('1') }
/** Answers requests and runs no jobs. */
const { server, company, operator } = useOwnServer(env)
const at = (path: string) => `/api/companies/${company.id}/${path}`
const rowCount = 3

async function uploadRows(count: number): Promise<string> {
  const lines = Array.from({ length: count }, (_, index) => `A-${index},Part ${index}`)
  const body = `Part Number,Name\n${lines.join('\n')}\n`
  return (await operator.post(at('imports'), body, { 'content-type': 'text/csv' })).json().id
}

/** An import of three rows whose preview counted as many as a long one has: what becomes of a job does not depend on its rows. */
async function upload(): Promise<string> {
  const id = await uploadRows(rowCount)
  await server.given.sql('update imports set count_create = $2 where id = $1', [id, longRows + 1])
  return id
}

const partsOf = async ({ id }: GivenCompany) =>
  (await server.given.sql<{ count: number }>('select count(*)::int from parts where company_id = $1', [id]))[0]?.count
const statusOf = async (id: string) =>
  (await server.given.sql<{ status: string }>('select status from imports where id = $1', [id]))[0]?.status
const { work, ...jobs } = useLongWork(server)
const jobAt = (address: string) => jobs.jobAt(address, operator)
const endOf = (address: string) => jobs.endOf(address, operator)

test('a large import is a job: its end is found at its address, and with the key of the request', async () => {
  const id = await upload()
  const key = { 'idempotency-key': randomUUID() }
  const begun = await operator.post(at(`imports/${id}/commit`), {}, { ...atOnce, ...key })
  expect([begun.statusCode, begun.headers['retry-after']]).toEqual([202, '2'])
  expect(Job.parse(begun.json())).toEqual(begun.json())
  const address = `${begun.headers.location}`
  expect(begun.json()).toMatchObject({ procedure: 'imports.commit', status: 'waiting', answer: null })
  expect(address).toBe(at(`jobs/${begun.json().id}`))
  // Nobody works yet: pressed again it is the same job, and somebody else is told.
  expect((await operator.post(at(`imports/${id}/commit`), {}, atOnce)).headers.location).toBe(address)
  const colleague = await server.signIn('company_operator', company)
  const refused = await colleague.post(at(`imports/${id}/commit`), {}, atOnce)
  expect(refused.json()).toMatchObject({ status: 409, data: { reason: 'under_way' } })
  expect((await colleague.get(address)).statusCode).toBe(404)
  // Two workers, as on two servers.
  const stops = await Promise.all([work(), work()])
  const job = await endOf(address)
  expect(job).toMatchObject({ status: 'done', failure: null, answer: { success: rowCount, total: rowCount } })
  expect(await partsOf(company)).toBe(rowCount)
  const again = await operator.post(at(`imports/${id}/commit`), {}, key)
  expect([again.statusCode, again.json()]).toEqual([200, job.answer])
  const sets = await server.given.sql('select user_id from change_sets where company_id = $1', [company.id])
  expect(sets).toEqual([{ user_id: operator.person.id }])
  expect((await operator.post(`${address}/cancel`)).statusCode).toBe(409)
  for (const stop of stops) await stop()
}, 90_000)

test('a request waits a moment for its job, so that a program has the answer at once', async () => {
  const stop = await work()
  const answer = await operator.post(at(`imports/${await upload()}/commit`), {})
  expect([answer.statusCode, answer.json().success]).toEqual([200, rowCount])
  await stop()
}, 90_000)

test('the undo of a large change is a job too, by the import or by the timeline', async () => {
  const many = longRows + 1
  const stop = await work()
  const id = await uploadRows(many)
  await endOf(`${(await operator.post(at(`imports/${id}/commit`), {}, atOnce)).headers.location}`)
  const undoing = await operator.post(at(`imports/${id}/undo`), {}, atOnce)
  expect(undoing.statusCode).toBe(202)
  const undone = await endOf(`${undoing.headers.location}`)
  expect(undone).toMatchObject({ procedure: 'imports.undo', answer: { restored: many, conflictCount: 0 } })
  expect([await partsOf(company), await statusOf(id)]).toEqual([0, 'undone'])
  const again = await operator.post(at(`change-sets/${undone.answer.changeSetId}/undo`), {}, atOnce)
  expect(again.statusCode).toBe(202)
  expect(await endOf(`${again.headers.location}`)).toMatchObject({ procedure: 'activity.undo', status: 'done' })
  expect([await partsOf(company), await statusOf(id)]).toEqual([many, 'committed'])
  // So are the edit and the deletion of all filtered records.
  const all = { selection: { matching: { q: 'Part' } } }
  const edit = { ...all, field: 'location', value: 'Shelf 4' }
  expect((await operator.post(at('parts/bulk-edit'), { ...edit, preview: true }, atOnce)).statusCode).toBe(200)
  const editing = await operator.post(at('parts/bulk-edit'), { ...edit, preview: false }, atOnce)
  expect(await endOf(`${editing.headers.location}`)).toMatchObject({ answer: { count: many, unchanged: 0 } })
  const removing = await operator.post(at('parts/bulk-delete'), all, atOnce)
  expect(await endOf(`${removing.headers.location}`)).toMatchObject({ answer: { count: many } })
  expect(await partsOf(company)).toBe(0)
  await stop()
}, 90_000)

test('the backup of a large inventory is a job, and so is the preview of what it would bring back', async () => {
  await server.given.part(company)
  await server.given.sql('update row_counts set total = 1000000 where company_id = $1', [company.id])
  const making = await operator.post(at('backups'), {}, atOnce)
  expect(making.statusCode).toBe(202)
  const stop = await work()
  const { status, answer } = await endOf(`${making.headers.location}`)
  expect([status, answer.rowCount]).toEqual(['done', 1])
  expect((await operator.get(at('backups'))).json().items).toEqual([answer])
  await server.given.sql('update backups set row_count = 1000000 where company_id = $1', [company.id])
  const reading = await operator.post(at(`backups/${answer.id}/import`), {}, atOnce)
  const { answer: preview } = await endOf(`${reading.headers.location}`)
  expect(preview).toMatchObject({ status: 'previewed', summary: { unchanged: 1 } })
  await stop()
}, 90_000)

test.each([
  ['whose role was lowered', 403, `update user_roles set role = 'employee' where company_id = $1`],
  ['who was removed', 403, 'delete from user_roles where company_id = $1'],
  [
    'whose token was revoked',
    401,
    `delete from sessions where user_id in (select user_id from user_roles where company_id = $1)`,
  ],
])(
  'the waiting import of somebody %s is refused',
  async (_who, status, loss) => {
    const id = await upload()
    const address = `${(await operator.post(at(`imports/${id}/commit`), {}, atOnce)).headers.location}`
    await server.given.sql(loss, [company.id])
    const stop = await work()
    const jobId = address.split('/').at(-1)
    const state = () =>
      server.given.sql<{ state: string; output: { sealed: string } }>('select * from jobs.job_common where id = $1', [
        jobId,
      ])
    const [row] = await until(state, ([job]) => job?.state === 'completed')
    await stop()
    const keyring = await openKeyring(server.config)
    const place = { companyId: company.id, owner: 'long work', field: jobId ?? '' }
    expect(JSON.parse(keyring.open(row?.output.sealed ?? '', place))).toMatchObject({ status })
    expect([await partsOf(company), await statusOf(id)]).toEqual([0, 'previewed'])
  },
  60_000,
)

test('who has the right again reads why it was refused', async () => {
  const address = `${(await operator.post(at(`imports/${await upload()}/commit`), {}, atOnce)).headers.location}`
  await server.given.sql(`update user_roles set role = 'manager' where company_id = $1`, [company.id])
  const stop = await work()
  expect(await endOf(address)).toMatchObject({
    status: 'failed',
    failure: { code: 'FORBIDDEN', status: 403, data: null },
  })
  await stop()
}, 90_000)

test('what the import refuses is the failure of its job', async () => {
  const id = await upload()
  await server.given.part(company, { part_number: 'A-1', name: 'Mine' })
  const stop = await work()
  const { headers } = await operator.post(at(`imports/${id}/commit`), {}, atOnce)
  const { status, failure } = await endOf(`${headers.location}`)
  expect([status, failure]).toMatchObject(['failed', { status: 422, data: { reason: 'errors' } }])
  await stop()
  expect(await partsOf(company)).toBe(1)
}, 90_000)

test('a cancelled import stores nothing, whether it waits or runs, and can be begun again', async () => {
  const part = await server.given.part(company, { part_number: 'A-1', name: 'Mine' })
  const id = await upload()
  const commit = async () => `${(await operator.post(at(`imports/${id}/commit`), {}, atOnce)).headers.location}`
  const waiting = await commit()
  expect((await operator.post(`${waiting}/cancel`)).json()).toMatchObject({ status: 'cancelled' })
  const holder = await server.adminClient()
  await holder.query('begin')
  await holder.query('select from parts where id = $1 for update', [part.id])
  const stop = await work()
  const running = await commit()
  expect(running).not.toBe(waiting)
  await isAtWork()
  expect((await operator.post(`${running}/cancel`)).statusCode).toBe(200)
  await until(
    () => server.given.sql(`select from pg_locks where locktype = 'advisory' and classid = 550`),
    (held) => held.length === 0,
  )
  expect((await jobAt(running)).status).toBe('cancelled')
  expect([await partsOf(company), await statusOf(id)]).toEqual([1, 'previewed'])
  await holder.query('commit')
  await holder.end()
  expect(await endOf(await commit())).toMatchObject({ status: 'done' })
  expect(await partsOf(company)).toBe(rowCount)
  await stop()
}, 90_000)

/** A worker waits for the part that another transaction holds. */
const isAtWork = () =>
  until(
    () =>
      server.given.sql(
        `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%for no key update%'`,
      ),
    (waiting) => waiting.length > 0,
  )

test('an import whose worker is killed in the middle goes on elsewhere, once', async () => {
  const part = await server.given.part(company, { part_number: 'A-1', name: 'Mine' })
  const id = await upload()
  const holder = await server.adminClient()
  await holder.query('begin')
  await holder.query('select from parts where id = $1 for update', [part.id])
  const address = `${(await operator.post(at(`imports/${id}/commit`), {}, atOnce)).headers.location}`
  const child = startProcess(server)
  const gone = new Promise((resolve) => child.once('exit', resolve))
  await isAtWork()
  child.kill('SIGKILL')
  await gone
  await holder.query('commit')
  await holder.end()
  expect((await jobAt(address)).status).toBe('running')
  // Half a minute passes without a sign of life.
  await server.given.sql(`update jobs.job_common set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
  const stop = await work()
  expect(await endOf(address)).toMatchObject({ status: 'done', answer: { success: rowCount } })
  await stop()
  expect(await partsOf(company)).toBe(rowCount)
  const sets = await server.given.sql(`select from change_sets where company_id = $1 and kind = 'import'`, [company.id])
  expect(sets).toHaveLength(1)
}, 120_000)

test('a server that stops gives the import back at once, and the next one does it', async () => {
  const part = await server.given.part(company, { part_number: 'A-1', name: 'Mine' })
  const id = await upload()
  const holder = await server.adminClient()
  await holder.query('begin')
  await holder.query('select from parts where id = $1 for update', [part.id])
  const first = await startTestServer({ ...env, RUN_JOBS: '1' }, server.adminUrl)
  const address = `${(await operator.post(at(`imports/${id}/commit`), {}, atOnce)).headers.location}`
  await isAtWork()
  await first.close()
  expect(await jobAt(address)).toMatchObject({ status: 'waiting' })
  await holder.query('commit')
  await holder.end()
  const stop = await work()
  expect(await endOf(address)).toMatchObject({ status: 'done', answer: { success: rowCount } })
  await stop()
}, 90_000)

const workerFile = fileURLToPath(new URL('../../worker.ts', import.meta.url))

/** `npm run worker` on the database of a server. */
function startProcess({ adminUrl, dataDir }: TestServer): ChildProcess {
  const settings = { NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, DATABASE_URL: adminUrl }
  return spawn(process.execPath, [workerFile], { env: { ...process.env, ...settings, ...env }, stdio: 'inherit' })
}
