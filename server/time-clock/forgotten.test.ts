import { expect, test } from 'vitest'
import { forgottenEntryJobs } from '../notifications/notification-jobs.ts'
import { useOwnServer } from '../testing/fixture.ts'
import { useJobs } from '../testing/jobs.ts'

const { server, company, operator, manager, employee } = useOwnServer()
const jobs = useJobs(() => server)

test('managers are told once of somebody who is clocked in for longer than a shift; colleagues are not', async () => {
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const { id } = await server.given.timeEntry(company, employee.person, { started_at: hoursAgo(13), ended_at: null })
  await server.given.timeEntry(company, manager.person, { started_at: hoursAgo(11), ended_at: null })
  const dueNow = () => jobs.asked(company.id, forgottenEntryJobs.schedules[0])
  await jobs.settle(forgottenEntryJobs.handlers)
  const found = await dueNow()
  expect(found).toHaveLength(1)
  await jobs.asking(operator, company.id, async (db, enqueue) => {
    for (const { kind, payload } of found) await enqueue(db, kind, payload)
  })
  await jobs.work(forgottenEntryJobs.handlers)
  while ((await dueNow()).length > 0) await new Promise((resolve) => setTimeout(resolve, 50))
  const noticesOf = async (client: typeof manager) =>
    (await client.get(`/api/companies/${company.id}/notifications`)).json().items
  for (const client of [manager, operator]) {
    expect(await noticesOf(client)).toMatchObject([{ topic: 'clock_out_forgotten', entityId: id, actorName: null }])
  }
  expect(await noticesOf(employee)).toEqual([])

  await employee.post(`/api/companies/${company.id}/time-entries/${id}/clock-out`, {})
  for (const client of [manager, operator])
    expect(await noticesOf(client)).toMatchObject([{ entityId: id, isRead: true }])
})
