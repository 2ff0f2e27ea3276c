import { expect, test } from 'vitest'
import { type Client, useServer } from '../testing/fixture.ts'

const { server, company, manager, employee } = useServer()

const path = (rest: string) => `/api/companies/${company.id}${rest}`
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString()
const clockedIn = (person: Client, hours: number) =>
  server.given.timeEntry(company, person.person, { started_at: hoursAgo(hours), ended_at: null })

test('everybody who clocks in is told how long a shift is: 12 hours, unless the company says another (decision 0130)', async () => {
  expect((await employee.get(path('/time-entries/active'))).json()).toMatchObject({ shiftHours: 12 })
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  expect((await sbr.patch(path(''), { shiftHours: 9 })).json()).toMatchObject({ shiftHours: 9 })
  expect((await employee.get(path('/time-entries/active'))).json()).toMatchObject({ shiftHours: 9 })
  expect((await manager.get(path('/time-entries'))).json()).toMatchObject({ shiftHours: 9 })
  expect((await manager.get(path('/dashboard'))).json().clockedIn).toMatchObject({ shiftHours: 9 })
})

test.each([0, 25, 8.5, null, '8'])('a shift of %j hours is refused', async (shiftHours) => {
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  expect((await sbr.patch(path(''), { shiftHours })).statusCode).toBe(400)
})

test('people who may not change the company cannot change its shifts', async () => {
  for (const person of [manager, employee]) {
    expect((await person.patch(path(''), { shiftHours: 9 })).statusCode).toBe(403)
  }
})

test('people clocked in for longer than a shift come first, then the latest arrivals', async () => {
  const people = await Promise.all(Array.from({ length: 9 }, () => server.signIn('employee', company)))
  for (const [index, person] of people.entries()) await clockedIn(person, 1 + index / 10)
  await clockedIn(employee, 84)
  await clockedIn(await server.signIn('employee', company), 13)
  const { clockedIn: present } = (await manager.get(path('/dashboard'))).json()
  expect(present).toMatchObject({ count: 11 })
  const lengths = present.people.map(({ startedAt }: { startedAt: string }) =>
    Math.round((Date.parse(present.now) - Date.parse(startedAt)) / 360_000),
  )
  expect(lengths).toEqual([840, 130, 10, 11, 12, 13, 14, 15, 16, 17])
})

test('an employee ends it now and no other time; a manager sets the true end, with a reason', async () => {
  const { id } = await clockedIn(employee, 84)
  const end = { endedAt: hoursAgo(72), reason: 'Forgot to clock out' }
  expect((await employee.patch(path(`/time-entries/${id}`), end)).statusCode).toBe(403)
  expect((await manager.get(path(`/time-entries/${id}`))).json()).toMatchObject({ endedAt: null, shiftHours: 12 })
  const { endedAt } = (await manager.patch(path(`/time-entries/${id}`), end)).json()
  expect(new Date(endedAt).toISOString()).toBe(end.endedAt)
})
