import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

// The assignee reports, the creator or an operator answers; the status stays until then (security.md 2.2, row 30).

const { server, company, operator, manager, employee } = useServer()

const at = (rest = '') => `/api/companies/${company.id}/${rest}`
const give = (by: Client, to: Client, fields: Record<string, unknown> = {}) =>
  server.given.task(company, to.person, by.person, fields)
const report = (who: Client, id: string, body: object = { kind: 'done' }) => who.post(at(`tasks/${id}/reports`), body)
const answer = (who: Client, id: string, reportId: string, body?: object) =>
  who.post(at(`tasks/${id}/reports/${reportId}/${body ? 'send-back' : 'confirm'}`), body ?? {})
const reports = async (who: Client, id: string) => (await who.get(at(`tasks/${id}/reports`))).json().items
const read = async (who: Client, id: string) => (await who.get(at(`tasks/${id}`))).json()
const photo = (who: Client, id: string) =>
  who.post(at(`files?entityType=task&entityId=${id}&name=done.txt`), 'A picture', {
    'content-type': 'application/octet-stream',
  })

test('an employee reports done with a word and a picture; the manager confirms with one press', async () => {
  const { id } = await give(manager, employee)
  const file = (await photo(employee, id)).json()
  const response = await report(employee, id, { kind: 'done', comment: ' Polished too ', fileIds: [file.id] })
  expect(response.statusCode).toBe(201)
  expect(response.json()).toMatchObject({
    ...{ status: 'not_started', version: 1, fileCount: 1 },
    report: {
      kind: 'done',
      comment: 'Polished too',
      fileIds: [file.id],
      answer: null,
      reporterName: expect.any(String),
    },
  })
  expect((await manager.get(at('tasks?report=done'))).json().items).toMatchObject([{ id }])
  const confirmed = await answer(manager, id, response.json().report.id)
  expect(confirmed.json()).toMatchObject({ status: 'complete', report: null, completedAt: expect.any(String) })
  expect((await manager.get(at('tasks?report=done'))).json().items).toEqual([])
  expect(await reports(employee, id)).toMatchObject([
    { kind: 'done', answer: 'confirmed', answererName: expect.any(String), answeredAt: expect.stringMatching(/^20/) },
  ])
})

test('a task is sent back with a word, and reported again', async () => {
  const { id } = await give(manager, employee)
  const first = (await report(employee, id)).json().report
  expect((await answer(operator, id, first.id, { comment: '' })).statusCode).toBe(400)
  const back = await answer(operator, id, first.id, { comment: 'The edge is rough' })
  expect(back.json()).toMatchObject({
    status: 'not_started',
    report: { answer: 'sent_back', answerComment: 'The edge is rough' },
  })
  expect((await manager.get(at('tasks?report=done'))).json().items).toEqual([])
  const again = (await report(employee, id, { kind: 'done', comment: 'Smooth' })).json()
  expect(again.report).toMatchObject({ comment: 'Smooth', answer: null })
  expect(await reports(employee, id)).toHaveLength(2)
})

test.each(['started', 'needs_help'] as const)('the assignee says %s; the status stays', async (kind) => {
  const { id } = await give(manager, employee)
  expect((await report(employee, id, { kind })).json()).toMatchObject({ status: 'not_started', report: { kind } })
  expect((await manager.get(at(`tasks?report=${kind}`))).json().items).toMatchObject([{ id }])
})

test('only the assignee reports, and nobody confirms what they may not read', async () => {
  const { id } = await give(operator, employee)
  const newReport = (await report(employee, id)).json().report
  expect((await report(operator, id)).statusCode).toBe(403)
  expect((await employee.post(at(`tasks/${id}/reports/${newReport.id}/confirm`), {})).statusCode).toBe(403)
  for (const [existing, unknown] of [
    [await report(manager, id), await report(manager, randomUUID())],
    [await answer(manager, id, newReport.id), await answer(manager, id, randomUUID())],
    [await manager.get(at(`tasks/${id}/reports`)), await manager.get(at(`tasks/${randomUUID()}/reports`))],
  ] as const)
    expect([existing.statusCode, existing.body]).toEqual([404, unknown.body])
})

test('another company has neither the task nor its report (T1)', async () => {
  const { id } = await give(manager, employee)
  const newReport = (await report(employee, id)).json().report
  const other = await server.given.company()
  const stranger = await server.signIn('company_operator', other)
  for (const companyId of [company.id, other.id]) {
    const answers = [
      await stranger.get(`/api/companies/${companyId}/tasks/${id}/reports`),
      await stranger.post(`/api/companies/${companyId}/tasks/${id}/reports`, { kind: 'done' }),
      await stranger.post(`/api/companies/${companyId}/tasks/${id}/reports/${newReport.id}/confirm`, {}),
    ]
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
  }
})

test('a report for a task that went to somebody else meanwhile says so, and is not kept as theirs', async () => {
  const { id } = await give(manager, employee)
  const colleague = await server.signIn('employee', company)
  await manager.patch(at(`tasks/${id}`), { assignedTo: colleague.person.id })
  const late = await report(employee, id, { kind: 'done', comment: 'A long text' })
  expect([late.statusCode, late.json().code, late.json().message]).toEqual([
    409,
    'TASK_MOVED',
    'This task was given to somebody else meanwhile, so your report was not sent',
  ])
  expect(await reports(manager, id)).toEqual([])
  expect((await report(colleague, id)).statusCode).toBe(201)
})

