import fc from 'fast-check'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { csvText } from '../testing/csv.ts'
import { useServer } from '../testing/fixture.ts'
import { dayIn } from '../testing/oracles/day-in.ts'

const { server, company, operator, manager, employee } = useServer()

const api = (rest: string) => `/api/companies/${company.id}/${rest}`
const sheet = (from: string, to: string, rest = '') => api(`time-sheets?from=${from}&to=${to}${rest}`)
const entry = (person: { person: { id: string } }, startedAt: string, endedAt: string | null, fields: object = {}) =>
  server.given.timeEntry(company, person.person, { started_at: startedAt, ended_at: endedAt, ...fields })
const agree = (hoursPerWeek: number | null, validFrom: string) =>
  operator.post(api(`agreed-hours/${employee.person.id}`), { validFrom, hoursPerWeek })

test('a week says what was worked on each day, by person; an employee sees the own row', async () => {
  await entry(employee, '2026-06-01T08:00:00Z', '2026-06-01T16:30:00Z')
  await entry(employee, '2026-06-03T22:00:00Z', '2026-06-04T02:00:00Z')
  await entry(manager, '2026-06-02T08:00:00Z', '2026-06-02T09:00:00Z')
  const mine = { userId: employee.person.id, days: [30_600, 0, 7_200, 7_200, 0, 0, 0], workedSeconds: 45_000 }
  const all = (await operator.get(sheet('2026-06-01', '2026-06-07'))).json()
  expect(all).toMatchObject({ from: '2026-06-01', to: '2026-06-07', timeZone: 'UTC', locks: [] })
  expect(all.rows).toHaveLength(2)
  expect(all.rows).toContainEqual(expect.objectContaining({ ...mine, agreedSeconds: null, balanceSeconds: null }))
  expect((await employee.get(sheet('2026-06-01', '2026-06-07'))).json().rows).toMatchObject([mine])
  const one = `&userId=${manager.person.id}`
  expect((await operator.get(sheet('2026-06-01', '2026-06-07', one))).json().rows).toMatchObject([
    { userId: manager.person.id, workedSeconds: 3_600 },
  ])
})

test('overtime is what was worked beyond the hours that were agreed from a day on', async () => {
  await agree(40, '2026-05-01')
  await agree(20, '2026-06-04')
  await entry(employee, '2026-06-01T08:00:00Z', '2026-06-02T16:00:00Z')
  const [row] = (await employee.get(sheet('2026-06-01', '2026-06-07'))).json().rows
  // Monday to Wednesday at 8 h, Thursday and Friday at 4 h.
  expect(row).toMatchObject({ workedSeconds: 32 * 3_600, agreedSeconds: 32 * 3_600, balanceSeconds: 0 })
  expect((await agree(null, '2026-06-04')).json().items).toMatchObject([{ validFrom: '2026-05-01', hoursPerWeek: 40 }])
  const [later] = (await employee.get(sheet('2026-06-01', '2026-06-07'))).json().rows
  expect(later).toMatchObject({ agreedSeconds: 40 * 3_600, balanceSeconds: -8 * 3_600 })
  expect(
    (await manager.post(api(`agreed-hours/${employee.person.id}`), { validFrom: '2026-05-01', hoursPerWeek: 1 }))
      .statusCode,
  ).toBe(403)
})

test.each([[-1], [169], [38.555], ['x']])('%j hours a week are refused', async (hours) => {
  expect((await agree(hours as number, '2026-05-01')).statusCode).toBe(400)
})

test('future days count no expected hours', async () => {
  await agree(168, '2026-01-01')
  const [row] = (await employee.get(sheet('2098-06-01', '2098-06-07'))).json().rows
  expect(row).toMatchObject({ agreedSeconds: null, balanceSeconds: null, workedSeconds: 0 })
})

test('what is not settled is counted', async () => {
  const open = await entry(employee, new Date(Date.now() - 90_000_000).toISOString(), null)
  const today = new Date().toISOString().slice(0, 10)
  const rowOf = async () => (await employee.get(sheet(today, today))).json().rows[0]
  expect(await rowOf()).toMatchObject({ openCount: 1, proposalCount: 0 })
  await employee.post(api('time-proposals'), {
    ...{ kind: 'end', entryId: open.id, reason: 'x' },
    endedAt: new Date(Date.now() - 1_000).toISOString(),
  })
  expect(await rowOf()).toMatchObject({ openCount: 1, proposalCount: 1 })
})

test.each(['from=2026-06-02&to=2026-06-01', 'from=2026-01-01&to=2026-03-04', 'from=2026-06-01', 'from=x&to=y'])(
  '%s is refused',
  async (query) => {
    expect((await operator.get(api(`time-sheets?${query}`))).statusCode).toBe(400)
  },
)

test('the CSV has a row for each person and day, and begins no formula (T75)', async () => {
  await server.given.sql(`update profiles set first_name = '=1+1', last_name = 'Novak' where user_id = $1`, [
    employee.person.id,
  ])
  await entry(employee, '2026-06-01T08:00:00Z', '2026-06-01T15:45:00Z')
  const answer = await operator.get(api('time-sheets/time-sheet.csv?from=2026-06-01&to=2026-06-30'))
  expect(answer.headers['content-disposition']).toBe('attachment; filename="time-sheet-2026-06-01-2026-06-30.csv"')
  expect(csvText(answer.body)).toBe("Person,Date,Worked,Hours\n'=1+1 Novak,2026-06-01,7:45:00,7.75\n")
})

