import { expect, test } from 'vitest'
import { carryErrors, linesOf, newRow, withoutRepeats, withPasted, withResolved } from './editor-rows.ts'

const bolt = { type: 'part', id: 'b', number: 'B', name: 'Bolt', unit: 'each', decimals: 0 } as const
const frame = { type: 'assembly', id: 'f', number: 'B', name: 'Frame', unit: 'each', decimals: 0 } as const

test('blank lines are not sent', () => {
  const rows = [newRow({ ...bolt, quantity: 3 }), newRow(), newRow({ number: 'typed' })]
  expect(linesOf(rows).map(({ id, number, quantity }) => [id, number, quantity])).toEqual([
    ['b', 'B', 3],
    ['', 'typed', 1],
  ])
})

test('pasted lines replace a blank line, or follow the line they are pasted into', () => {
  const [filled, blank] = [newRow(bolt), newRow({ type: 'assembly' })]
  const pasted = [{ number: 'X', quantity: 2 }]
  const numbers = (at: typeof filled) => withPasted([filled, blank], at, pasted).rows.map(({ number }) => number)
  expect(numbers(blank)).toEqual(['B', 'X'])
  expect(numbers(filled)).toEqual(['B', 'X', ''])
  expect(withPasted([filled, blank], blank, pasted).added[0]).toMatchObject({ type: 'assembly', quantity: 2 })
})

test('a number means the item of the type of its line, or else any item; an unknown number stays as typed', () => {
  const rows = [
    newRow({ number: 'B', type: 'assembly' }),
    newRow({ number: 'B', type: 'product' }),
    newRow({ number: 'C' }),
  ]
  const items = [{ number: 'B', matches: [bolt, frame] }]
  expect(withResolved(rows, items).map(({ id, type, number }) => [id, type, number])).toEqual([
    ['f', 'assembly', 'B'],
    ['b', 'part', 'B'],
    ['', 'part', 'C'],
  ])
})

test('the same component twice becomes one line with both quantities, unless one cannot be read', () => {
  const rows = [
    newRow({ ...bolt, quantity: 3 }),
    newRow(),
    newRow({ ...bolt, quantity: 4 }),
    newRow({ ...bolt, quantity: 'x' }),
  ]
  const { rows: kept, merged } = withoutRepeats(rows)
  expect(kept.map(({ id, quantity }) => [id, quantity])).toEqual([
    ['b', 7],
    ['', 1],
    ['b', 'x'],
  ])
  expect(merged).toMatchObject([{ row: { id: 'b', quantity: 7 }, added: 4 }])
})

test('error messages move with their lines; changed and removed lines lose theirs; other fields keep theirs', () => {
  const [a, b, c] = [newRow({ number: 'a' }), newRow({ number: 'b' }), newRow({ number: 'c' })]
  const errors = { name: 'n', bom: 'too many', 'bom.0.id': 'a', 'bom.1.id': 'b', 'bom.2.quantity': 'c' }
  const after = [newRow(), c, { ...b, number: 'other' }]
  expect(carryErrors(errors, 'bom', [a, newRow(), b, c], after)).toEqual({ name: 'n', 'bom.0.quantity': 'c' })
})
