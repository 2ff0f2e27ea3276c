import { expect, test } from 'vitest'
import { costShares } from './cost-shares.ts'

const line = (number: string, extendedCost: number, level = 1) => ({ key: number, level, number, extendedCost })

test('each line has its share, the largest first; a share includes the lines below it', () => {
  const shares = costShares([line('A', 10), line('A-1', 10, 2), line('B', 30), line('Free', 0)])
  expect(shares).toEqual([
    { key: 'B', name: 'B', cost: 30, percent: 75 },
    { key: 'A', name: 'A', cost: 10, percent: 25 },
  ])
})

test('small lines share one entry, and all shares add up to 100', () => {
  const shares = costShares(Array.from({ length: 9 }, (_, place) => line(`L${place}`, place + 1)))
  expect(shares.map(({ name }) => name)).toEqual(['L8', 'L7', 'L6', 'L5', 'L4', '4 others'])
  expect(shares.reduce((sum, { percent }) => sum + percent, 0)).toBeCloseTo(100)
  expect(shares.reduce((sum, { cost }) => sum + cost, 0)).toBe(45)
})

test('there are no shares for one line, or without a cost', () => {
  expect(costShares([line('A', 10)])).toEqual([])
  expect(costShares([line('A', 0), line('B', 0)])).toEqual([])
  expect(costShares([])).toEqual([])
})
