import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const at = (rest = '') => `/api/companies/${company.id}/${rest}`
const give = (by: Client, to: Client, fields: Record<string, unknown> = {}) =>
  server.given.task(company, to.person, by.person, fields)
const edit = (who: Client, body: object) => who.post(at('tasks/bulk-edit'), { preview: false, ...body })
const read = async (who: Client, id: string) => (await who.get(at(`tasks/${id}`))).json()
const undo = (who: Client, changeSetId: string) => who.post(at(`change-sets/${changeSetId}/undo`), {})

test('a preview shows what a bulk edit would do; the edit is one change set, and undo takes it back', async () => {
  const [one, two] = [
    await give(manager, employee, { title: 'A' }),
    await give(manager, employee, { title: 'B', priority: 'high' }),
  ]
  const change = { selection: { ids: [one.id, two.id] }, field: 'priority', value: 'high' }
  expect((await edit(manager, { ...change, preview: true })).json()).toEqual({
    ...{ count: 1, unchanged: 1, lowered: 0, changeSetId: null },
    sample: [{ id: one.id, number: null, name: 'A', oldValue: 'Medium', newValue: 'High', unit: null }],
  })
  expect(await read(manager, one.id)).toMatchObject({ priority: 'medium' })
  const done = (await edit(manager, change)).json()
  expect(done).toMatchObject({ count: 1, unchanged: 1, changeSetId: expect.any(String) })
  expect((await undo(manager, done.changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await read(manager, one.id)).toMatchObject({ priority: 'medium' })
})

test('the tasks of somebody who left are counted, found and handed over at once', async () => {
  const leaver = await server.signIn('employee', company)
  const tasks = [
    await give(manager, leaver),
    await give(operator, leaver),
    await give(operator, leaver, { status: 'complete' }),
  ]
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  await sbr.delete(at(`members/${leaver.person.id}`))
  expect((await operator.get(at('task-counts'))).json()).toMatchObject({ left: 2 })
  expect((await manager.get(at('task-counts'))).json()).toMatchObject({ left: 0 })
  const selection = { matching: { left: 'true', status: 'open' } }
  const preview = await edit(operator, { selection, field: 'assignedTo', value: employee.person.id, preview: true })
  expect(preview.json()).toMatchObject({ count: 2, unchanged: 0 })
  const done = (await edit(operator, { selection, field: 'assignedTo', value: employee.person.id })).json()
  expect(done).toMatchObject({ count: 2 })
  expect(
    (await employee.get(at('tasks')))
      .json()
      .items.map(({ id }: { id: string }) => id)
      .sort(),
  ).toEqual(
    tasks
      .slice(0, 2)
      .map(({ id }) => id)
      .sort(),
  )
  expect((await operator.get(at('task-counts'))).json()).toMatchObject({ left: 0 })
  expect((await undo(operator, done.changeSetId)).json()).toMatchObject({ restored: 2, conflictCount: 0 })
})

test('one foreign, unknown or deleted id changes nothing (T2)', async () => {
  const mine = await give(manager, employee)
  const others = await give(operator, operator)
  const foreign = await server.given.company()
  const stranger = await server.given.person('employee', foreign)
  const elsewhere = await server.given.task(foreign, stranger, stranger)
  for (const preview of [true, false])
    for (const id of [others.id, elsewhere.id, randomUUID()]) {
      const refused = await edit(manager, {
        selection: { ids: [mine.id, id] },
        field: 'status',
        value: 'blocked',
        preview,
      })
      expect(refused.statusCode).toBe(404)
    }
  expect((await manager.post(at('tasks/bulk-delete'), { selection: { ids: [mine.id, others.id] } })).statusCode).toBe(
    404,
  )
  expect(await read(manager, mine.id)).toMatchObject({ status: 'not_started' })
})

test('a manager moves the tasks given to them, and edits and deletes only their own', async () => {
  const [mine, given] = [await give(manager, employee), await give(operator, manager)]
  const ids = [mine.id, given.id]
  const edited = await edit(manager, { selection: { ids }, field: 'priority', value: 'low' })
  expect([edited.statusCode, edited.json().message]).toEqual([403, 'Some of these tasks are not yours to change'])
  expect((await manager.post(at('tasks/bulk-delete'), { selection: { ids } })).statusCode).toBe(403)
  expect((await edit(manager, { selection: { ids }, field: 'status', value: 'complete' })).json()).toMatchObject({
    count: 2,
  })
})

test('many tasks are deleted at once, and come back', async () => {
  const ids = [(await give(manager, employee)).id, (await give(manager, employee)).id]
  const gone = (await manager.post(at('tasks/bulk-delete'), { selection: { ids } })).json()
  expect(gone).toMatchObject({ count: 2 })
  expect((await manager.get(at('tasks'))).json().total).toBe(0)
  await undo(manager, gone.changeSetId)
  expect((await manager.get(at('tasks'))).json().total).toBe(2)
})

test('nobody of another company is given tasks, in the preview neither', async () => {
  const { id } = await give(manager, employee)
  const stranger = await server.given.person('employee', await server.given.company())
  const refused = await edit(manager, { selection: { ids: [id] }, field: 'assignedTo', value: stranger.id })
  expect([refused.statusCode, refused.json().message]).toEqual([422, 'Choose somebody who belongs to this company'])
})

test.each([
  { field: 'status', value: 'done' },
  { field: 'priority', value: null },
  { field: 'assignedTo', value: null },
  { field: 'dueOn', value: 'tomorrow' },
  { field: 'title', value: 'x' },
  { field: 'status' },
])('what is not valid is refused: %j', async (change) => {
  const { id } = await give(manager, employee)
  expect((await edit(manager, { selection: { ids: [id] }, ...change })).statusCode).toBe(400)
})

test('the counters say what waits for whom', async () => {
  const { id } = await give(manager, employee, { due_on: '2020-01-01' })
  await give(operator, employee)
  await give(operator, employee, { status: 'complete' })
  const counts = async (who: Client) => (await who.get(at('task-counts'))).json()
  expect(await counts(employee)).toEqual({ open: 2, overdue: 1, reported: 0, left: 0 })
  await employee.post(at(`tasks/${id}/reports`), { kind: 'done' })
  expect(await counts(employee)).toMatchObject({ reported: 0 })
  for (const who of [manager, operator])
    expect(await counts(who)).toEqual({ open: 0, overdue: 0, reported: 1, left: 0 })
})

test('due, creator and left narrow a list', async () => {
  const today = new Date(Date.now()).toISOString().slice(0, 10)
  await server.given.sql(`update companies set time_zone = 'UTC' where id = $1`, [company.id])
  const day = (more: number) => new Date(Date.parse(today) + more * 86_400_000).toISOString().slice(0, 10)
  await give(manager, employee, { title: 'Past', due_on: day(-3) })
  await give(operator, employee, { title: 'Week', due_on: day(3) })
  await give(operator, employee, { title: 'Later', due_on: day(30) })
  await give(operator, employee, { title: 'Never' })
  const titles = async (query: string) =>
    (await operator.get(at(`tasks?sort=title&order=asc&${query}`)))
      .json()
      .items.map(({ title }: { title: string }) => title)
  expect(await titles('due=overdue')).toEqual(['Past'])
  expect(await titles('due=week')).toEqual(['Week'])
  expect(await titles('due=none')).toEqual(['Never'])
  expect(await titles(`assignedBy=${manager.person.id}`)).toEqual(['Past'])
  expect(await titles('left=true')).toEqual([])
  expect((await operator.get(at('tasks?due=soon'))).statusCode).toBe(400)
})

test('a batch adds and changes tasks in one change set, tells the people who got one, and one undo takes it back', async () => {
  const task = await give(manager, operator, { title: 'Oil the press' })
  const answer = await manager.post(at('tasks/batch'), {
    create: [
      { title: 'Sweep', assignedTo: employee.person.id, dueOn: '2026-12-01' },
      { title: 'Mop', assignedTo: employee.person.id },
    ],
    update: [{ id: task.id, version: 1, assignedTo: employee.person.id, status: 'in_progress' }],
  })
  expect(answer.statusCode).toBe(200)
  const { created, updated, changeSetId } = answer.json()
  expect(created).toEqual([1, 2].map(() => ({ id: expect.any(String), version: 1, failure: null })))
  expect(updated).toEqual([{ id: task.id, version: 2, failure: null }])
  const news = (await employee.get('/api/notifications')).json().items
  const given = news.filter(({ topic }: { topic: string }) => topic === 'task_assigned')
  expect(given.map(({ entityId }: { entityId: string }) => entityId)).toEqual(
    expect.arrayContaining([task.id, ...created.map(({ id }: { id: string }) => id)]),
  )
  expect((await undo(manager, changeSetId)).statusCode).toBe(200)
  expect(await read(manager, task.id)).toMatchObject({ status: 'not_started', assignedTo: operator.person.id })
  expect((await manager.get(at(`tasks/${created[0].id}`))).statusCode).toBe(404)
})

test('a batch of tasks says of each record why it was not written', async () => {
  const foreign = await give(operator, operator)
  const given = await give(operator, manager, { title: 'Count the bolts' })
  const mine = await give(manager, employee)
  const answer = await manager.post(at('tasks/batch'), {
    create: [
      { title: '', assignedTo: employee.person.id },
      { title: 'Paint', assignedTo: randomUUID() },
      { title: 'Sweep', assignedTo: employee.person.id },
    ],
    update: [
      { id: foreign.id, version: null, status: 'complete' },
      { id: given.id, version: null, title: 'Count the nuts' },
      { id: given.id, version: 1, status: 'in_progress' },
      { id: mine.id, version: 7, title: 'Late' },
      { id: mine.id, version: null },
    ],
    skipFaulty: true,
  })
  expect(answer.statusCode).toBe(200)
  const codes = (outcomes: { failure: { code: string } | null }[]) => outcomes.map(({ failure }) => failure?.code)
  expect(codes(answer.json().created)).toEqual(['BAD_REQUEST', 'UNPROCESSABLE', undefined])
  expect(codes(answer.json().updated)).toEqual(['NOT_FOUND', 'FORBIDDEN', undefined, 'CONFLICT', 'BAD_REQUEST'])
  expect(await read(manager, given.id)).toMatchObject({ title: 'Count the bolts', status: 'in_progress' })
})
