import fc from 'fast-check'
import { expect, test } from 'vitest'
import { useServer } from '../testing/fixture.ts'
import { dayIn } from '../testing/oracles/day-in.ts'

const { server } = useServer()

type Item = { startedAt: string; seconds: number; secondsInPeriod: number }
type Day = { items: Item[]; total: number; workedSeconds: number }
type Entry = { startedAt: string; endedAt: string }

/** A company in a time zone with entries, each of a person of their own; returns what its days show. */
async function given(timeZone: string, entries: Entry[]) {
  const company = await server.given.company({ time_zone: timeZone })
  const operator = await server.signIn('company_operator', company)
  for (const { startedAt, endedAt } of entries) {
    const person = await server.given.person('employee', company)
    await server.given.timeEntry(company, person, { started_at: startedAt, ended_at: endedAt })
  }
  return async (day: string): Promise<Day> =>
    (
      await operator.get(`/api/companies/${company.id}/time-entries?from=${day}&to=${day}&pageSize=200&order=asc`)
    ).json()
}

test('the row of a shift across midnight shows the share of that day', async () => {
  const on = await given('America/New_York', [{ startedAt: '2026-06-02T03:53:00Z', endedAt: '2026-06-02T04:07:00Z' }])
  const row = { seconds: 840, secondsInPeriod: 420 }
  expect(await on('2026-06-01')).toMatchObject({ workedSeconds: 420, items: [row] })
  expect(await on('2026-06-02')).toMatchObject({ workedSeconds: 420, items: [row] })
})

test('an entry that ends at midnight has no part in the next day', async () => {
  const on = await given('America/New_York', [{ startedAt: '2026-06-02T03:00:00Z', endedAt: '2026-06-02T04:00:00Z' }])
  expect(await on('2026-06-01')).toMatchObject({ total: 1, workedSeconds: 3_600 })
  expect(await on('2026-06-02')).toMatchObject({ total: 0, workedSeconds: 0, items: [] })
})

test('an entry of many days, and one that is open since then, stand once on each of their days', async () => {
  const company = await server.given.company({ time_zone: 'UTC' })
  const operator = await server.signIn('company_operator', company)
  const ago = (days: number) => new Date(Date.now() - days * 86_400_000)
  for (const ended_at of [ago(1), null])
    await server.given.timeEntry(company, await server.given.person('employee', company), {
      started_at: ago(9),
      ended_at,
    })
  const on = async (days: number) => {
    const day = ago(days).toISOString().slice(0, 10)
    const at = `/api/companies/${company.id}/time-entries?from=${day}&to=${day}`
    return (await operator.get(at)).json() as Day
  }
  expect(await on(5)).toMatchObject({ total: 2, workedSeconds: 2 * 86_400 })
  expect((await on(9)).total).toBe(2)
  expect((await on(10)).total).toBe(0)
})

test('days are sorted by what was worked on them', async () => {
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  for (const [startedAt, endedAt] of [
    ['2026-06-01T10:00:00Z', '2026-06-02T01:00:00Z'],
    ['2026-06-02T08:00:00Z', '2026-06-02T10:00:00Z'],
  ] as const) {
    const person = await server.given.person('employee', company)
    await server.given.timeEntry(company, person, { started_at: startedAt, ended_at: endedAt })
  }
  const query = 'from=2026-06-02&to=2026-06-02&sort=seconds&order=desc'
  const { items } = (await operator.get(`/api/companies/${company.id}/time-entries?${query}`)).json()
  expect(items.map(({ secondsInPeriod }: Item) => secondsInPeriod)).toEqual([7_200, 3_600])
})

/** The day of the company's calendar at each minute of an entry: slow, simple, and nothing like the SQL. */
function minutesByDay({ startedAt, endedAt }: Entry, timeZone: string): Map<string, number> {
  const dayAt = dayIn(timeZone)
  const minutes = new Map<string, number>()
  for (let at = Date.parse(startedAt); at < Date.parse(endedAt); at += 60_000) {
    const day = dayAt(at)
    minutes.set(day, (minutes.get(day) ?? 0) + 1)
  }
  return minutes
}

// Both days on which clocks change, in zones that change at other hours; Lord Howe moves by half an hour.
const changes: [string, string[]][] = [
  ['America/New_York', ['2026-03-07', '2026-03-08', '2026-03-09']],
  ['America/New_York', ['2025-10-31', '2025-11-01', '2025-11-02', '2025-11-03']],
  ['Australia/Lord_Howe', ['2026-04-04', '2026-04-05', '2026-04-06']],
  ['Africa/Cairo', ['2026-04-23', '2026-04-24', '2026-04-25']],
  ['Asia/Kolkata', ['2026-06-01', '2026-06-02', '2026-06-03']],
]

test.each(changes)(
  'in %s the days around %s say what was worked on each',
  async (timeZone, days) => {
    const first = Date.parse(`${days[0]}T00:00:00Z`)
    const minute = fc.integer({ min: -12 * 60, max: (days.length + 1) * 1_440 })
    const entry = fc.tuple(minute, fc.integer({ min: 1, max: 2 * 1_440 })).map(([start, length]) => ({
      startedAt: new Date(first + start * 60_000).toISOString(),
      endedAt: new Date(first + (start + length) * 60_000).toISOString(),
    }))
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { minLength: 1, maxLength: 4 }), async (entries) => {
        const on = await given(timeZone, entries)
        for (const day of days) {
          const expected = entries.flatMap((one) => (minutesByDay(one, timeZone).get(day) ?? 0) * 60 || [])
          const { items, total, workedSeconds } = await on(day)
          const shares = items.map(({ secondsInPeriod }) => secondsInPeriod)
          expect(shares.toSorted((one, two) => one - two)).toEqual(expected.toSorted((one, two) => one - two))
          expect(total).toBe(expected.length)
          expect(workedSeconds).toBe(expected.reduce((sum, seconds) => sum + seconds, 0))
        }
      }),
      { numRuns: 6 },
    )
  },
  60_000,
)

test('the first and the last day that can be asked for are answered, and none beyond', async () => {
  const company = await server.given.company({ time_zone: 'Pacific/Kiritimati' })
  const operator = await server.signIn('company_operator', company)
  const statusOf = async (query: string) =>
    (await operator.get(`/api/companies/${company.id}/time-entries?${query}`)).statusCode
  expect(await statusOf('from=0002-01-01&to=9998-12-31')).toBe(200)
  expect(await statusOf('from=0001-12-31')).toBe(400)
  expect(await statusOf('to=9999-01-01')).toBe(400)
})

test('days in the wrong order are put in order', async () => {
  const company = await server.given.company({ time_zone: 'UTC' })
  const operator = await server.signIn('company_operator', company)
  const person = await server.given.person('employee', company)
  await server.given.timeEntry(company, person, {
    started_at: '2026-06-02T08:00:00Z',
    ended_at: '2026-06-02T09:00:00Z',
  })
  const list = async (query: string) =>
    (await operator.get(`/api/companies/${company.id}/time-entries?${query}`)).json()
  const period = { from: '2026-06-01', to: '2026-06-03', total: 1 }
  expect(await list('from=2026-06-03&to=2026-06-01')).toMatchObject(period)
  expect(await list('from=2026-06-01&to=2026-06-03')).toMatchObject(period)
  for (const day of ['from=2026-06-02', 'to=2026-06-02'])
    expect(await list(day)).toMatchObject({ from: '2026-06-02', to: '2026-06-02', total: 1 })
})
