import { expect, test } from 'vitest'
import { timeIn } from './company-time.ts'

test.each([
  ['2026-11-01T05:30:00Z', '1:30 AM GMT-4'],
  ['2026-11-01T06:30:00Z', '1:30 AM GMT-5'],
  ['2026-11-01T04:59:00Z', '12:59 AM'],
  ['2026-11-01T07:00:00Z', '2:00 AM'],
  ['2026-11-02T06:30:00Z', 'Nov 2, 1:30 AM'],
])('in the night that has an hour twice, %s is %s', (at, shown) => {
  expect(timeIn('America/New_York', at, '2026-11-01')).toBe(shown)
})
