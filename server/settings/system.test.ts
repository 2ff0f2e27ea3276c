import type { HealthSample } from 'contract/settings/system.ts'
import { expect, onTestFinished, test } from 'vitest'
import { seedDemo } from '../../database/seeds/demo.ts'
import { resetLock } from '../../database/seeds/reset-demo.ts'
import { useOwnServer } from '../testing/fixture.ts'
import { sealsOf } from '../testing/keys.ts'

const { server, company, operator, sbr } = useOwnServer({ DEMO: '1' })

test('the state of the server has real figures', async () => {
  for (let n = 0; n < 5; n++) await operator.get(`/api/companies/${company.id}/parts`)
  const answer = await sbr.get('/api/system/health')
  expect(answer.statusCode).toBe(200)
  const { startedAt, samples, connections, disk, jobs } = answer.json()
  expect(Date.parse(startedAt)).toBeLessThanOrEqual(Date.now())
  const busy = samples.find((sample: HealthSample) => sample.requests > 0)
  expect(busy).toMatchObject({ failures: 0, waiting: 0 })
  expect(busy.p95Ms).toBeGreaterThan(0)
  expect(busy.memory).toBeGreaterThan(10_000_000)
  expect(connections).toBe(server.config.databasePool)
  expect(disk.free).toBeLessThan(disk.total)
  expect(jobs).toEqual({ waiting: 0, running: 0, failed: 0 })
})

test('the jobs that wait and the free space have a trend that ends with the figures of now', async () => {
  await server.given.sql(
    `insert into jobs.job_common (name, data, start_after) values ('shopify-sync', jsonb_build_object('companyId', $1::text), now() + interval '1 day')`,
    [company.id],
  )
  const { samples, disk, jobs } = (await sbr.get('/api/system/health')).json()
  expect(jobs.waiting).toBe(1)
  expect(samples.at(-1)).toMatchObject({ waitingJobs: 1, freeBytes: disk.free })
  await server.given.sql('delete from jobs.job_common')
})

test('the database tells its size, tables, connections, migrations, the last backup and its jobs', async () => {
  const { given } = server
  await given.sql(
    `insert into backups (company_id, name, format, key, size, row_count, sha256, created_by)
     values ($1, 'inventory_2026-01-01-0000.csv', 'internal', 'x/x', 1, 1, 'x', $2)`,
    [company.id, sbr.person.id],
  )
  await given.sql(
    `insert into jobs.job_common (name, data, source_name) values ('dead-letters', jsonb_build_object('companyId', $1::text), 'shopify-sync')`,
    [company.id],
  )
  await given.sql('analyze')
  const facts = (await sbr.get('/api/system/database')).json()
  expect(facts).toMatchObject({
    version: expect.stringMatching(/^\d+/),
    migrations: { newest: expect.stringMatching(/^\d{4}_.*\.sql$/), appliedAt: expect.any(String) },
    lastBackup: { name: 'inventory_2026-01-01-0000.csv', companyName: company.name },
    jobs: [{ kind: 'shopify-sync', waiting: 0, running: 0, failed: 1 }],
    commands: { export: 'npm run export -- FILE', restore: 'npm run restore -- FILE' },
  })
  expect(facts.size).toBeGreaterThan(1_000_000)
  expect(facts.connections.open).toBeGreaterThan(0)
  expect(facts.connections.open).toBeLessThanOrEqual(facts.connections.most)
  expect(facts.tables.some(({ rows }: { rows: number }) => rows > 0)).toBe(true)
  const sizes = facts.tables.map(({ size }: { size: number }) => size)
  expect(sizes).toHaveLength(10)
  expect(sizes).toEqual([...sizes].sort((one, other) => other - one))
})

test('data that are no demo are never reset', async () => {
  const part = await server.given.part(company)
  const answer = await sbr.post('/api/system/reset', { confirmation: 'RESET' })
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'System reset is only available on a demo server'])
  expect((await operator.get(`/api/companies/${company.id}/parts/${part.id}`)).statusCode).toBe(200)
})

test.each([{}, { confirmation: 'reset' }, { confirmation: 'RESET', force: true }])(
  'a reset has to be confirmed word for word: %j',
  async (body) => {
    await server.given.sql('update app.installation set is_demo = true')
    expect((await sbr.post('/api/system/reset', body)).statusCode).toBe(400)
    expect((await operator.get(`/api/companies/${company.id}/parts`)).statusCode).toBe(200)
    await server.given.sql('update app.installation set is_demo = false')
  },
)

test('nobody but the firm sees the state of the system or resets it', async () => {
  for (const path of ['health', 'database'])
    expect((await operator.get(`/api/system/${path}`)).json().message).toBe(
      'You do not have permission to see the state of the system',
    )
  const reset = await operator.post('/api/system/reset', { confirmation: 'RESET' })
  expect([reset.statusCode, reset.json().message]).toEqual([403, 'You do not have permission to reset the system'])
})

test('while the demo data are put back, another reset is refused', async () => {
  const part = await server.given.part(company)
  await server.given.sql('update app.installation set is_demo = true')
  const other = await server.adminClient()
  onTestFinished(() => other.end())
  await other.query('select pg_advisory_lock($1)', [resetLock])
  const answer = await sbr.post('/api/system/reset', { confirmation: 'RESET' })
  expect([answer.statusCode, answer.json().message]).toEqual([409, 'The demo data are being put back already'])
  expect((await operator.get(`/api/companies/${company.id}/parts/${part.id}`)).statusCode).toBe(200)
  await server.given.sql('update app.installation set is_demo = false')
})

test('a reset of a demo puts its data back; everybody signs in again', async () => {
  const { given } = server
  await given.part(company, { name: 'Written since' })
  await given.sql('update app.installation set is_demo = true')
  const [firm] = await given.sql<{ id: string }>('select id from companies where is_sbr')
  expect((await sbr.post('/api/system/reset', { confirmation: 'RESET' })).statusCode).toBe(204)
  expect((await sbr.get('/api/session')).statusCode).toBe(401)
  const [found] = await given.sql(
    `select (select array_agg(name order by name) from companies) as companies, (select id from companies where is_sbr) as firm,
       (select count(*)::int from parts where name = 'Written since') as written, (select count(*)::int from profiles) as people,
       (select is_demo from app.installation) as is_demo,
       (select count(*)::int from security_events where kind = 'demo_reset') as told`,
  )
  expect(found).toEqual({
    ...{
      companies: ['North Manufacturing', 'SBR', 'South Supply'],
      firm: firm?.id,
      written: 0,
      people: 7,
      is_demo: true,
      told: 1,
    },
  })
  // As on the first day: the log refuses changes again, and nothing is left to fill in.
  await expect(given.sql('delete from activity_logs')).rejects.toThrow('append-only')
  expect(await seedDemo(server.adminUrl, { sealsOf })).toBe(false)
})
