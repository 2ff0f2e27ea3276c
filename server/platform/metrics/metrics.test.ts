import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { GivenCompany } from '../../testing/given/given.ts'
import { useStreams } from '../../testing/outside/stream.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const lines: string[] = []
const streams = useStreams()
let server: TestServer
let address: string
let company: GivenCompany
let operator: Awaited<ReturnType<TestServer['signIn']>>
beforeAll(async () => {
  const env = { METRICS_ADDRESS: '127.0.0.1:0', LOG_LEVEL: 'info' }
  server = await startTestServer(env, undefined, undefined, { write: (line) => void lines.push(line) })
  await server.app.ready()
  const { port } = lines.map((line) => JSON.parse(line)).find(({ msg }) => msg === 'metrics').address
  address = `http://127.0.0.1:${port}`
  company = await server.given.company({ name: 'Quiet Valves' })
  operator = await server.signIn('company_operator', company)
})
afterAll(() => server.close())

const scrape = async () => (await fetch(`${address}/metrics`)).text()

/** The value of a series, such as `name` or `name{a="b"}`; undefined when there is none. */
async function read(series: string): Promise<number | undefined> {
  const line = (await scrape()).split('\n').find((each) => each.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

const answers = (labels: string) => read(`sbr_http_request_duration_seconds_count{${labels}}`)

test('answers are counted by route and class of status, and nothing says whose they are', async () => {
  await operator.get(`/api/companies/${company.id}/parts?q=secret-bolt`)
  await operator.get(`/api/companies/${company.id}/parts/${company.id}`)
  await operator.post(`/api/companies/${company.id}/quiet-valves`)
  const route = '/api/companies/:companyId/parts'
  expect(await answers(`method="GET",route="${route}",status="2xx"`)).toBe(1)
  expect(await answers(`method="GET",route="${route}/:id",status="4xx"`)).toBe(1)
  expect(await answers('method="any",route="none",status="4xx"')).toBe(1)
  const text = await scrape()
  expect(text).not.toMatch(/[0-9a-f]{8}-[0-9a-f]{4}-|@|secret|quiet/i)
  const labels = [...text.matchAll(/[{,](\w+)="/g)].map(([, label]) => label)
  expect([...new Set(labels)].sort()).toEqual(['le', 'method', 'route', 'status'])
})

test('the public address has no metrics, and the address of the metrics has nothing else', async () => {
  for (const path of ['/metrics', '/api/metrics'])
    expect((await operator.get(path)).body).not.toContain('sbr_http_request')
  for (const path of ['/', '/healthz', '/api/session', '/metrics/'])
    expect((await fetch(address + path)).status).toBe(404)
  expect((await fetch(`${address}/metrics`, { method: 'POST' })).status).toBe(404)
})

test('the server tells its memory, its disk, its event loop and its connections', async () => {
  expect(await read('process_resident_memory_bytes')).toBeGreaterThan(10_000_000)
  expect(await read('sbr_disk_free_bytes')).toBeLessThan((await read('sbr_disk_size_bytes')) ?? 0)
  expect(await read('sbr_event_loop_delay_seconds')).toBeGreaterThanOrEqual(0)
  expect([await read('sbr_requests_running'), await read('sbr_requests_waiting')]).toEqual([0, 0])
})

test('a live stream is counted while it is open, and not as a request', async () => {
  expect(await read('sbr_live_streams')).toBe(0)
  const stream = await streams.open(server, operator)
  await stream.hears('beat')
  expect(await read('sbr_live_streams')).toBe(1)
  stream.hangUp()
  await expect.poll(() => read('sbr_live_streams')).toBe(0)
  expect(await scrape()).not.toContain('/api/live')
})

test('jobs are counted over all companies, with the longest delay', async () => {
  const add = `insert into jobs.job_common (name, data, source_name, start_after) select $2, jsonb_build_object('companyId', $1::text), $3, now() + $4::interval`
  await server.given.sql(add, [company.id, 'shopify-sync', null, '1 day'])
  await server.given.sql(add, [company.id, 'shopify-sync', null, '-1 hour'])
  await server.given.sql(add, [company.id, 'dead-letters', 'shopify-sync', '-1 day'])
  onTestFinished(() => server.given.sql('delete from jobs.job_common').then(() => undefined))
  expect([await read('sbr_jobs_waiting'), await read('sbr_jobs_running')]).toEqual([2, 0])
  expect(await read('sbr_jobs_failed')).toBe(1)
  expect(Math.round(((await read('sbr_job_delay_seconds')) ?? 0) / 60)).toBe(60)
})

test('backups, exports, connections and schedules tell when they last succeeded; what never happened is left out', async () => {
  const names = ['export', 'restore_drill', 'schedules', 'oldest_contact'].map(
    (each) => `sbr_${each}_timestamp_seconds`,
  )
  for (const name of names) expect(await read(name)).toBeUndefined()
  await server.given.sql(
    `update app.installation set exported_at = '2026-01-02T00:00:00Z', drilled_at = '2026-01-02T12:00:00Z'`,
  )
  await server.given.sql(`update jobs.version set cron_on = '2026-01-03T00:00:00Z'`)
  await server.given.sql(
    `insert into integration_configs (company_id, integration_name, is_enabled, credentials_set_at, last_success_at)
     values ($1, 'shopify', true, '2026-01-01T00:00:00Z', '2026-01-04T00:00:00Z')`,
    [company.id],
  )
  const at = (date: string) => Date.parse(date) / 1_000
  const found = await Promise.all(names.map((name) => read(name)))
  expect(found).toEqual([at('2026-01-02'), at('2026-01-02T12:00:00Z'), at('2026-01-03'), at('2026-01-04')])

  const sold = await server.given.company({ status: 'sold' })
  await server.given.sql(`update companies set created_at = '2026-01-05T00:00:00Z'`)
  const backUp = `insert into backups (company_id, name, format, key, size, row_count, sha256, created_by, created_at)
    select id, 'inventory_2026-01-01-0000.csv', 'internal', 'x/x', 1, 1, 'x', $1, $2 from companies where id <> $3 and (id = $4) = $5`
  const backUpAt = (date: string, isOurs: boolean) =>
    server.given.sql(backUp, [operator.person.id, date, sold.id, company.id, isOurs])
  await backUpAt('2026-01-07T00:00:00Z', true)
  expect(await read('sbr_oldest_backup_timestamp_seconds')).toBe(at('2026-01-05'))
  await backUpAt('2026-01-06T00:00:00Z', false)
  expect(await read('sbr_oldest_backup_timestamp_seconds')).toBe(at('2026-01-06'))
})

test('each rule of the example asks for metrics that the server has', async () => {
  const rules = readFileSync(new URL('../../../deploy/prometheus-rules.yaml', import.meta.url), 'utf8')
  const names = new Set(rules.match(/\b(sbr|process)_\w+?(?=_bucket|_count|\b)/g))
  const metrics = [...(await scrape()).matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name)
  expect(names.size).toBeGreaterThan(10)
  expect([...names].filter((name) => !metrics.includes(name))).toEqual([])
})

test('while the database does not answer, the other figures are still served', async () => {
  expect(await read('sbr_database_up')).toBe(1)
  await server.given.sql('revoke execute on function app.metrics from app_rt')
  onTestFinished(() => server.given.sql('grant execute on function app.metrics to app_rt').then(() => undefined))
  expect(await read('sbr_database_up')).toBe(0)
  expect(await read('sbr_jobs_waiting')).toBeUndefined()
  expect(await read('process_resident_memory_bytes')).toBeGreaterThan(0)
})

test('a worker that runs alone tells of its process and of its jobs, and says whether it is well', async () => {
  await server.given.sql(`update companies set created_at = now() - interval '3 days' where id = $1`, [company.id])
  const worker = spawn(process.execPath, [fileURLToPath(new URL('../../worker.ts', import.meta.url))], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...{ ...process.env, NODE_ENV: 'test', LOG_LEVEL: 'info', METRICS_ADDRESS: '127.0.0.1:0' },
      ...{ DATABASE_URL: server.adminUrl, DATA_DIR: server.dataDir },
    },
  })
  onTestFinished(async () => {
    const ended = once(worker, 'exit')
    worker.kill('SIGTERM')
    await ended
  })
  let output = ''
  worker.stdout.on('data', (chunk) => {
    output += chunk
  })
  await expect.poll(() => output, { timeout: 60_000 }).toContain('runs jobs')
  const [, port] = /"port":(\d+).*"msg":"metrics"/.exec(output) ?? []
  const get = (path: string) => fetch(`http://127.0.0.1:${port}${path}`)
  expect([(await get('/healthz')).status, (await get('/')).status]).toEqual([200, 404])
  const text = () => get('/metrics').then((answer) => answer.text())
  expect(await text()).toMatch(/^process_resident_memory_bytes \d{8,}$/m)
  expect(await text()).toMatch(/^sbr_database_up 1$/m)
  await server.given.sql(
    `insert into jobs.job_common (name, data, retry_limit, expire_seconds) values ('company-days', jsonb_build_object('companyId', $1::text), 0, 60)`,
    [company.id],
  )
  await expect
    .poll(text, { timeout: 30_000 })
    .toMatch(/^sbr_job_duration_seconds_count\{(?=.*kind="company-days")(?=.*end="completed").*\} 1$/m)
}, 120_000)

test('an address that is taken stops the start', async () => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  const second = await startTestServer({ METRICS_ADDRESS: `127.0.0.1:${port}` }, server.adminUrl)
  await expect(second.app.ready()).rejects.toThrow(/^METRICS_ADDRESS cannot be used: .*EADDRINUSE/)
  await second.close()
})
