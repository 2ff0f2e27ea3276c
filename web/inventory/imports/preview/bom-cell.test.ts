import { expect, test } from 'vitest'
import { hasBadQuantity, isQuantity, linesAsText, linesIn, withQuantity } from './bom-cell.ts'

const cell = '[{"type":"part","number":"P-1","quantity":8},{"type":"part","name":"Cable","quantity":"1.5 m"}]'

test('the lines of a bill of materials are read, also one whose quantity is no number', () => {
  const lines = linesIn(cell) ?? []
  expect(linesAsText(lines)).toBe('8 × P-1, 1.5 m × Cable')
  expect(lines.map(isQuantity)).toEqual([true, false])
})

test.each(['', 'P-1', '[]', '[{"x":1}]', '[{"number":"P-1"}]', '[{'])('%s holds no lines', (text) => {
  expect(linesIn(text)).toBeNull()
})

test('a typed whole number becomes the quantity of its line, any other text stays a text to be refused', () => {
  const lines = linesIn(cell) ?? []
  expect(JSON.parse(withQuantity(lines, 1, ' 2 '))[1]).toEqual({ type: 'part', name: 'Cable', quantity: 2 })
  expect(JSON.parse(withQuantity(lines, 0, '2 m'))[0].quantity).toBe('2 m')
})

test('only a cell with a quantity that is no number is corrected line by line: elsewhere the number of a component may be wrong', () => {
  expect(hasBadQuantity(cell)).toBe(true)
  expect(hasBadQuantity(withQuantity(linesIn(cell) ?? [], 1, '2'))).toBe(false)
  expect(hasBadQuantity('1.5 m')).toBe(false)
})
