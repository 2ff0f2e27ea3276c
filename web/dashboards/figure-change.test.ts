import { expect, test } from 'vitest'
import { changeOf } from './figure-change.ts'

const than = { with: '30 days ago' }

test('a change says how much, in which direction, and whether that is good', () => {
  expect(changeOf(7, 4, { ...than, good: 'down' })).toEqual({
    words: '3 more than 30 days ago',
    tone: 'bad',
    direction: 'up',
  })
  expect(changeOf(4, 7, { ...than, good: 'down' })).toMatchObject({ words: '3 fewer than 30 days ago', tone: 'good' })
  expect(changeOf(4, 7, { ...than, good: 'up' })).toMatchObject({ tone: 'bad', direction: 'down' })
  expect(changeOf(1_400, 100, than)).toMatchObject({ words: '1,300 more than 30 days ago', tone: 'neutral' })
})

test('amounts are less, things are fewer, and the format is that of the figure', () => {
  const format = (value: number) => `$${Math.round(value)}`
  expect(changeOf(10, 12, { ...than, isAmount: true, format })?.words).toBe('$2 less than 30 days ago')
})

test('nothing changed, nothing to see, and nothing known are three things', () => {
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
