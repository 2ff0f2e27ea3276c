import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server, company, operator, manager, employee } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/time-entries${rest}`
const hour = 3_600
const clockIn = (heldSeconds: number, pressId: string = randomUUID()) =>
  employee.post(path('/clock-in'), { pressId, heldSeconds })
const minutesSince = (at: string) => Math.round((Date.now() - Date.parse(at)) / 60_000)

test('a press that was kept without a network gets its own time, and the entry says so', async () => {
  const entry = (await clockIn(2 * hour)).json()
  expect(minutesSince(entry.startedAt)).toBe(120)
  expect(minutesSince(entry.inReceivedAt)).toBe(0)
  const pressId = randomUUID()
  const out = (await employee.post(path(`/${entry.id}/clock-out`), { pressId, heldSeconds: hour })).json()
  expect(minutesSince(out.endedAt)).toBe(60)
  expect(minutesSince(out.outReceivedAt)).toBe(0)
  expect(out).toMatchObject({ seconds: hour, isEdited: false })
})

test('a press that arrives at once is no late one', async () => {
  expect((await clockIn(3)).json()).toMatchObject({ inReceivedAt: null })
})

test('a press that is sent twice, and fifty times at once, counts once', async () => {
  const pressId = randomUUID()
  const answers = await Promise.all(Array.from({ length: 50 }, () => clockIn(2 * hour, pressId)))
  expect(new Set(answers.map((answer) => answer.json().id)).size).toBe(1)
  const { id } = answers[0]?.json() ?? {}
  const out = { pressId: randomUUID(), heldSeconds: hour }
  const first = (await employee.post(path(`/${id}/clock-out`), out)).json()
  const later = await employee.post(path(`/${id}/clock-out`), { ...out, heldSeconds: hour + 300 })
  expect(later.json()).toMatchObject({ endedAt: first.endedAt })
  expect((await clockIn(2 * hour + 60, pressId)).json()).toMatchObject({ id, endedAt: first.endedAt })
})

test('a press that is older than a shift, or lies in the future, is not taken', async () => {
  expect((await clockIn(12 * hour + 1)).json().message).toBe(
    'This was pressed too long ago to count: please propose the time instead',
  )
  expect((await clockIn(-60)).statusCode).toBe(400)
  expect((await employee.get(path('/active'))).json().entry).toBeNull()
})

test('a late press that is no longer possible is refused, and says why', async () => {
  await server.given.timeEntry(company, employee.person)
  expect((await clockIn(2 * hour - 600)).json().data.reason).toBe('entry_overlap')
  const { id } = (await clockIn(0)).json()
  expect((await clockIn(hour / 2)).json().data.reason).toBe('entry_overlap')
  await employee.post(path(`/${id}/clock-out`), {})
  const late = { pressId: randomUUID(), heldSeconds: 120 }
  expect((await employee.post(path(`/${id}/clock-out`), late)).json().message).toBe('This entry has ended already')
  await manager.post(path(`/${id}/remove`), { reason: 'x' })
  expect((await employee.post(path(`/${id}/clock-out`), late)).statusCode).toBe(404)
})

test('a late press into a locked period is refused', async () => {
  // 23 hours ago was yesterday there.
  const zone = ['UTC', 'Etc/GMT+12'].find((timeZone) => hourIn(timeZone) >= 1 && hourIn(timeZone) <= 21)
  await server.given.sql('update companies set time_zone = $2, shift_hours = 24 where id = $1', [company.id, zone])
  const today = new Intl.DateTimeFormat('en-CA', { timeZone: zone }).format(new Date())
  const yesterday = new Date(Date.parse(`${today}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)
  const locked = await operator.post(`/api/companies/${company.id}/time-locks`, { fromOn: yesterday, toOn: yesterday })
  expect(locked.statusCode).toBe(201)
  expect((await clockIn(23 * hour)).json().data.reason).toBe('period_locked')
})

const hourIn = (timeZone: string) =>
  Number(new Intl.DateTimeFormat('en', { timeZone, hour: 'numeric', hourCycle: 'h23' }).format(new Date()))
