import { expect, test } from 'vitest'
import { useServer } from '../../testing/fixture.ts'
import { openDatabase } from '../database/database.ts'
import { runtimeUrl } from '../database/database-roles.ts'
import { pruneSecurityEvents } from './housekeeping.ts'

const { server } = useServer()

test('expired rows go, others stay', async () => {
  const { given } = server
  const company = await given.company()
  const { id: userId } = await given.person('employee', company)
  const keys = `insert into idempotency_keys (user_id, key, request_hash, status, created_at) values ($1, $2, 'h', 200, now() - $3::interval)`
  await given.sql(keys, [userId, 'old', '25 hours'])
  await given.sql(keys, [userId, 'young', '23 hours'])
  const imports = `insert into imports (company_id, created_by, type, content_hash, status, created_at)
    values ($1, $2, 'parts', 'h', 'previewed', now() - $3::interval) returning id`
  for (const age of ['31 days', '29 days']) {
    const [made] = await given.sql<{ id: string }>(imports, [company.id, userId, age])
    await given.sql(
      `insert into import_rows (company_id, import_id, row_number, section, type, action, cells) values ($1, $2, 2, 0, 'parts', 'create', '{a}')`,
      [company.id, made?.id],
    )
  }

  const gone = await given.sql('select what, gone::int from app.sweep()')

  expect(gone).toEqual([
    { what: 'idempotency keys', gone: 1 },
    { what: 'ended sessions', gone: 0 },
    { what: 'import rows', gone: 1 },
  ])
  expect(await given.sql('select key from idempotency_keys')).toEqual([{ key: 'young' }])
})

test('security events go after 400 days, in batches, and younger ones stay (security.md 5.7)', async () => {
  const events = `insert into security_events (kind, created_at) select $1, now() - $2::interval from generate_series(1, $3)`
  await server.given.sql(events, ['old', '401 days', 7])
  await server.given.sql(events, ['young', '399 days', 2])
  const database = openDatabase(await runtimeUrl(server.adminUrl), 1)
  const told: object[] = []
  await pruneSecurityEvents(database, { info: (fields: unknown) => void told.push(fields as object) }, 3)
  await database.close()
  expect(await server.given.sql(`select kind from security_events where kind in ('old', 'young')`)).toEqual([
    { kind: 'young' },
    { kind: 'young' },
  ])
  expect(told).toEqual([{ what: 'security events', gone: 7 }])
})
