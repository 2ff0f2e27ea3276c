import { expect, test } from 'vitest'
import { useOwnServer } from '../../testing/fixture.ts'
import { openDatabase } from '../database/database.ts'
import { runtimeUrl } from '../database/schema/database-roles.ts'
import { countWaitingJobs } from './queue.ts'

const { server, company } = useOwnServer()

test('jobs of companies that wait are counted; those that run, are over or failed for good are not', async () => {
  const add = (name: string, state: string, data: object = { companyId: company.id }) =>
    server.given.sql(
      `insert into jobs.job_common (name, state, data, start_after) values ($1, $2::jobs.job_state, $3, now() + interval '1 day')`,
      [name, state, JSON.stringify(data)],
    )
  const database = openDatabase(await runtimeUrl(server.adminUrl), 1)
  expect(await countWaitingJobs(database)).toBe(0)
  for (const state of ['created', 'retry', 'active', 'completed']) await add('shopify-sync', state)
  await add('dead-letters', 'created')
  const [reminder] = await server.given.sql<{ name: string }>(`select name from jobs.queue where name like 'every/%'`)
  await add(reminder?.name ?? '', 'created', {})
  expect(await countWaitingJobs(database)).toBe(2)
  await database.close()
})
