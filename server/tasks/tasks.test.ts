import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { runtimeUrl } from '../platform/database/schema/database-roles.ts'
import { hashToken } from '../platform/http/session-token.ts'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/tasks${rest}`
const titles = async (client: Client, query = '') =>
  (await client.get(path(query))).json().items.map(({ title }: { title: string }) => title)
const give = (by: Client, to: Client, fields: Record<string, unknown> = {}) =>
  server.given.task(company, to.person, by.person, fields)

test('a task is assigned, starts as not started, and completing it records when', async () => {
  const created = await manager.post(path(), {
    title: ' Calibrate the press ',
    description: 'Before the audit',
    priority: 'high',
    assignedTo: employee.person.id,
    dueOn: '2026-12-01',
  })
  expect(created.statusCode).toBe(201)
  const task = created.json()
  expect(task).toMatchObject({
    ...{ title: 'Calibrate the press', priority: 'high', status: 'not_started', completedAt: null, version: 1 },
    ...{ assignedTo: employee.person.id, assignedBy: manager.person.id, dueOn: '2026-12-01', isAssigneeMember: true },
    ...{ assigneeName: expect.stringContaining('Test Person'), assignerName: expect.stringContaining('Test Person') },
  })
  const done = (await manager.patch(path(`/${task.id}`), { status: 'complete' })).json()
  expect(done).toMatchObject({ status: 'complete', version: 2, completedAt: expect.stringMatching(/^20\d\d-.*Z$/) })
  const again = (await manager.patch(path(`/${task.id}`), { status: 'complete' })).json()
  expect(again.completedAt).toBe(done.completedAt)
  const back = (await operator.patch(path(`/${task.id}`), { status: 'blocked' })).json()
  expect(back).toMatchObject({ status: 'blocked', completedAt: null })
})

test('a new task is of medium priority, without a due date', async () => {
  const { statusCode, body } = await operator.post(path(), { title: 'x', assignedTo: operator.person.id })
  expect(statusCode).toBe(201)
  expect(JSON.parse(body)).toMatchObject({ priority: 'medium', dueOn: null, description: null, isOverdue: false })
})

test('everybody sees the tasks they may: assigned to them, by them, or all (security.md 2.2, row 28)', async () => {
  const colleague = await server.signIn('manager', company)
  await give(operator, employee, { title: 'For the employee' })
  await give(manager, employee, { title: 'By the manager' })
  await give(operator, manager, { title: 'For the manager' })
  await give(colleague, colleague, { title: 'Of a colleague' })
  expect((await titles(employee)).sort()).toEqual(['By the manager', 'For the employee'])
  expect((await titles(manager)).sort()).toEqual(['By the manager', 'For the manager'])
  expect(await titles(operator)).toHaveLength(4)
  expect(await titles(await server.signIn('sbr_operator', await server.given.firm()))).toHaveLength(4)
  expect(await titles(manager, '?scope=mine')).toEqual(['For the manager'])
  expect(await titles(manager, '?scope=team')).toEqual(['By the manager'])
  expect((await titles(operator, '?scope=team')).sort()).toEqual(['For the employee', 'For the manager'])
  expect(await titles(operator, '?scope=mine')).toEqual([])
  expect(await titles(operator, '?scope=all')).toHaveLength(4)
})

test('an employee changes no status and creates no task (T7)', async () => {
  const task = await give(manager, employee)
  const changed = await employee.patch(path(`/${task.id}`), { status: 'complete' })
  expect([changed.statusCode, changed.json().message]).toEqual([
    403,
    'You do not have permission to change the status of tasks',
  ])
  const created = await employee.post(path(), { title: 'x', assignedTo: employee.person.id })
  expect([created.statusCode, created.json().message]).toEqual([403, 'You do not have permission to create tasks'])
  expect(await server.given.sql('select status from tasks where company_id = $1', [company.id])).toEqual([
    { status: 'not_started' },
  ])
})

test('a manager moves tasks they may read and no others (security.md 2.2, row 30)', async () => {
  const mine = await give(operator, manager)
  const others = await give(operator, employee)
  expect((await manager.patch(path(`/${mine.id}`), { status: 'in_progress' })).statusCode).toBe(200)
  const [existing, unknown] = await Promise.all(
    [others.id, randomUUID()].map((id) => manager.patch(path(`/${id}`), { status: 'complete' })),
  )
  expect(existing?.statusCode).toBe(404)
  expect(existing?.body).toBe(unknown?.body)
  expect((await manager.get(path(`/${others.id}`))).statusCode).toBe(404)
})

test('an assignee of another company is refused like somebody unknown (T8)', async () => {
  const stranger = await server.given.person('employee', await server.given.company())
  const answers = await Promise.all(
    [stranger.id, randomUUID()].map((assignedTo) => manager.post(path(), { title: 'x', assignedTo })),
  )
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([422, 422])
  expect(answers[0]?.body).toBe(answers[1]?.body)
  expect(answers[0]?.json()).toMatchObject({
    ...{ message: 'Choose somebody who belongs to this company', data: { field: 'assignedTo' } },
  })
})

test('SQL of the web server gets no further than its requests (T8; security.md 2.2, row 30)', async () => {
  const stranger = await server.given.person('employee', await server.given.company())
  const { id } = await give(operator, manager)
  await give(operator, employee)
  const runtime = new pg.Client({ connectionString: await runtimeUrl(server.adminUrl) })
  await runtime.connect()
  const as = async (client: Client, text: string, values: unknown[]) => {
    await runtime.query('begin')
    try {
      await runtime.query('select app.enter($1, $2, null)', [hashToken(client.person.token), company.id])
      return (await runtime.query(text, values)).rowCount
    } catch (error) {
      return (error as pg.DatabaseError).code
    } finally {
      await runtime.query('rollback')
    }
  }
  const insert = 'insert into tasks (company_id, title, assigned_to, assigned_by) values ($1, $2, $3, $4)'
  const { manager: m, employee: e } = { manager: manager.person.id, employee: employee.person.id }
  try {
    expect(await as(manager, insert, [company.id, 'x', e, m])).toBe(1)
    expect(await as(manager, insert, [company.id, 'x', stranger.id, m])).toBe('SB001')
    expect(await as(manager, insert, [company.id, 'x', e, operator.person.id])).toBe('42501')
    expect(await as(employee, insert, [company.id, 'x', e, e])).toBe('42501')
    expect(await as(manager, `update tasks set status = 'blocked' where company_id = $1`, [company.id])).toBe(1)
    expect(await as(employee, `update tasks set status = 'blocked' where company_id = $1`, [company.id])).toBe(0)
    for (const change of [`assigned_by = '${m}'`, 'company_id = company_id', 'id = id', 'created_at = now()'])
      expect(await as(operator, `update tasks set ${change} where id = $1`, [id])).toBe('42501')
    for (const change of [
      `title = 'y'`,
      'due_on = now()',
      `priority = 'low'`,
      `assigned_to = '${e}'`,
      'description = null',
    ])
      expect(await as(manager, `update tasks set ${change} where id = $1`, [id]), change).toBe(
        change.startsWith('description') ? 1 : '42501',
      )
    expect(await as(manager, 'delete from tasks where id = $1', [id])).toBe(0)
    expect(await as(operator, 'delete from tasks where id = $1', [id])).toBe(1)
    const report = `insert into task_reports (company_id, task_id, kind, reported_by) values ($1, $2, 'done', $3)`
    expect(await as(manager, report, [company.id, id, m])).toBe('42501')
  } finally {
    await runtime.end()
  }
})

test('when an assignee leaves, the task stays with those who assign, and is given to them no more (security.md 2.3)', async () => {
  const firm = await server.signIn('sbr_operator', await server.given.firm())
  const { id } = await give(manager, employee)
  expect((await firm.delete(`/api/companies/${company.id}/members/${employee.person.id}`)).statusCode).toBe(204)
  for (const reader of [manager, operator]) {
    expect((await reader.get(path(`/${id}`))).json()).toMatchObject({
      isAssigneeMember: false,
      assigneeName: expect.stringContaining('Test Person'),
    })
  }
  expect((await manager.post(path(), { title: 'x', assignedTo: employee.person.id })).statusCode).toBe(422)
  expect((await manager.patch(path(`/${id}`), { status: 'complete' })).statusCode).toBe(200)
})

test('a role changed mid-session counts at the next request; tasks stay with the old company (security.md 2.3)', async () => {
  const firm = await server.signIn('sbr_operator', await server.given.firm())
  await give(manager, employee, { title: 'Assigned as a manager' })
  await give(operator, manager, { title: 'To do' })
  expect((await firm.patch(`/api/people/${manager.person.id}`, { role: 'employee' })).statusCode).toBe(200)
  expect(await titles(manager)).toEqual(['To do'])
  const elsewhere = await server.given.company()
  await firm.patch(`/api/people/${manager.person.id}`, { role: 'manager', companyId: elsewhere.id })
  expect((await manager.get(path())).statusCode).toBe(404)
  expect((await manager.get(`/api/companies/${elsewhere.id}/tasks`)).json().total).toBe(0)
  expect(await titles(operator)).toHaveLength(2)
})

test.each<[object, string]>([
  [{}, 'title'],
  [{ title: ' ​ ' }, 'title'],
  [{ title: 'x'.repeat(201) }, 'title'],
  [{ title: 'x' }, 'assignedTo'],
  [{ title: 'x', assignedTo: 'me' }, 'assignedTo'],
  [{ title: 'x', priority: 'urgent' }, 'priority'],
  [{ title: 'x', dueOn: '2026-02-30' }, 'dueOn'],
  [{ title: 'x', dueOn: 'tomorrow' }, 'dueOn'],
  [{ title: 'x', status: 'complete' }, 'status'],
  [{ title: 'x', assignedBy: randomUUID() }, 'assignedBy'],
  [{ title: 'x', completedAt: '2026-01-01T00:00:00Z' }, 'completedAt'],
  [{ title: 'x', companyId: randomUUID() }, 'companyId'],
])('what is not valid is refused by its key: %j (T23)', async (body, field) => {
  const answer = await manager.post(path(), body)
  expect(answer.statusCode).toBe(400)
  expect(answer.json().data.issues).toContainEqual({ field, message: expect.any(String) })
})

test.each([
  { status: 'done' },
  {},
  { title: '' },
  { title: 'x'.repeat(10_000) },
  { assignedTo: null },
  { status: 'complete', assignedBy: randomUUID() },
  { status: 'complete', completedAt: null },
])('a change that is not valid is refused: %j', async (body) => {
  const { id } = await give(operator, manager)
  expect((await operator.patch(path(`/${id}`), body)).statusCode).toBe(400)
})

test('a status set on an older version is refused, and shows the newer one (T94)', async () => {
  const { id } = await give(operator, manager)
  await manager.patch(path(`/${id}`), { status: 'blocked' }, { 'if-match': '"1"' })
  const late = await operator.patch(path(`/${id}`), { status: 'complete' }, { 'if-match': '"1"' })
  expect(late.statusCode).toBe(409)
  expect(late.json().data).toMatchObject({ reason: 'stale', current: { status: 'blocked', version: 2 } })
})

test('tasks of another company are as if there were none', async () => {
  const elsewhere = await server.given.company()
  const stranger = await server.given.person('employee', elsewhere)
  const foreign = await server.given.task(elsewhere, stranger, stranger)
  const answers = await Promise.all([foreign.id, randomUUID()].map((id) => operator.get(path(`/${id}`))))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404])
  expect(answers[0]?.body).toBe(answers[1]?.body)
  expect((await operator.patch(path(`/${foreign.id}`), { status: 'complete' })).statusCode).toBe(404)
})

test('people who may read a task read its history; who may edit it undoes a change', async () => {
  const { id } = (await manager.post(path(), { title: 'Secret', assignedTo: manager.person.id })).json()
  await manager.patch(path(`/${id}`), { status: 'blocked' })
  const activity = `/api/companies/${company.id}/activity?entityId=${id}`
  const { items } = (await manager.get(activity)).json()
  expect(items).toMatchObject([
    { entityType: 'task', fieldChanged: 'status', oldValue: 'not_started', newValue: 'blocked' },
    { entityType: 'task', action: 'created', entityName: 'Secret' },
  ])
  expect((await employee.get(activity)).json().items).toEqual([])
  expect((await employee.get(`/api/companies/${company.id}/activity`)).body).not.toContain('Secret')
  expect((await employee.get(`/api/companies/${company.id}/dashboard`)).body).not.toContain('Secret')
  const entry = (await operator.get(activity)).json().items[0]
  expect(entry.canUndo).toBe(true)
  const undone = await operator.post(`/api/companies/${company.id}/change-sets/${entry.changeSetId}/undo`, {})
  expect(undone.json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect((await manager.get(path(`/${id}`))).json()).toMatchObject({ status: 'not_started' })
})

test('employees are told names, never addresses of people without one (security.md 2.2, row 3)', async () => {
  await server.given.sql('update profiles set first_name = null, last_name = null where user_id = $1', [
    operator.person.id,
  ])
  await give(operator, employee)
  expect((await employee.get(path())).json().items[0].assignerName).toBe('A colleague')
  expect((await operator.get(path())).json().items[0].assignerName).toBe(operator.person.email)
})
