import { expect, test } from 'vitest'
import { waitForTurn } from './picture-turns.ts'

test('two pictures load at a time, and the next when one has come', () => {
  const begun: number[] = []
  const ends = [1, 2, 3, 4].map((number) => waitForTurn(() => begun.push(number)))
  expect(begun).toEqual([1, 2])
  ends[1]?.()
  ends[1]?.()
  expect(begun).toEqual([1, 2, 3])
  ends[3]?.() // left the screen before its turn
  ends[0]?.()
  ends[2]?.()
  expect(begun).toEqual([1, 2, 3])
})
