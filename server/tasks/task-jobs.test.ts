import { expect, test } from 'vitest'
import { useOwnServer } from '../testing/fixture.ts'
import { useJobs } from '../testing/jobs.ts'
import { taskJobs } from './task-jobs.ts'

const { server, company, operator, manager, employee } = useOwnServer()
const jobs = useJobs(() => server)

const readNotices = () =>
  server.given.sql(
    'select topic, user_id from notifications where company_id = $1 and topic <> $2 order by topic, user_id',
    [company.id, 'task_assigned'],
  )

const dueNow = () => jobs.asked(company.id, taskJobs.schedules[0])

async function ended() {
  for (;;) {
    const rows = (await jobs.rows('task-news')).filter(({ data }) => data.companyId === company.id)
    if (rows.length > 0 && rows.every(({ state }) => ['completed', 'failed'].includes(state))) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('an overdue task and one that can go on are told once to assignee and creator, however often it is asked', async () => {
  await server.given.sql(`update companies set time_zone = 'UTC' where id = $1`, [company.id])
  const part = await server.given.part(company, { stock_level: 0 })
  await server.given.task(company, employee.person, operator.person, {
    due_on: new Date(Date.now() - 86_400_000).toISOString().slice(0, 10),
  })
  const { id } = await server.given.task(company, employee.person, operator.person)
  await operator.patch(`/api/companies/${company.id}/tasks/${id}`, {
    ...{ status: 'blocked', blockedBy: { kind: 'part', id: part.id, quantity: 5 } },
  })
  await server.given.sql('update parts set stock_level = 5 where id = $1', [part.id])
  await jobs.settle(taskJobs.handlers)
  const [first, second] = [await dueNow(), await dueNow()]
  expect([first.length, second.length]).toEqual([1, 1])
  await jobs.asking(operator, company.id, async (db, enqueue) => {
    for (const { kind, payload } of [...first, ...second]) await enqueue(db, kind, payload)
  })
  await jobs.work(taskJobs.handlers)
  await ended()
  const people = [operator, employee].map(({ person }) => person.id).sort()
  expect(await readNotices()).toEqual(
    ['task_overdue', 'task_unblocked'].flatMap((topic) => people.map((user_id) => ({ topic, user_id }))),
  )
  expect(await dueNow()).toEqual([])
})

test('a task that was overdue before anybody looked is told once to each of its assignees', async () => {
  const task = await server.given.task(company, employee.person, operator.person, { title: 'Late' })
  await server.given.sql('update tasks set due_on = current_date - 20 where id = $1', [task.id])
  const tell = () =>
    jobs.run(operator, company.id, async (payload, job) => void (await taskJobs.handlers[0]?.run(payload, job)))
  const overdue = async (client: typeof employee) => {
    const { items } = (await client.get(`/api/companies/${company.id}/notifications?topic=task_overdue`)).json()
    return items.filter(({ entityId }: { entityId: string }) => entityId === task.id)
  }
  await tell()
  expect(await overdue(employee)).toMatchObject([{ recordName: 'Late', actorName: null }])
  await server.given.sql('update tasks set assigned_to = $2 where id = $1', [task.id, manager.person.id])
  for (const _ of [1, 2]) await tell()
  expect(await overdue(manager)).toHaveLength(1)
  expect(await dueNow()).toEqual([])
})
