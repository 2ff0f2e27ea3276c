import { PgBoss } from 'pg-boss'
import { expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { workerUrl } from '../database/schema/database-roles.ts'
import { never, schema } from './queue.ts'

const { server } = useOwnServer()

test('the migrated schema fits this version of pg-boss', async () => {
  const boss = new PgBoss({
    ...never,
    schema,
    connectionString: await workerUrl(server.adminUrl),
    supervise: false,
    schedule: false,
  })
  await boss.start() // throws when the number of the schema is another
  try {
    const { ok, ...drift } = await boss.detectSchemaDrift()
    expect(drift).toMatchObject({})
    expect(ok, JSON.stringify(drift)).toBe(true)
  } finally {
    await boss.stop()
  }
})
