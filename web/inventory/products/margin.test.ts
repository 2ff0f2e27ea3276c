import { expect, test } from 'vitest'
import { excessText, marginText } from './margin.ts'

test.each([
  [65, 100, '$35.00 (35.0%)'],
  [120, 100, '-$20.00 (-20.0%)'],
  [0.123456, 1.5, '$1.38 (91.8%)'],
  [5, 0, null],
  [0, 100, null],
])('cost %d, retail price %d: the margin is %s', (cost, retailPrice, text) => {
  expect(marginText(cost, retailPrice)).toBe(text)
})

test.each([
  [1496, 1729.67, '$233.67 above the stored cost'],
  [27.22, 27.2212, null],
  [20, 15, null],
  [1, 1.006, '$0.006 above the stored cost'],
  [0.001, 0.004, '$0.003 above the stored cost'],
  [0.123456, 0.123457, '$0.000001 above the stored cost'],
  [0, 12, null],
])('stored %d, rolled up %d: %s', (cost, rolledUpCost, text) => {
  expect(excessText(cost, rolledUpCost)).toBe(text)
})
