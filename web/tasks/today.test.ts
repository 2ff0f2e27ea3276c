import { expect, test } from 'vitest'
import { dayIn, isOverdueOn } from './today.ts'

test.each([
  ['America/New_York', '2026-11-23T04:59:59Z', '2026-11-22'],
  ['America/New_York', '2026-11-23T05:00:00Z', '2026-11-23'],
  ['Pacific/Auckland', '2026-11-22T11:00:00Z', '2026-11-23'],
  ['America/New_York', '2026-11-01T05:30:00Z', '2026-11-01'], // the night with two hours of 1 o'clock
  ['America/New_York', '2026-11-01T06:30:00Z', '2026-11-01'],
  ['UTC', '2026-12-31T23:59:59Z', '2026-12-31'],
])('the day in %s at %s is %s', (zone, at, day) => {
  expect(dayIn(zone, new Date(at))).toBe(day)
})

test('a task is overdue from the midnight after its day, unless it is complete', () => {
  const task = { dueOn: '2026-11-22', status: 'blocked' }
  expect([isOverdueOn('2026-11-22', task), isOverdueOn('2026-11-23', task)]).toEqual([false, true])
  expect(isOverdueOn('2026-11-23', { ...task, status: 'complete' })).toBe(false)
  expect(isOverdueOn('2026-11-23', { ...task, dueOn: null })).toBe(false)
})