test('a file has the whole minutes that the screen shows, not the seconds of the presses', async () => {
  await entry(employee, '2026-06-01T08:00:10Z', '2026-06-01T09:00:49Z')
  const answer = await operator.get(api('time-sheets/time-sheet.csv?from=2026-06-01&to=2026-06-30'))
  expect(csvText(answer.body)).toContain(',2026-06-01,1:00:00,1')
})

test('the XLSX has days and durations as numbers, and texts as texts (T75)', async () => {
  await server.given.sql(`update profiles set first_name = '=1+1', last_name = '<Novak>' where user_id = $1`, [
    employee.person.id,
  ])
  await agree(40, '2026-05-01')
  await entry(employee, '2026-06-01T08:00:00Z', '2026-06-01T20:00:00Z')
  const answer = await operator.get(api('time-sheets/time-sheet.xlsx?from=2026-06-01&to=2026-06-01'))
  expect(answer.headers['content-type']).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet')
  const files = unzipSync(answer.rawPayload)
  const textOf = (name: string) => Buffer.from(files[name] ?? []).toString()
  const days = textOf('xl/worksheets/sheet1.xml')
  expect(days).not.toContain('<f>')
  // 1 June 2026 is day 46174 of a spreadsheet; 12 hours are half a day.
  expect(days).toMatch(/<v>46174<\/v>/)
  expect(days).toMatch(/<v>0\.5<\/v>/)
  expect(days).toMatch(/<v>12<\/v>/)
  expect(textOf('xl/worksheets/sheet2.xml')).toMatch(/<v>4<\/v>/)
  expect(textOf('xl/sharedStrings.xml') + days).toContain('=1+1 &lt;Novak&gt;')
  expect(textOf('xl/styles.xml')).toContain('[h]:mm')
})

test('a spreadsheet of an employee holds the own hours only', async () => {
  await entry(manager, '2026-06-01T08:00:00Z', '2026-06-01T20:00:00Z')
  const answer = await employee.get(api('time-sheets/time-sheet.csv?from=2026-06-01&to=2026-06-01'))
  expect(csvText(answer.body)).toBe('Person,Date,Worked,Hours\n')
})

type Span = { start: number; length: number; pause: number; isPaid: boolean }

/** Minutes of work by day: each minute asks the calendar of the zone for its day. Slow, simple, and nothing like the SQL. */
function minutesByDay(first: number, { start, length, pause, isPaid }: Span, timeZone: string) {
  const dayAt = dayIn(timeZone)
  const minutes = new Map<string, number>()
  for (let minute = 0; minute < length; minute++) {
    const isPause = !isPaid && minute >= 10 && minute < 10 + pause
    const day = dayAt(first + (start + minute) * 60_000)
    if (!isPause) minutes.set(day, (minutes.get(day) ?? 0) + 1)
  }
  return minutes
}

// Both days on which clocks change, in zones that change at other hours; the first day of each period.
const weeks: [string, string][] = [
  ['America/New_York', '2026-03-06'],
  ['America/New_York', '2025-10-31'],
  ['Europe/Berlin', '2026-03-27'],
  ['Australia/Lord_Howe', '2026-04-03'],
  ['Asia/Kolkata', '2026-06-01'],
]

test.each(weeks)(
  'in %s the days from %s on add up as a second reckoning says, with breaks and over midnight',
  async (timeZone, from) => {
    const first = Date.parse(`${from}T00:00:00Z`)
    const days = Array.from({ length: 5 }, (_, place) =>
      new Date(first + place * 86_400_000).toISOString().slice(0, 10),
    )
    const span = fc.record({
      start: fc.integer({ min: -4 * 1_440, max: 6 * 1_440 }),
      length: fc.integer({ min: 1, max: 4 * 1_440 }),
      pause: fc.integer({ min: 0, max: 600 }),
      isPaid: fc.boolean(),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(span, { minLength: 1, maxLength: 4 }), async (spans) => {
        const zoned = await server.given.company({ time_zone: timeZone })
        const reader = await server.signIn('company_operator', zoned)
        const at = (minute: number) => new Date(first + minute * 60_000).toISOString()
        for (const { start, length, pause, isPaid } of spans) {
          const person = await server.given.person('employee', zoned)
          await server.given.timeEntry(zoned, person, {
            ...{ started_at: at(start), ended_at: at(start + length), are_breaks_paid: isPaid },
            breaks: pause ? `{[${at(start + 10)},${at(start + 10 + pause)})}` : '{}',
          })
        }
        const query = `from=${days[0]}&to=${days.at(-1)}`
        const { rows } = (await reader.get(`/api/companies/${zoned.id}/time-sheets?${query}`)).json()
        const expected = spans.map((one) => days.map((day) => (minutesByDay(first, one, timeZone).get(day) ?? 0) * 60))
        const sorted = (table: number[][]) => table.map(String).toSorted()
        expect(sorted(rows.map((row: { days: number[] }) => row.days))).toEqual(sorted(expected))
        expect(rows.map((row: { workedSeconds: number }) => row.workedSeconds).toSorted()).toEqual(
          expected.map((row) => row.reduce((sum, seconds) => sum + seconds, 0)).toSorted(),
        )
      }),
      { numRuns: 5 },
    )
  },
  60_000,
)