test('who leaves between reading a task and reporting is told so; the task is listed to be handed over', async () => {
  const leaver = await server.signIn('employee', company)
  const { id } = await give(manager, leaver)
  expect(await read(leaver, id)).toMatchObject({ status: 'not_started' })
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  expect((await sbr.delete(at(`members/${leaver.person.id}`))).statusCode).toBe(204)
  expect((await report(leaver, id)).statusCode).toBeGreaterThanOrEqual(401)
  expect(await reports(manager, id)).toEqual([])
  expect((await operator.get(at('tasks?left=true&status=open'))).json().items).toMatchObject([{ id, report: null }])
  await operator.patch(at(`tasks/${id}`), { assignedTo: employee.person.id })
  expect((await report(employee, id)).statusCode).toBe(201)
})

test('a report goes with its assignee: the next one starts anew', async () => {
  const { id } = await give(manager, employee)
  await report(employee, id)
  const colleague = await server.signIn('employee', company)
  const moved = await manager.patch(at(`tasks/${id}`), { assignedTo: colleague.person.id })
  expect(moved.json().report).toBeNull()
  expect(await reports(colleague, id)).toMatchObject([{ kind: 'done', answer: null }])
})

test('a task that is complete or deleted takes no report', async () => {
  const [done, gone] = [await give(manager, employee, { status: 'complete' }), await give(manager, employee)]
  await manager.delete(at(`tasks/${gone.id}`))
  const answers = [await report(employee, done.id), await report(employee, gone.id)]
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([409, 404])
  expect(answers[0]?.json().message).toBe('This task is complete already, so your report was not sent')
})

test('fifty reports at once are one', async () => {
  const { id } = await give(manager, employee)
  const answers = await Promise.all(Array.from({ length: 50 }, () => report(employee, id)))
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([201]))
  expect(new Set(answers.map((each) => each.json().report.id)).size).toBe(1)
  expect(await reports(manager, id)).toHaveLength(1)
})

test('a report that was replaced or answered meanwhile is not confirmed; the same answer twice is one', async () => {
  const { id } = await give(manager, employee)
  const first = (await report(employee, id)).json().report
  const second = (await report(employee, id, { kind: 'needs_help', comment: 'It broke' })).json().report
  const late = await answer(manager, id, first.id)
  expect([late.statusCode, late.json().code]).toEqual([409, 'REPORT_OVER'])
  expect(await read(manager, id)).toMatchObject({ status: 'not_started', report: { id: second.id } })
  const both = await Promise.all([answer(manager, id, second.id), answer(operator, id, second.id)])
  expect(both.map(({ statusCode }) => statusCode)).toEqual([200, 200])
  expect((await answer(manager, id, second.id, { comment: 'No' })).statusCode).toBe(409)
})

test('an undo of the confirmation opens the task and its report again', async () => {
  const { id } = await give(manager, employee)
  const newReport = (await report(employee, id)).json().report
  const { changeSetId } = (await answer(manager, id, newReport.id)).json()
  const undone = await manager.post(at(`change-sets/${changeSetId}/undo`), {})
  expect(undone.json()).toMatchObject({ conflictCount: 0 })
  expect(await read(manager, id)).toMatchObject({
    ...{ status: 'not_started', completedAt: null },
    report: { id: newReport.id, kind: 'done', answer: null },
  })
})

test('a picture of another task or company is not taken', async () => {
  const [mine, other] = [await give(manager, employee), await give(manager, employee)]
  const file = (await photo(employee, other.id)).json()
  for (const id of [file.id, randomUUID()]) {
    const refused = await report(employee, mine.id, { kind: 'done', fileIds: [id] })
    expect(refused.statusCode).toBe(422)
  }
  expect(await reports(manager, mine.id)).toEqual([])
})

test.each([
  { kind: 'finished' },
  {},
  { kind: 'done', comment: 'x'.repeat(5_001) },
  { kind: 'done', status: 'complete' },
  { kind: 'done', fileIds: ['x'] },
])('what is no report is refused: %j', async (body) => {
  const { id } = await give(manager, employee)
  expect((await report(employee, id, body)).statusCode).toBe(400)
})

const takeBack = (who: Client, id: string, reportId: string) => who.delete(at(`tasks/${id}/reports/${reportId}`))
const bell = async (who: Client): Promise<{ topic: string; entityId: string }[]> =>
  (await who.get(at('notifications'))).json().items
const history = async (who: Client, id: string) => (await who.get(at(`activity?entityId=${id}`))).json().items

