import { expect, test } from 'vitest'
import { onePress } from './one-press.ts'

test('a press acts, the second click of a double click does not, and the keyboard always does', () => {
  let count = 0
  const press = onePress(() => {
    count += 1
  })
  for (const detail of [1, 2, 3]) press({ detail })
  expect(count).toBe(1)
  press({ detail: 0 })
  expect(count).toBe(2)
})
