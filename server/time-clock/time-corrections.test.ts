import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/time-entries${rest}`
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
type Notice = { topic: string }
const missing = (fields: object = {}) => ({
  ...{ userId: employee.person.id, startedAt: hoursAgo(9), endedAt: hoursAgo(5), reason: 'The terminal was off' },
  ...fields,
})

test('a manager adds an entry that is missing; its history says who and why', async () => {
  const added = await manager.post(path(), missing({ notes: 'Fair' }))
  expect(added.statusCode).toBe(201)
  expect(added.json()).toMatchObject({ userId: employee.person.id, seconds: 14_400, notes: 'Fair', isAdded: true })
  const { revisions } = (await employee.get(path(`/${added.json().id}`))).json()
  expect(revisions).toMatchObject([{ kind: 'added', reason: 'The terminal was off', isSelfEdited: false }])
  const own = (await manager.post(path(), missing({ userId: manager.person.id }))).json()
  expect(own).toMatchObject({ isSelfEdited: true })
})

test('the bell of a person says that somebody else changed their hours', async () => {
  const noticesOf = async (client: Client) =>
    (await client.get(`/api/companies/${company.id}/notifications`)).json().items.map(({ topic }: Notice) => topic)
  const entry = (await manager.post(path(), missing())).json()
  expect(await noticesOf(employee)).toEqual(['hours_changed'])
  await manager.patch(path(`/${entry.id}`), { endedAt: hoursAgo(4), reason: 'Left later' })
  await manager.post(path(`/${entry.id}/remove`), { reason: 'Twice' })
  expect(await noticesOf(employee)).toEqual(['hours_changed']) // not read yet: one says it
  await manager.post(path(), missing({ userId: manager.person.id, startedAt: hoursAgo(19), endedAt: hoursAgo(15) }))
  expect(await noticesOf(manager)).toEqual([])
})

test('an entry is added for people of the company only', async () => {
  const elsewhere = await server.given.company()
  const stranger = await server.given.person('employee', elsewhere)
  for (const userId of [stranger.id, randomUUID()]) {
    const answer = await operator.post(path(), missing({ userId }))
    expect([answer.statusCode, answer.json().message]).toEqual([404, 'That person does not work in this company'])
  }
  expect((await employee.post(path(), missing())).statusCode).toBe(403)
})

test.each<[object, number, string]>([
  [{ endedAt: hoursAgo(10) }, 422, 'The end must be after the start'],
  [{ endedAt: hoursAgo(-1) }, 422, 'Start and end cannot lie in the future'],
  [
    { startedAt: '1900-01-01T08:00:00Z', endedAt: '1900-01-01T16:00:00Z' },
    422,
    'That is more than ten years ago: please check the year',
  ],
  [
    { startedAt: '2999-01-01T08:00:00Z', endedAt: '2999-01-01T16:00:00Z' },
    422,
    'Start and end cannot lie in the future',
  ],
])('a missing entry that cannot be true is refused: %j', async (fields, status, message) => {
  const answer = await manager.post(path(), missing(fields))
  expect([answer.statusCode, answer.json().message]).toEqual([status, message])
})

test('an overlap is refused, and the message says with what', async () => {
  await server.given.timeEntry(company, employee.person, {
    started_at: '2026-06-01T08:00:00Z',
    ended_at: '2026-06-01T12:00:00Z',
  })
  const answer = await manager.post(
    path(),
    missing({ startedAt: '2026-06-01T11:00:00Z', endedAt: '2026-06-01T13:00:00Z' }),
  )
  expect([answer.statusCode, answer.json().message]).toEqual([
    409,
    'This overlaps another entry of the same person: Jun 1, 8:00 AM – Jun 1, 12:00 PM',
  ])
  expect(answer.json().data.reason).toBe('entry_overlap')
})

test('two missing entries at once that would overlap are not both added', async () => {
  const answers = await Promise.all([manager.post(path(), missing()), operator.post(path(), missing())])
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 409])
})

test('a mistaken entry is removed with a reason, counts no more, stays to be seen, and can be put back', async () => {
  const { id } = await server.given.timeEntry(company, employee.person, {
    started_at: '2026-06-01T08:00:00Z',
    ended_at: '2026-06-01T12:00:00Z',
  })
  const day = '?from=2026-06-01&to=2026-06-01'
  expect((await manager.post(path(`/${id}/remove`), {})).statusCode).toBe(400)
  expect((await employee.post(path(`/${id}/remove`), { reason: 'x' })).statusCode).toBe(403)
  const removed = await manager.post(path(`/${id}/remove`), { reason: 'Pressed by mistake' })
  expect(removed.json()).toMatchObject({ id, removedAt: expect.any(String) })
  expect((await employee.get(path(day))).json()).toMatchObject({ total: 0, workedSeconds: 0 })
  expect((await employee.get(path(`${day}&isRemoved=true`))).json()).toMatchObject({ total: 1, items: [{ id }] })
  expect((await manager.patch(path(`/${id}`), { notes: 'x', reason: 'x' })).statusCode).toBe(404)
  const { revisions } = (await employee.get(path(`/${id}`))).json()
  expect(revisions).toMatchObject([{ kind: 'removed', reason: 'Pressed by mistake' }])
  await manager.post(path(`/${id}/restore`), { reason: 'It was right' })
  expect((await employee.get(path(day))).json()).toMatchObject({ total: 1, workedSeconds: 14_400 })
})

test('an entry whose time was taken meanwhile is not put back', async () => {
  const { id } = (await manager.post(path(), missing())).json()
  await manager.post(path(`/${id}/remove`), { reason: 'x' })
  await manager.post(path(), missing())
  expect((await manager.post(path(`/${id}/restore`), { reason: 'x' })).json()).toMatchObject({
    data: { reason: 'entry_overlap' },
  })
})

test('somebody whose open entry was removed is not clocked in, cannot end it, and can begin anew', async () => {
  const { id } = (await employee.post(path('/clock-in'), {})).json()
  await manager.post(path(`/${id}/remove`), { reason: 'Was not here' })
  expect((await employee.get(path('/active'))).json().entry).toBeNull()
  expect((await manager.get(path('/present'))).json().people).toEqual([])
  expect((await manager.get(`/api/companies/${company.id}/dashboard`)).json().clockedIn).toMatchObject({ count: 0 })
  expect((await employee.post(path(`/${id}/clock-out`), {})).statusCode).toBe(404)
  expect((await employee.post(path('/clock-in'), {})).json().id).not.toBe(id)
})
