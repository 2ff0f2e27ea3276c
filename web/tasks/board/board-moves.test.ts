import type { ListedTask } from 'contract/tasks/tasks.ts'
import { expect, test } from 'vitest'
import { countWithMoves, withMoves } from './board-moves.ts'

const task = (id: string, status: ListedTask['status']) => ({ id, status }) as ListedTask
const [a, b, c] = [task('a', 'not_started'), task('b', 'not_started'), task('c', 'complete')]
const idsOf = (items: ListedTask[]) => items.map(({ id }) => id)

test('a task that was dropped stands at the top of its new column and no more in the old one', () => {
  const moves = [{ task: b, to: 'complete' } as const]
  expect(idsOf(withMoves('not_started', [a, b], moves))).toEqual(['a'])
  expect(withMoves('complete', [c], moves)).toMatchObject([
    { id: 'b', status: 'complete' },
    { id: 'c', status: 'complete' },
  ])
})

test('the counts follow at once, and count nothing twice when the server names the task already', () => {
  const moves = [{ task: b, to: 'complete' } as const]
  expect(countWithMoves('not_started', 70, [a, b], moves)).toBe(69)
  expect(countWithMoves('complete', 1, [c], moves)).toBe(2)
  expect(countWithMoves('complete', 2, [c, b], moves)).toBe(2)
  expect(countWithMoves('not_started', 69, [a], moves)).toBe(69)
  expect(countWithMoves('blocked', 0, [], moves)).toBe(0)
})
