import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'

const { server } = useServer()

/** A company in a time zone, with one entry of one person; returns what a reader gets for a period. */
async function given(timeZone: string, startedAt: string, endedAt: string) {
  const company = await server.given.company({ time_zone: timeZone })
  const operator = await server.signIn('company_operator', company)
  const person = await server.given.person('employee', company)
  await server.given.timeEntry(company, person, { started_at: startedAt, ended_at: endedAt })
  return async (from: string, to = from) =>
    (await operator.get(`/api/companies/${company.id}/time-entries?from=${from}&to=${to}`)).json()
}

test('an entry across midnight belongs to both days, with the part of each (security.md 2.3)', async () => {
  const ask = await given('America/New_York', '2026-06-02T02:00:00Z', '2026-06-02T10:00:00Z') // 22:00 to 6:00
  expect(await ask('2026-06-01')).toMatchObject({ total: 1, workedSeconds: 7_200, items: [{ seconds: 28_800 }] })
  expect(await ask('2026-06-02')).toMatchObject({ total: 1, workedSeconds: 21_600, timeZone: 'America/New_York' })
  expect(await ask('2026-06-01', '2026-06-02')).toMatchObject({ total: 1, workedSeconds: 28_800 })
  expect(await ask('2026-06-03')).toMatchObject({ total: 0, workedSeconds: 0 })
})

test('1:30 to 1:30 the second time is an hour, and that day has 25 (T97)', async () => {
  const ask = await given('America/New_York', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z')
  expect(await ask('2026-11-01')).toMatchObject({ items: [{ seconds: 3_600 }] })
  const whole = await given('America/New_York', '2026-10-31T12:00:00Z', '2026-11-03T12:00:00Z')
  expect((await whole('2026-11-01')).workedSeconds).toBe(25 * 3_600)
})

test('the day on which summer time begins has 23 hours (T97)', async () => {
  const ask = await given('Europe/Berlin', '2026-03-28T12:00:00Z', '2026-03-30T12:00:00Z')
  expect((await ask('2026-03-29')).workedSeconds).toBe(23 * 3_600)
})

test('today is that of the company', async () => {
  for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Pago_Pago']) {
    const company = await server.given.company({ time_zone: timeZone })
    const operator = await server.signIn('company_operator', company)
    const page = (await operator.get(`/api/companies/${company.id}/time-entries`)).json()
    const today = new Intl.DateTimeFormat('en-CA', { timeZone }).format(new Date(page.now))
    expect(page).toMatchObject({ from: today, to: today })
  }
})

test('an open entry of yesterday is among those of today', async () => {
  const company = await server.given.company()
  const employee = await server.signIn('employee', company)
  const started = new Date(Date.now() - 40 * 3_600_000)
  await server.given.timeEntry(company, employee.person, { started_at: started, ended_at: null })
  const page = (await employee.get(`/api/companies/${company.id}/time-entries`)).json()
  expect(page.items).toMatchObject([{ endedAt: null, seconds: expect.any(Number) }])
  expect(page.items[0].seconds).toBeGreaterThanOrEqual(40 * 3_600)
  expect(page.workedSeconds).toBeLessThanOrEqual(24 * 3_600)
})

test.each(['?from=today', '?from=2026-02-30', '?to=x', '?sort=notes'])('%s is refused', async (query) => {
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  expect((await operator.get(`/api/companies/${company.id}/time-entries${query}`)).statusCode).toBe(400)
})
