import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, manager, employee, sbr } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/time-entries${rest}`
const proposals = () => `/api/companies/${company.id}/time-proposals`
const begun = Date.now()
const hoursAgo = (hours: number) => new Date(begun - hours * 3_600_000).toISOString()
const rule = (fields: object) => sbr.patch(`/api/companies/${company.id}`, fields)
const press = (id: string, isStart: boolean) => employee.post(path(`/${id}/break`), { isStart })

test('a break begins and ends in one press each; a second press changes nothing', async () => {
  const { id } = (await employee.post(path('/clock-in'), {})).json()
  const started = (await press(id, true)).json()
  expect(started).toMatchObject({ breakStartedAt: expect.any(String), breaks: [] })
  expect((await press(id, true)).json().breakStartedAt).toBe(started.breakStartedAt)
  expect((await manager.get(path('/present'))).json().people).toMatchObject([
    { breakStartedAt: started.breakStartedAt },
  ])
  const ended = (await press(id, false)).json()
  expect(ended).toMatchObject({ breakStartedAt: null, breaks: [{ startedAt: expect.any(String) }] })
  expect((await press(id, false)).json().breaks).toEqual(ended.breaks)
  await employee.post(path(`/${id}/clock-out`), {})
  expect((await press(id, true)).json().message).toBe('This entry has ended already')
  expect((await manager.post(path(`/${id}/break`), { isStart: true })).statusCode).toBe(404)
})

test('an unpaid break is not worked, a paid one is; an entry keeps the rule it began with', async () => {
  const given = async (fields: object) =>
    server.given.timeEntry(company, employee.person, {
      ...{ started_at: hoursAgo(8), ended_at: null, break_started_at: hoursAgo(1) },
      ...fields,
    })
  const unpaid = await given({ breaks: `{[${hoursAgo(5)},${hoursAgo(4)})}` })
  const entry = (await employee.get(path('/active'))).json().entry
  expect(Math.round(entry.seconds / 360)).toBe(60) // 8 h less 2 h
  await employee.post(path(`/${unpaid.id}/clock-out`), {})
  const { breaks, breakSeconds, seconds } = (await employee.get(path(`/${unpaid.id}`))).json()
  expect([breaks.length, Math.round(breakSeconds / 360), Math.round(seconds / 360)]).toEqual([2, 20, 60])
  await rule({ areBreaksPaid: true })
  expect((await employee.get(path(`/${unpaid.id}`))).json().seconds).toBe(seconds)
  const next = (await employee.post(path('/clock-in'), {})).json()
  expect(next).toMatchObject({ areBreaksPaid: true })
})

test('breaks are corrected with a reason, and their share of a day is not worked', async () => {
  const { id } = await server.given.timeEntry(company, employee.person, {
    started_at: '2026-06-01T20:00:00Z',
    ended_at: '2026-06-02T04:00:00Z',
  })
  const breaks = [
    { startedAt: '2026-06-01T23:30:00Z', endedAt: '2026-06-02T00:15:00Z' },
    { startedAt: '2026-06-02T03:30:00Z', endedAt: '2026-06-02T04:00:00Z' },
  ]
  const edited = (await manager.patch(path(`/${id}`), { breaks, reason: 'Told later' })).json()
  expect(edited).toMatchObject({ breakSeconds: 75 * 60, seconds: 8 * 3_600 - 75 * 60 })
  const on = async (day: string) => (await employee.get(path(`?from=${day}&to=${day}`))).json()
  expect(await on('2026-06-01')).toMatchObject({ workedSeconds: 3.5 * 3_600 })
  expect(await on('2026-06-02')).toMatchObject({ workedSeconds: 3.25 * 3_600 })
  const { revisions } = (await employee.get(path(`/${id}`))).json()
  expect(revisions).toMatchObject([{ oldBreakSeconds: 0, newBreakSeconds: 75 * 60 }])
  const inverted = { breaks: [{ startedAt: hoursAgo(1), endedAt: hoursAgo(2) }], reason: 'x' }
  expect((await manager.patch(path(`/${id}`), inverted)).statusCode).toBe(400)
})

test.each([
  ['2026-06-01T07:30:00Z', '2026-06-01T08:30:00Z', 'The break begins before the shift'],
  ['2026-06-01T11:30:00Z', '2026-06-01T12:01:00Z', 'The break ends after the shift'],
])('a break outside its shift is refused at its field, not cut: %s to %s', async (startedAt, endedAt, message) => {
  const times = { startedAt: '2026-06-01T08:00:00Z', endedAt: '2026-06-01T12:00:00Z' }
  const outside = { breaks: [{ startedAt, endedAt }], reason: 'Told later' }
  const refused = [422, message, 'breaks']
  const refusalOf = async (answer: ReturnType<typeof manager.post>) => {
    const { statusCode, payload } = await answer
    const { message, data } = JSON.parse(payload)
    return [statusCode, message, data?.field]
  }
  expect(await refusalOf(manager.post(path(), { ...times, ...outside, userId: employee.person.id }))).toEqual(refused)
  expect(await refusalOf(employee.post(proposals(), { ...times, ...outside, kind: 'add' }))).toEqual(refused)
  const { id } = await server.given.timeEntry(company, employee.person, {
    ...{ started_at: times.startedAt, ended_at: times.endedAt },
  })
  expect(await refusalOf(manager.patch(path(`/${id}`), outside))).toEqual(refused)
  expect(await refusalOf(employee.post(proposals(), { ...outside, kind: 'change', entryId: id }))).toEqual(refused)
  expect((await manager.get(path(`/${id}`))).json()).toMatchObject({ version: 1, breaks: [] })
})

test('an end before a break is refused, unless the person only says when they left', async () => {
  const given = (ended_at: string | null) =>
    server.given.timeEntry(company, employee.person, {
      ...{ started_at: hoursAgo(20), ended_at, breaks: `{[${hoursAgo(14)},${hoursAgo(13)})}` },
    })
  const ended = await given(hoursAgo(12))
  const early = { endedAt: hoursAgo(13.5), reason: 'x' }
  expect((await manager.patch(path(`/${ended.id}`), early)).json().message).toBe('The break ends after the shift')
  await manager.post(path(`/${ended.id}/remove`), { reason: 'x' })
  const open = await given(null)
  expect((await employee.post(proposals(), { ...early, kind: 'end', entryId: open.id })).statusCode).toBe(201)
  expect((await manager.get(path(`/${open.id}`))).json()).toMatchObject({ breakSeconds: 1_800 })
})

test.each([
  [0, 30],
  [10, 20],
  [45, 0],
])('after six hours an automatic break fills up what was taken: %i minutes leave %i', async (taken, added) => {
  await rule({ autoBreakHours: 6, autoBreakMinutes: 30 })
  // The breaks lie where the automatic one would begin.
  const breaks = taken > 0 ? `{[${hoursAgo(2)},${hoursAgo(2 - taken / 60)})}` : '{}'
  const { id } = await server.given.timeEntry(company, employee.person, {
    ...{ started_at: hoursAgo(8), ended_at: null, breaks },
  })
  const out = (await employee.post(path(`/${id}/clock-out`), {})).json()
  expect(out).toMatchObject({ breakSeconds: (taken + added) * 60, hasAutoBreak: added > 0 })
})

test('a short entry gets no automatic break', async () => {
  await rule({ autoBreakHours: 6, autoBreakMinutes: 30 })
  const { id } = (await employee.post(path('/clock-in'), {})).json()
  expect((await employee.post(path(`/${id}/clock-out`), {})).json()).toMatchObject({ breaks: [], hasAutoBreak: false })
})
