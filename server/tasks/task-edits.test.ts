import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

// The creator of a task edits, hands over and deletes it, and so do operators (security.md 2.2, row 30).

const { server, company, operator, manager, employee } = useServer()

const at = (rest = '') => `/api/companies/${company.id}/${rest}`
const path = (rest = '') => at(`tasks${rest}`)
const give = (by: Client, to: Client, fields: Record<string, unknown> = {}) =>
  server.given.task(company, to.person, by.person, fields)
const undo = (who: Client, changeSetId: string) => who.post(at(`change-sets/${changeSetId}/undo`), {})
const read = async (who: Client, id: string) => (await who.get(path(`/${id}`))).json()

const all = {
  title: 'Grind the edge',
  description: 'By hand',
  priority: 'critical',
  dueOn: '2026-12-24',
  status: 'in_progress',
} as const

test('the creator edits every field, hands the task over, and undoes it', async () => {
  const task = await give(manager, employee, { title: 'Grind' })
  const colleague = await server.signIn('employee', company)
  const changed = await manager.patch(path(`/${task.id}`), { ...all, assignedTo: colleague.person.id })
  expect(changed.json()).toMatchObject({
    ...all,
    assignedTo: colleague.person.id,
    assignedBy: manager.person.id,
    version: 2,
  })
  expect((await employee.get(path(`/${task.id}`))).statusCode).toBe(404)
  expect(await read(colleague, task.id)).toMatchObject({ title: 'Grind the edge' })
  expect((await undo(manager, changed.json().changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await read(employee, task.id)).toMatchObject({
    title: 'Grind',
    status: 'not_started',
    priority: 'medium',
    dueOn: null,
  })
})

test('an assignee who is a manager moves the task and edits nothing else', async () => {
  const { id } = await give(operator, manager)
  expect((await manager.patch(path(`/${id}`), { status: 'blocked' })).statusCode).toBe(200)
  const refused = await manager.patch(path(`/${id}`), { status: 'complete', title: 'Mine' })
  expect([refused.statusCode, refused.json().message]).toEqual([
    403,
    'Only the person who gave this task, or an operator, may edit it',
  ])
  expect((await manager.delete(path(`/${id}`))).statusCode).toBe(403)
  expect(await read(operator, id)).toMatchObject({ status: 'blocked', title: expect.stringContaining('Task') })
})

test('an operator edits what a manager gave; the manager stays its creator', async () => {
  const { id } = await give(manager, employee)
  const changed = (await operator.patch(path(`/${id}`), { assignedTo: operator.person.id })).json()
  expect(changed).toMatchObject({ assignedTo: operator.person.id, assignedBy: manager.person.id })
  expect((await manager.get(path('?scope=team'))).json().items).toMatchObject([{ id }])
})

test('an employee edits and deletes nothing, not even their own task', async () => {
  const { id } = await give(manager, employee)
  expect((await employee.patch(path(`/${id}`), { title: 'x' })).statusCode).toBe(403)
  const refused = await employee.delete(path(`/${id}`))
  expect([refused.statusCode, refused.json().message]).toEqual([403, 'You do not have permission to delete tasks'])
})

test('an edit of an older version is refused, and shows the newer one (T94)', async () => {
  const { id } = await give(manager, employee)
  await operator.patch(path(`/${id}`), { title: 'First' }, { 'if-match': '"1"' })
  const late = await manager.patch(path(`/${id}`), { title: 'Second' }, { 'if-match': '"1"' })
  expect(late.statusCode).toBe(409)
  expect(late.json().data).toMatchObject({ reason: 'stale', current: { title: 'First', version: 2 } })
})

test('a task goes to nobody of another company, nor to somebody who left (T8)', async () => {
  const { id } = await give(manager, employee)
  const stranger = await server.given.person('employee', await server.given.company())
  const answer = await manager.patch(path(`/${id}`), { assignedTo: stranger.id })
  expect([answer.statusCode, answer.json().message]).toEqual([422, 'Choose somebody who belongs to this company'])
  expect(await read(manager, id)).toMatchObject({ assignedTo: employee.person.id })
})

test('a deleted task comes back with its files and reports, by undo and from "Recently deleted"', async () => {
  const { id } = await give(manager, employee, { title: 'Weld', status: 'complete' })
  const before = await read(manager, id)
  await server.given.file(company, { task_id: id })
  await server.given.taskReport(
    company,
    { id, assigned_to: employee.person.id },
    { comment: 'Look', is_current: false },
  )
  const gone = await manager.delete(path(`/${id}`))
  expect(gone.json()).toEqual({ count: 1, changeSetId: expect.any(String) })
  expect((await manager.get(path(`/${id}`))).statusCode).toBe(404)
  expect((await undo(manager, gone.json().changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  const back = await read(manager, id)
  expect(back).toMatchObject({ title: 'Weld', status: 'complete', completedAt: before.completedAt, fileCount: 1 })
  expect((await employee.get(path(`/${id}/reports`))).json().items).toMatchObject([{ comment: 'Look', kind: 'done' }])

  await operator.delete(path(`/${id}`))
  expect((await operator.get(at('deleted?type=task'))).json().items).toMatchObject([
    { type: 'task', name: 'Weld', fileCount: 1 },
  ])
  expect((await manager.get(at('deleted'))).json().items).toEqual([])
  expect((await operator.post(at('deleted/restore'), { selection: { ids: [id] } })).json()).toMatchObject({ count: 1 })
  expect(await read(manager, id)).toMatchObject({ title: 'Weld', assignedBy: manager.person.id, fileCount: 1 })
})

test('a manager finds what they deleted, and no task of others', async () => {
  const [mine, other] = [
    await give(manager, employee, { title: 'Mine' }),
    await give(operator, operator, { title: 'Secret' }),
  ]
  await manager.delete(path(`/${mine.id}`))
  await operator.delete(path(`/${other.id}`))
  const found = await manager.get(at('deleted'))
  expect(found.json().items).toMatchObject([{ type: 'task', name: 'Mine' }])
  expect((await manager.get(at('activity'))).body).not.toContain('Secret')
  expect((await employee.get(at('activity'))).body).not.toContain('Mine')
  expect((await manager.post(at('deleted/restore'), { selection: { ids: [mine.id] } })).json()).toMatchObject({
    count: 1,
  })
})

test('a deleted task of somebody who left comes back to be handed over', async () => {
  const leaver = await server.signIn('employee', company)
  const { id } = await give(operator, leaver)
  const { changeSetId } = (await operator.delete(path(`/${id}`))).json()
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  await sbr.delete(at(`members/${leaver.person.id}`))
  expect((await undo(operator, changeSetId)).json()).toMatchObject({ restored: 1, conflictCount: 0 })
  expect(await read(operator, id)).toMatchObject({ isAssigneeMember: false })
})

test('of two deletions at once one finds nothing; a task that was deleted meanwhile is not saved', async () => {
  const { id } = await give(manager, employee)
  const both = await Promise.all([manager.delete(path(`/${id}`)), operator.delete(path(`/${id}`))])
  expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  const late = await manager.patch(path(`/${id}`), { title: 'x' })
  expect([late.statusCode, late.json().message]).toEqual([404, 'That task no longer exists'])
})
