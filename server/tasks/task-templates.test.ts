import { expect, test } from 'vitest'
import { type Client, useOwnServer } from '../testing/fixture.ts'
import { useJobs } from '../testing/jobs.ts'
import { makeDueTasks, repeatJobs } from './repeat-jobs.ts'

const { server, company, operator, manager, employee } = useOwnServer()
const jobs = useJobs(() => server)

const at = (rest = '') => `/api/companies/${company.id}/task-templates${rest}`
const tasksAt = (rest = '') => `/api/companies/${company.id}/tasks${rest}`
const keep = async (who: Client, fields: object) => (await who.post(at(), { title: 'Oil the press', ...fields })).json()
const tasksOf = (template: { id: string }) =>
  server.given.sql<{ id: string; title: string; due_on: string; repeat_on: string; assigned_to: string }>(
    `select id, title, due_on::text, repeat_on::text, assigned_to from tasks where template_id = $1 order by repeat_on, id`,
    [template.id],
  )
const nextOf = async (template: { id: string }) => (await operator.get(at(`/${template.id}`))).json().nextOn

/** What the job does on these days, on two servers at once. @returns how many tasks it made each day */
async function onDays(...days: string[]): Promise<number[]> {
  const made: number[] = []
  const [ended] = await jobs.run(operator, company.id, async (_payload, job) => {
    const look = (today: string) => job.work((db) => makeDueTasks(db, job.enqueue, company.id, today))
    for (const today of days) made.push((await Promise.all([look(today), look(today)])).flat().length)
  })
  expect(ended?.output?.message).toBeUndefined()
  return made
}

test('a template keeps checklist and links, and a task that is made from it has them', async () => {
  const part = await server.given.part(company, { part_number: 'P-1', name: 'Press' })
  const template = await keep(manager, {
    items: ['Clean', ' Oil '],
    partId: part.id,
    dueDays: 2,
    description: 'Weekly',
  })
  expect(template).toMatchObject({
    ...{ title: 'Oil the press', items: ['Clean', 'Oil'], dueDays: 2, repeat: null, nextOn: null, openCount: 0 },
    item: { type: 'part', name: 'P-1 Press' },
  })
  const made = await manager.post(tasksAt(), {
    ...{ title: 'Oil the press', assignedTo: employee.person.id, templateId: template.id, partId: part.id },
  })
  expect(made.json()).toMatchObject({ itemCount: 2, template: { id: template.id, repeats: false } })
  const { items } = (await employee.get(tasksAt(`/${made.json().id}/items`))).json()
  expect(items.map(({ text, isDone }: { text: string; isDone: boolean }) => [text, isDone])).toEqual([
    ['Clean', false],
    ['Oil', false],
  ])
  expect((await operator.get(at(`/${template.id}`))).json()).toMatchObject({ openCount: 1 })
})

test('everybody who gives tasks finds it; its maker and operators change it, with undo', async () => {
  const template = await keep(manager, {})
  const colleague = await server.signIn('manager', company)
  expect((await colleague.get(at('?q=oil'))).json().items).toMatchObject([{ id: template.id }])
  expect((await colleague.patch(at(`/${template.id}`), { title: 'Mine' })).statusCode).toBe(403)
  expect((await colleague.delete(at(`/${template.id}`))).statusCode).toBe(403)
  const stale = await manager.patch(at(`/${template.id}`), { title: 'Late' }, { 'if-match': '7' })
  expect(stale.statusCode).toBe(409)
  expect((await operator.patch(at(`/${template.id}`), { title: 'Grease the press' })).json()).toMatchObject({
    version: 2,
  })
  const { changeSetId } = (await manager.delete(at(`/${template.id}`))).json()
  expect((await manager.get(at(`/${template.id}`))).statusCode).toBe(404)
  await manager.post(`/api/companies/${company.id}/change-sets/${changeSetId}/undo`, {})
  expect((await manager.get(at(`/${template.id}`))).json()).toMatchObject({ title: 'Grease the press' })
})

