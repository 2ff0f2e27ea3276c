import fc from 'fast-check'
import { expect, test } from 'vitest'
import { roundTicks, shortStep } from './round-ticks.ts'

test.each([
  ['a value', [43_200, 84_000], 0, [40_000, 50_000, 60_000, 70_000, 80_000, 90_000]],
  ['sums of months', [0, 212_345], 0, [0, 50_000, 100_000, 150_000, 200_000, 250_000]],
  ['hours', [0, 7.6], 0, [0, 2, 4, 6, 8]],
  ['a few tasks, which have no halves', [0, 2], 1, [0, 1, 2]],
  ['nothing', [], 0, [0, 1]],
  ['days of which nothing is known', [null, undefined], 0, [0, 1]],
  ['one value', [83_495, 83_495], 0, [80_000, 90_000]],
  ['a month with more refunds than orders', [-120, 480], 0, [-200, 0, 200, 400, 600]],
])('an axis of %s has round marks', (_, values, smallestStep, marks) => {
  expect(roundTicks(values, smallestStep)).toEqual(marks)
})

test('the marks enclose all values, and are few', () => {
  const amount = fc.double({ min: -1e9, max: 1e9, noNaN: true })
  fc.assert(
    fc.property(fc.array(amount, { minLength: 1 }), (values) => {
      const marks = roundTicks(values)
      const slack = Math.max(...values.map(Math.abs)) * 1e-9
      expect(marks.length).toBeGreaterThan(1)
      expect(marks.length).toBeLessThanOrEqual(7)
      expect(marks[0]).toBeLessThanOrEqual(Math.min(...values) + slack)
      expect(marks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values) - slack)
    }),
  )
})

test.each([
  [[83_400, 83_480], 100],
  [[1_250_000], 100_000],
  [[40, null], 0.1],
  [[], 0.1],
])('short amounts of %j differ from %d on', (values, step) => {
  expect(shortStep(values)).toBe(step)
  const short = new Intl.NumberFormat('en-US', { notation: 'compact', maximumFractionDigits: 1 })
  const marks = roundTicks(values, step).map((mark) => short.format(mark))
  expect(new Set(marks).size).toBe(marks.length)
})
