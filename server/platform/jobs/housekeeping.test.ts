import { expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { type Database, openDatabase } from '../database/database.ts'
import { runtimeUrl } from '../database/schema/database-roles.ts'
import { pruneSecurityEvents, removeExpired } from './housekeeping.ts'

const { server } = useOwnServer()

/** The lines of the log of a chore. */
async function toldBy(chore: (database: Database, log: { info: (fields: unknown) => void }) => Promise<void>) {
  const database = openDatabase(await runtimeUrl(server.adminUrl), 1)
  const entries: unknown[] = []
  await chore(database, { info: (fields) => void entries.push(fields) })
  await database.close()
  return entries
}

test('expired rows are removed, others stay', async () => {
  const { given } = server
  const company = await given.company()
  const { id: userId } = await given.person('employee', company)
  const keys = `insert into idempotency_keys (user_id, key, sealed, created_at) values ($1, $2, 's', now() - $3::interval)`
  await given.sql(keys, [userId, 'old', '25 hours'])
  await given.sql(keys, [userId, 'young', '23 hours'])
  const imports = `insert into imports (company_id, created_by, type, status, created_at)
    values ($1, $2, 'parts', 'previewed', now() - $3::interval) returning id`
  for (const age of ['31 days', '29 days']) {
    const [made] = await given.sql<{ id: string }>(imports, [company.id, userId, age])
    await given.sql(
      `insert into import_rows (company_id, import_id, row_number, section, type, action, cells) values ($1, $2, 2, 0, 'parts', 'create', '{a}')`,
      [company.id, made?.id],
    )
  }
  const notices = `insert into store_webhooks (company_id, provider, webhook_id, topic, received_at)
    values ($1, 'shopify', $2, 'orders/create', now() - $3::interval)`
  await given.sql(notices, [company.id, 'old', '8 days'])
  await given.sql(notices, [company.id, 'young', '6 days'])

  const entries = await toldBy((database, log) => removeExpired(database, log))

  expect(entries).toEqual([
    { what: 'idempotency keys', gone: 1 },
    { what: 'import rows', gone: 1 },
    { what: 'notices of stores', gone: 1 },
  ])
  expect(await given.sql('select webhook_id from store_webhooks')).toEqual([{ webhook_id: 'young' }])
  expect(await given.sql('select key from idempotency_keys')).toEqual([{ key: 'young' }])
})

test('security events are deleted after 400 days, in batches, and younger ones stay (security.md 5.7)', async () => {
  const events = `insert into security_events (kind, created_at) select $1, now() - $2::interval from generate_series(1, $3)`
  await server.given.sql(events, ['old', '401 days', 7])
  await server.given.sql(events, ['young', '399 days', 2])
  const entries = await toldBy((database, log) => pruneSecurityEvents(database, log, 3))
  expect(await server.given.sql(`select kind from security_events where kind in ('old', 'young')`)).toEqual([
    { kind: 'young' },
    { kind: 'young' },
  ])
  expect(entries).toEqual([{ what: 'security events', gone: 7 }])
})