test('a strange assignee, part or template is refused (T3, T8)', async () => {
  const other = await server.given.company()
  const stranger = await server.given.person('employee', other)
  const part = await server.given.part(other)
  const foreign = await server.given.taskTemplate(other, stranger)
  for (const fields of [{ assignedTo: stranger.id }, { partId: part.id }])
    expect((await manager.post(at(), { title: 'x', ...fields })).statusCode).toBe(422)
  const made = await manager.post(tasksAt(), { title: 'x', assignedTo: employee.person.id, templateId: foreign.id })
  expect(made.statusCode).toBe(422)
  const unassigned = await manager.post(at(), { title: 'x', repeat: { kind: 'days', every: 1 } })
  expect([unassigned.statusCode, unassigned.json().message]).toEqual([422, 'A task that repeats needs an assignee'])
  expect((await manager.post(at(), { title: 'x', repeat: { kind: 'weekly', weekdays: [8] } })).statusCode).toBe(400)
})

test('a rule makes its tasks on its days, each once, though two servers look every day', async () => {
  const template = await keep(manager, {
    ...{ assignedTo: employee.person.id, dueDays: 4, items: ['Look'], nextOn: '2090-01-01' },
    repeat: { kind: 'weekly', weekdays: [1] },
  })
  expect(template.nextOn).toBe('2090-01-02')
  const january = Array.from({ length: 20 }, (_, place) => `2090-01-${String(place + 1).padStart(2, '0')}`)
  const made = await onDays(...january)
  expect(made.flatMap((count, place) => (count ? [[january[place], count]] : []))).toEqual([
    ['2090-01-02', 1],
    ['2090-01-09', 1],
    ['2090-01-16', 1],
  ])
  expect(await tasksOf(template)).toMatchObject([
    { repeat_on: '2090-01-02', due_on: '2090-01-06' },
    { repeat_on: '2090-01-09', due_on: '2090-01-13' },
    { repeat_on: '2090-01-16', due_on: '2090-01-20' },
  ])
  const [task] = await tasksOf(template)
  expect((await employee.get(tasksAt(`/${task?.id}`))).json()).toMatchObject({
    ...{ assignedBy: manager.person.id, itemCount: 1, template: { id: template.id, repeats: true } },
  })
  const notices = await server.given.sql(
    `select user_id from notifications where entity_id = $1 and topic = 'task_assigned'`,
    [task?.id],
  )
  expect(notices).toEqual([{ user_id: employee.person.id }])
  expect(await nextOf(template)).toBe('2090-01-23')
})

test('one task stands for the days on which no server ran', async () => {
  const template = await keep(manager, {
    ...{ assignedTo: employee.person.id, nextOn: '2090-01-31', repeat: { kind: 'monthly', on: 'last_workday' } },
  })
  // A change of nothing leaves it as it is.
  expect((await operator.patch(at(`/${template.id}`), {})).json()).toMatchObject({ nextOn: '2090-01-31' })
  expect(await onDays('2090-01-30', '2090-05-02')).toEqual([0, 1])
  expect(await nextOf(template)).toBe('2090-05-31')
})

test('days after completion: the next one comes when the last was completed, confirmed or deleted', async () => {
  await server.given.sql(`update companies set time_zone = 'UTC' where id = $1`, [company.id])
  const [{ today, later }] = (await server.given.sql<{ today: string; later: string }>(
    `select (now() at time zone 'UTC')::date::text as today, ((now() at time zone 'UTC')::date + 3)::text as later`,
  )) as [{ today: string; later: string }]
  const template = await keep(manager, {
    ...{ assignedTo: employee.person.id, repeat: { kind: 'after_completion', days: 3 } },
  })
  expect(template.nextOn).toBe(today)
  await onDays(today)
  const id = (await tasksOf(template))[0]?.id
  expect(await nextOf(template)).toBeNull()
  await manager.patch(tasksAt(`/${id}`), { status: 'complete' })
  expect(await nextOf(template)).toBe(later)
  await manager.patch(tasksAt(`/${id}`), { status: 'in_progress' })
  expect(await nextOf(template)).toBeNull()
  await manager.patch(tasksAt(`/${id}`), { status: 'complete' })
  await onDays(later)
  const second = (await tasksOf(template))[1]?.id
  await manager.patch(tasksAt(`/${id}`), { status: 'in_progress' }) // an older one decides nothing any more
  await manager.delete(tasksAt(`/${second}`))
  expect(await nextOf(template)).toBeNull()
  await manager.patch(tasksAt(`/${id}`), { status: 'complete' })
  expect(await nextOf(template)).toBe(later)
  expect(await tasksOf(template)).toHaveLength(1)
})

