import { expect, test } from 'vitest'
import { nearDate } from './dates.ts'

test.each([
  ['2026-11-26', 'Today'],
  ['2026-11-27', 'Tomorrow'],
  ['2026-11-25', 'Yesterday'],
  ['2026-11-29', 'In 3 days'],
  ['2026-12-02', 'In 6 days'],
  ['2026-12-03', 'Dec 3, 2026'],
  ['2026-11-20', '6 days ago'],
  ['2026-11-19', 'Nov 19, 2026'],
  ['2025-11-26', 'Nov 26, 2025'],
])('on 26 November 2026, %s is %s', (on, words) => {
  expect(nearDate(on, '2026-11-26')).toBe(words)
})

test('a day of 23 or 25 hours, and the turn of a year or of February, are one day', () => {
  expect(nearDate('2026-11-01', '2026-10-31')).toBe('Tomorrow')
  expect(nearDate('2027-03-14', '2027-03-15')).toBe('Yesterday')
  expect(nearDate('2027-01-01', '2026-12-31')).toBe('Tomorrow')
  expect(nearDate('2028-03-01', '2028-02-28')).toBe('In 2 days')
})
