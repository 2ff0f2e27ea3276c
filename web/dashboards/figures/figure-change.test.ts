import { expect, test } from 'vitest'
import { changeOf, formatDifference } from './figure-change.ts'

const than = { with: '30 days ago' }

test('a change has an amount, a direction, and whether that is good', () => {
  expect(changeOf(7, 4, { ...than, good: 'down' })).toEqual({
    words: '3 more than 30 days ago',
    tone: 'bad',
    direction: 'up',
  })
  expect(changeOf(4, 7, { ...than, good: 'down' })).toMatchObject({ words: '3 fewer than 30 days ago', tone: 'good' })
  expect(changeOf(4, 7, { ...than, good: 'up' })).toMatchObject({ tone: 'bad', direction: 'down' })
  expect(changeOf(1_400, 100, than)).toMatchObject({ words: '1,300 more than 30 days ago', tone: 'neutral' })
})

test('amounts are “less”, counts are “fewer”, and both have the format of the figure', () => {
  const format = (value: number) => `$${Math.round(value)}`
  expect(changeOf(10, 12, { ...than, isAmount: true, format })?.words).toBe('$2 less than 30 days ago')
})

test('no change, no figure and an unknown past are three cases', () => {
  expect(changeOf(4, 4, { ...than, good: 'up' })).toEqual({
    words: 'same as 30 days ago',
    tone: 'neutral',
    direction: 'none',
  })
  const format = (value: number) => `$${Math.round(value)}`
  expect(changeOf(4.2, 4, { ...than, format })?.words).toBe('same as 30 days ago')
  expect(changeOf(4, null, than)).toBeUndefined()
  expect(changeOf(4, undefined, than)).toBeUndefined()
})

test('an amount has its cents, as everywhere; a large one is short', () => {
  const format = (value: number) => formatDifference(value, 'USD')
  expect(changeOf(181.2, 100, { ...than, isAmount: true, format })?.words).toBe('$81.20 more than 30 days ago')
  expect([0, 5, 999.994, 999.996, 1_234, 81_200, 2_000_000].map(format)).toEqual([
    ...['$0.00', '$5.00', '$999.99', '$1K', '$1.2K', '$81.2K', '$2M'],
  ])
  expect(formatDifference(12.5, 'EUR')).toBe('€12.50')
})