test('the task of somebody who left goes to the maker of the template; when both have left, nothing is made', async () => {
  const rule = { assignedTo: employee.person.id, repeat: { kind: 'days', every: 1 }, nextOn: '2090-01-01' }
  const template = await keep(manager, rule)
  await server.given.sql('delete from user_roles where user_id = $1', [employee.person.id])
  await onDays('2090-01-01')
  expect(await tasksOf(template)).toMatchObject([{ assigned_to: manager.person.id }])
  await server.given.sql('delete from user_roles where user_id = $1', [manager.person.id])
  await onDays('2090-01-02')
  expect(await tasksOf(template)).toHaveLength(1)
  expect(await nextOf(template)).toBe('2090-01-03')
})

test('a day begins at midnight of the company, and the job asks for those whose day has come', async () => {
  const template = await server.given.taskTemplate(company, manager.person, {
    ...{ assigned_to: employee.person.id, repeat: JSON.stringify({ kind: 'days', every: 7 }) },
  })
  const dueNow = () => jobs.asked(company.id, repeatJobs.schedules[0])
  await server.given.sql(
    `update task_templates set next_on = (now() at time zone 'Pacific/Kiritimati')::date where id = $1`,
    [template.id],
  )
  // Always a day apart.
  await server.given.sql(`update companies set time_zone = 'Pacific/Pago_Pago' where id = $1`, [company.id])
  expect(await dueNow()).toEqual([])
  await server.given.sql(`update companies set time_zone = 'Pacific/Kiritimati' where id = $1`, [company.id])
  expect(await dueNow()).toHaveLength(1)
  await jobs.settle(repeatJobs.handlers)
  await jobs.asking(operator, company.id, async (db, enqueue) => {
    for (const { kind, payload } of await dueNow()) await enqueue(db, kind, payload)
  })
  await jobs.work(repeatJobs.handlers)
  while ((await tasksOf(template)).length === 0) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(await dueNow()).toEqual([])
})

test('a new rule begins anew, an unchanged one keeps its day, and without one nothing comes', async () => {
  const template = await keep(manager, {
    ...{ assignedTo: employee.person.id, nextOn: '2090-01-01', repeat: { kind: 'days', every: 5 } },
  })
  const change = async (fields: object) => (await manager.patch(at(`/${template.id}`), fields)).json().nextOn
  expect(await change({ title: 'Another', repeat: { kind: 'days', every: 5 } })).toBe('2090-01-01')
  expect(await change({ repeat: { kind: 'monthly', on: 31 }, nextOn: '2090-02-01' })).toBe('2090-02-28')
  expect(await change({ repeat: null })).toBeNull()
})

test('who does a task of a template reads the files of the template, and no others', async () => {
  const [mine, other] = [await keep(manager, {}), await keep(manager, {})]
  await server.given.file(company, { task_template_id: mine.id })
  await server.given.file(company, { task_template_id: other.id })
  await server.given.task(company, employee.person, manager.person, { template_id: mine.id })
  const filesOf = (id: string) => `/api/companies/${company.id}/files?entityType=task_template&entityId=${id}`
  expect((await employee.get(filesOf(mine.id))).json().items).toHaveLength(1)
  expect((await employee.get(filesOf(other.id))).statusCode).toBe(404)
})

test('a task says whether its assignee has read the SOP, or the version that it asks for', async () => {
  const sop = (
    await operator.post(`/api/companies/${company.id}/sops`, { title: 'Safety', content: 'Wear gloves.' })
  ).json()
  const task = await manager.post(tasksAt(), { title: 'Weld', assignedTo: employee.person.id, sopId: sop.id })
  const reading = async (who: Client) => (await who.get(tasksAt(`/${task.json().id}`))).json().sopReading
  expect([await reading(manager), await reading(employee)]).toEqual(['unread', 'unread'])
  await employee.post(`/api/companies/${company.id}/sops/${sop.id}/readings`, { version: 1 })
  expect([await reading(manager), await reading(employee)]).toEqual(['read', 'read'])
  await manager.patch(tasksAt(`/${task.json().id}`), { sopVersion: 2 })
  expect(await reading(manager)).toBe('again')
})
