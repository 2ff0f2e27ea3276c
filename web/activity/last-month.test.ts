import { expect, test } from 'vitest'
import { lastMonthIn } from './last-month.ts'

test('last month is that of the company, whatever the month of the reader', () => {
  const now = '2026-10-31T20:00:00Z'
  expect(lastMonthIn('Pacific/Auckland', now)).toEqual({ from: '2026-10-01', to: '2026-10-31' })
  expect(lastMonthIn('America/Chicago', now)).toEqual({ from: '2026-09-01', to: '2026-09-30' })
  expect(lastMonthIn('America/Chicago', '2027-01-01T05:00:00Z')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
  expect(lastMonthIn('UTC', '2027-01-01T00:00:00Z')).toEqual({ from: '2026-12-01', to: '2026-12-31' })
  expect(lastMonthIn('UTC', '2028-03-31T12:00:00Z')).toEqual({ from: '2028-02-01', to: '2028-02-29' })
})
