import fc from 'fast-check'
import { expect, test } from 'vitest'
import { dayAfter, dayAfterToday, firstDayOf, Repeat, wordsOfRepeat } from './repeats.ts'

const weekly = (weekdays: number[], every = 1) => Repeat.parse({ kind: 'weekly', weekdays, every })
const monthly = (on: number | string, every = 1) => Repeat.parse({ kind: 'monthly', on, every })

/** The first days of a rule, from a day on. */
function daysOf(rule: Repeat, from: string, count: number): string[] {
  const days = [firstDayOf(rule, from)]
  while (days.length < count) days.push(dayAfter(rule, days.at(-1) ?? '') ?? '')
  return days
}

// 2026-11-22 is a Sunday.
test.each([
  ['every Monday', weekly([1]), ['2026-11-23', '2026-11-30', '2026-12-07']],
  ['every Sunday begins today', weekly([7]), ['2026-11-22', '2026-11-29']],
  ['twice a week', weekly([4, 2]), ['2026-11-24', '2026-11-26', '2026-12-01']],
  ['every second week on two days', weekly([1, 5], 2), ['2026-11-23', '2026-11-27', '2026-12-07', '2026-12-11']],
  [
    'the last working day of the month',
    monthly('last_workday'),
    ['2026-11-30', '2026-12-31', '2027-01-29', '2027-02-26'],
  ],
  ['the first working day of the month', monthly('first_workday'), ['2026-12-01', '2027-01-01', '2027-02-01']],
  ['the 31st, or the last day', monthly(31), ['2026-11-30', '2026-12-31', '2027-01-31', '2027-02-28', '2027-03-31']],
  ['every quarter', monthly(15, 3), ['2026-12-15', '2027-03-15', '2027-06-15']],
  ['every third day', Repeat.parse({ kind: 'days', every: 3 }), ['2026-11-22', '2026-11-25', '2026-11-28']],
])('%s', (_name, rule, days) => {
  expect(daysOf(rule, '2026-11-22', days.length)).toEqual(days)
})

test('after completion there is no day to know beforehand', () => {
  const rule = Repeat.parse({ kind: 'after_completion', days: 3 })
  expect([firstDayOf(rule, '2026-11-22'), dayAfter(rule, '2026-11-22')]).toEqual(['2026-11-22', null])
})

test('days that were missed are skipped, and the rhythm stays', () => {
  expect(dayAfterToday(weekly([1], 2), '2026-09-07', '2026-11-22')).toBe('2026-11-30')
  expect(dayAfterToday(monthly(31), '2026-08-31', '2026-11-30')).toBe('2026-12-31')
  expect(dayAfterToday(Repeat.parse({ kind: 'days', every: 7 }), '2026-11-01', '2026-11-22')).toBe('2026-11-29')
})

test.each([
  [weekly([1]), 'every Monday'],
  [weekly([1, 5], 2), 'every 2 weeks on Monday and Friday'],
  [monthly('last_workday'), 'on the last working day of every month'],
  [monthly(31, 3), 'on day 31 of every 3 months'],
  [Repeat.parse({ kind: 'days', every: 1 }), 'every day'],
  [Repeat.parse({ kind: 'after_completion', days: 0 }), 'when it is completed'],
  [Repeat.parse({ kind: 'after_completion', days: 1 }), '1 day after completion'],
])('%j reads as %s', (rule, words) => {
  expect(wordsOfRepeat(rule)).toBe(words)
})

const rules = fc.oneof(
  fc.record({
    kind: fc.constant('weekly'),
    weekdays: fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 7 }),
    every: fc.integer({ min: 1, max: 52 }),
  }),
  fc.record({
    kind: fc.constant('monthly'),
    on: fc.oneof(fc.integer({ min: 1, max: 31 }), fc.constantFrom('first_workday', 'last_workday')),
    every: fc.integer({ min: 1, max: 24 }),
  }),
  fc.record({ kind: fc.constant('days'), every: fc.integer({ min: 1, max: 730 }) }),
)
const day = fc
  .date({ min: new Date('2020-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))

const weekdayOf = (on: string) => new Date(`${on}T00:00:00Z`).getUTCDay() || 7

test('each day of a rule fits it, is later than the last, and the first is not before it begins', () => {
  fc.assert(
    fc.property(rules, day, (input, from) => {
      const rule = Repeat.parse(input)
      const days = daysOf(rule, from, 6)
      expect(days[0] && days[0] >= from).toBe(true)
      expect(days).toEqual([...new Set(days)].toSorted())
      for (const on of days) {
        if (rule.kind === 'weekly') expect(rule.weekdays).toContain(weekdayOf(on))
        if (rule.kind === 'monthly' && typeof rule.on === 'string') expect(weekdayOf(on)).toBeLessThan(6)
      }
    }),
  )
})
