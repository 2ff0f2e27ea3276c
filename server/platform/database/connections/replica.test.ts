import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { buildApp } from '../../../app.ts'
import { makeGiven } from '../../../testing/given/given.ts'
import { givenCluster } from '../../../testing/postgres/clusters.ts'
import { readConfig } from '../../config/config.ts'
import { startEmbeddedPostgres } from '../../postgres/embedded-postgres.ts'
import { runtimeUrl } from '../schema/database-roles.ts'
import { migrate } from '../schema/migrations.ts'

test('while the address leads to a replica every answer is 503, and after its promotion the same server writes', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sbr-replica-'))
  givenCluster(dataDir)
  const primary = await startEmbeddedPostgres({ dataDir })
  await migrate(primary.url, { name: 'SBR' })
  const url = await runtimeUrl(primary.url)
  const admin = new pg.Pool({ connectionString: primary.url })
  admin.on('error', () => undefined)
  const given = makeGiven(admin)
  const company = await given.company()
  const { token } = await given.person('company_operator', company)
  await admin.end()
  const config = readConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', RATE_LIMIT: '0', DEMO: '0', DATA_DIR: dataDir })
  const app = await buildApp({ config, databaseUrl: url })
  const ready = () => app.inject({ url: '/readyz', headers: { host: 'localhost:3000' } })
  expect((await ready()).statusCode).toBe(200)
  await primary.stop()
  await writeFile(join(dataDir, 'postgres', 'cluster', 'standby.signal'), '')
  const replica = await startEmbeddedPostgres({ dataDir })
  onTestFinished(async () => {
    await app.close()
    await replica.stop()
    await rm(dataDir, { recursive: true, force: true })
  })
  const headers = { authorization: `Bearer ${token}`, host: 'localhost:3000', 'idempotency-key': 'once' }
  const create = () =>
    app.inject({
      ...{ method: 'POST', url: `/api/companies/${company.id}/parts`, headers },
      payload: { partNumber: 'B-1', name: 'Bolt' },
    })
  const list = () => app.inject({ url: `/api/companies/${company.id}/parts`, headers })
  const statuses = async () => (await Promise.all([create(), list(), ready()])).map(({ statusCode }) => statusCode)

  expect(await statuses()).toEqual([503, 503, 503])
  const client = new pg.Client({ connectionString: replica.url })
  await client.connect()
  await client.query('select pg_promote()')
  await client.end()
  expect(await statuses()).toEqual([201, 200, 200])
}, 60_000)
