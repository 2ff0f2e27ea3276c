import { expect, test } from 'vitest'
import { daysFrom, lastOver, periodOf, sheetSearch } from './sheet-period.ts'

test.each([
  ['2026-11-22', '2026-11-16', '2026-11-22'], // a Sunday
  ['2026-11-23', '2026-11-23', '2026-11-29'], // a Monday
  ['2027-01-01', '2026-12-28', '2027-01-03'],
])('the week of %s goes from %s to %s', (on, from, to) => {
  expect(periodOf('week', on)).toMatchObject({ from, to })
  expect(daysFrom(from, to)).toHaveLength(7)
})

test.each([
  ['2024-02-29', '2024-02-01', '2024-02-29', '2024-01-31', '2024-03-01'],
  ['2026-12-31', '2026-12-01', '2026-12-31', '2026-11-30', '2027-01-01'],
])('the month of %s', (on, from, to, before, after) => {
  expect(periodOf('month', on)).toMatchObject({ from, to, before, after })
})

test('what an address may say', () => {
  expect(sheetSearch({ view: 'month', on: '2026-11-22', userId: 'u', x: 1 })).toEqual({
    ...{ view: 'month', on: '2026-11-22', userId: 'u' },
  })
  expect(sheetSearch({ view: 'year', on: '2026-13-01', userId: 1 })).toEqual({})
})

test.each([
  ['2026-10-14', '2026-10-01', '2026-10-31'], // over: as it is shown
  ['2026-11-23', '2026-10-01', '2026-10-31'], // runs: the one before
  ['2027-03-01', '2026-10-01', '2026-10-31'], // to come: the last that is over
])('on November 23 the month of %s is locked from %s to %s', (on, from, to) => {
  expect(lastOver('month', periodOf('month', on), '2026-11-23')).toMatchObject({ from, to })
})
