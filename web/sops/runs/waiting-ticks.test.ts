import { expect, test } from 'vitest'
import { merged, without } from './waiting-ticks.ts'

test('ticks that wait change what the server has', () => {
  expect([...merged([0, 2], { 1: true, 2: false })].sort()).toEqual([0, 1])
})

test('a step that was changed while it was sent is sent again', () => {
  expect(without({ 0: false, 1: true, 2: true }, { 0: true, 1: true })).toEqual({ 0: false, 2: true })
})