test.each(['started', 'needs_help', 'done'] as const)(
  'who reported %s takes it back; its notice goes',
  async (kind) => {
    const { id } = await give(manager, employee)
    const before = await read(employee, id)
    const newReport = (await report(employee, id, { kind, comment: 'By mistake' })).json().report
    const concerns = (await bell(manager)).filter(({ entityId }) => entityId === id)
    expect(concerns).toHaveLength(kind === 'started' ? 0 : 1)
    const back = await takeBack(employee, id, newReport.id)
    expect([back.statusCode, back.json()]).toEqual([200, before])
    expect(await reports(manager, id)).toEqual([])
    expect((await bell(manager)).filter(({ entityId }) => entityId === id)).toEqual([])
    const entry = { entityType: 'task_report', report: { kind, comment: 'By mistake' } }
    expect(await history(employee, id)).toMatchObject([
      { ...entry, action: 'deleted', changeSetKind: 'undo', userId: employee.person.id },
      { ...entry, action: 'created', isUndone: true, canUndo: false },
      { action: 'created' },
    ])
  },
)

test('the report before it waits again, and its creator hears of it', async () => {
  const { id } = await give(manager, employee)
  const first = (await report(employee, id, { kind: 'needs_help', comment: 'It broke' })).json().report
  const second = (await report(employee, id)).json().report
  const back = await takeBack(employee, id, second.id)
  expect(back.json().report).toMatchObject({ id: first.id, kind: 'needs_help', answer: null })
  expect((await bell(manager)).filter(({ entityId }) => entityId === id)).toMatchObject([{ topic: 'task_help' }])
})

test('a report that was answered, replaced or taken back stays as it is', async () => {
  const { id } = await give(manager, employee)
  const first = (await report(employee, id, { kind: 'started' })).json().report
  const second = (await report(employee, id)).json().report
  await answer(manager, id, second.id, { comment: 'The edge is rough' })
  for (const old of [first, second]) {
    const refused = await takeBack(employee, id, old.id)
    expect([refused.statusCode, refused.json().code]).toEqual([409, 'REPORT_OVER'])
  }
  const third = (await report(employee, id)).json().report
  expect((await takeBack(employee, id, third.id)).json().report).toMatchObject({ id: second.id, answer: 'sent_back' })
  expect((await takeBack(employee, id, third.id)).statusCode).toBe(404)
  const last = (await report(employee, id)).json().report
  await answer(manager, id, last.id)
  expect((await takeBack(employee, id, last.id)).statusCode).toBe(409)
  expect(await read(manager, id)).toMatchObject({ status: 'complete' })
})

test('nobody takes back the report of somebody else, nor one of a task that was handed over', async () => {
  const { id } = await give(manager, employee)
  const newReport = (await report(employee, id)).json().report
  const colleague = await server.signIn('employee', company)
  const stranger = await server.signIn('employee', await server.given.company())
  for (const who of [manager, operator, colleague, stranger]) {
    const [existing, unknown] = [await takeBack(who, id, newReport.id), await takeBack(who, id, randomUUID())]
    expect([existing.statusCode, existing.body]).toEqual([404, unknown.body])
  }
  await manager.patch(at(`tasks/${id}`), { assignedTo: colleague.person.id })
  expect((await takeBack(employee, id, newReport.id)).statusCode).toBe(404)
  expect((await takeBack(colleague, id, newReport.id)).statusCode).toBe(404)
  expect(await reports(manager, id)).toMatchObject([{ id: newReport.id, answer: null }])
})

test('an answer and a taking back at once: one of them stands', async () => {
  const { id } = await give(manager, employee)
  const newReport = (await report(employee, id)).json().report
  const [confirmed, back] = await Promise.all([answer(manager, id, newReport.id), takeBack(employee, id, newReport.id)])
  expect([
    [200, 409],
    [404, 200],
  ]).toContainEqual([confirmed.statusCode, back.statusCode])
  expect((await read(manager, id)).status).toBe(confirmed.statusCode === 200 ? 'complete' : 'not_started')
})

test('notices of a task are read by themselves when it is reported, answered and complete', async () => {
  const assign = async (title: string) =>
    (await manager.post(at('tasks'), { title, assignedTo: employee.person.id })).json().id as string
  const unread = async (who: Client, ...ids: string[]) =>
    (await who.get(at('notifications?isUnread=true')))
      .json()
      .items.filter(({ entityId }: { entityId: string }) => ids.includes(entityId))
      .map(({ topic }: { topic: string }) => topic)
  const [id, other] = [await assign('Polish'), await assign('Sweep')]
  expect(await unread(employee, id, other)).toEqual(['task_assigned', 'task_assigned'])
  const first = (await report(employee, id)).json().report
  expect([await unread(employee, id), await unread(employee, other)]).toEqual([[], ['task_assigned']])
  expect(await unread(manager, id)).toEqual(['task_done'])
  await answer(operator, id, first.id, { comment: 'Once more' })
  expect([await unread(manager, id), await unread(employee, id)]).toEqual([[], ['task_sent_back']])
  const second = (await report(employee, id)).json().report
  expect([await unread(manager, id), await unread(employee, id)]).toEqual([['task_done'], []])
  await answer(manager, id, second.id)
  expect([await unread(manager, id), await unread(employee, id)]).toEqual([[], []])
  await manager.patch(at(`tasks/${other}`), { status: 'complete' })
  expect(await unread(employee, other)).toEqual([])
})
