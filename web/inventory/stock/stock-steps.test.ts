import { expect, test } from 'vitest'
import { stockSteps } from './stock-steps.ts'

const now = Date.parse('2026-11-22T12:00:00Z')
const day = 86_400_000
const moved = (daysAgo: number, delta: number, balance: number) => ({
  ...{ createdAt: new Date(now - daysAgo * day).toISOString(), delta, balance },
})
const ago = (steps: { at: number; level: number }[]) => steps.map(({ at, level }) => [(now - at) / day, level])

test('the line begins with the level of 90 days ago, steps with each movement, and ends now', () => {
  const movements = [moved(1, -2, 6), moved(10, 5, 8), moved(100, 3, 3)]
  expect(ago(stockSteps(movements, { isWhole: true, stockLevel: 6, now }))).toEqual([
    [90, 3],
    [10, 8],
    [1, 6],
    [0, 6],
  ])
})

test('a part that never moved has a flat line', () => {
  expect(ago(stockSteps([], { isWhole: true, stockLevel: 7, now }))).toEqual([
    [90, 7],
    [0, 7],
  ])
})

test('when older movements of these days are not loaded, the line begins later', () => {
  const movements = [moved(1, -2, 6), moved(10, 5, 8)]
  expect(ago(stockSteps(movements, { isWhole: false, stockLevel: 6, now }))).toEqual([
    [10, 3],
    [10, 8],
    [1, 6],
    [0, 6],
  ])
})
