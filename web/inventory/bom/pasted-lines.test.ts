import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPastedLines } from './pasted-lines.ts'

const two = [
  { number: 'P-1', quantity: 2 },
  { number: 'P-2', quantity: 30 },
]

test.each([
  ['tabs', 'P-1\t2\nP-2\t30'],
  ['semicolons', 'P-1;2\r\nP-2;30\r\n'],
  ['commas', 'P-1,2\nP-2, 30'],
  ['a heading', 'Part Number\tQty\nP-1\t2\nP-2\t30'],
  ['the quantity first', '2\tP-1\n30\tP-2'],
  ['the quantity first, with a heading', 'Qty;Part\n2;P-1\n30;P-2'],
  ['a name between', 'P-1\tBolt\t2\nP-2\tNut M3\t30'],
  ['positions before the numbers', '1\tP-1\t2\n2\tP-2\t30'],
  ['positions in tens', '10\tP-1\tBolt\t2\n20\tP-2\tNut\t30'],
  ['what is counted named in its quantities', 'P-1\t2 Stk\nP-2\t30 pcs'],
  ['positions and counted units', 'Pos\tTeile-Nr\tAnz.\n1\tP-1\t2 Stk\n2\tP-2\t30 pcs'],
  ['positions alone, with a heading', 'Pos\tTeile-Nr\tAnz.\n7\tP-1\t2\n9\tP-2\t30'],
  ['empty lines', '\nP-1\t2\n\n\nP-2\t30\n\n'],
  ['quotes', '"P-1"\t"2"\n"P-2"\t"30"'],
])('a list with %s is read', (_what, text) => {
  expect(readPastedLines(text)).toEqual(two)
})

test('part numbers of digits only come before their quantities', () => {
  expect(readPastedLines('1001\t4\n1002\t5')).toEqual([
    { number: '1001', quantity: 4 },
    { number: '1002', quantity: 5 },
  ])
})

test.each([
  ['German headings and positions', 'Pos.;Teile-Nr.;Benennung;Anz.\n1;P-1;Bolzen;2\n2;P-2;Mutter;30'],
  ['the name before the number', 'Benennung\tTeile-Nr\tMenge\nBolzen\tP-1\t2\nMutter\tP-2\t30'],
])('a list with %s is read with the names of its parts', (_what, text) => {
  expect(readPastedLines(text)).toEqual([
    { number: 'P-1', quantity: 2, name: 'Bolzen' },
    { number: 'P-2', quantity: 30, name: 'Mutter' },
  ])
})

test('a measured quantity keeps its unit, to be read by the unit of its part', () => {
  expect(readPastedLines('A\t200 mm\nB\t2,5 m\nC\t4')).toEqual([
    { number: 'A', quantity: '200 mm' },
    { number: 'B', quantity: '2,5 m' },
    { number: 'C', quantity: 4 },
  ])
})

test('a column that only a heading calls the number is the number', () => {
  expect(readPastedLines('No\tQty\n1\t4\n2\t5')).toEqual([
    { number: '1', quantity: 4 },
    { number: '2', quantity: 5 },
  ])
})

test('numbers that count up from elsewhere than the first line are no positions', () => {
  expect(readPastedLines('1001\tBolt\t2\n1002\tNut\t30')).toEqual([
    { number: '1001', quantity: 2 },
    { number: '1002', quantity: 30 },
  ])
})

test('thousands separators are read; text instead of a quantity is kept, to be corrected', () => {
  expect(readPastedLines('A\t1,200\nB\ta few\nC\t0\nD\t')).toEqual([
    { number: 'A', quantity: 1200 },
    { number: 'B', quantity: 'a few' },
    { number: 'C', quantity: 0 },
    { number: 'D', quantity: 1 },
  ])
})

test('a separator in quotes is part of the number', () => {
  expect(readPastedLines('"Bolt, M3",2\n"6"" pipe",3')).toEqual([
    { number: 'Bolt, M3', quantity: 2 },
    { number: '6" pipe', quantity: 3 },
  ])
})

test('a single column means a quantity of one each', () => {
  expect(readPastedLines('Part Number\nP-1\nP-2')).toEqual([
    { number: 'P-1', quantity: 1 },
    { number: 'P-2', quantity: 1 },
  ])
})

test('a first row that is not a heading is kept', () => {
  expect(readPastedLines('P-1\t2x\nP-2\t3')?.[0]).toEqual({ number: 'P-1', quantity: '2x' })
})

test.each(['P-1', 'Bolt, M3', '', '  \n ', 'a; b'])('%j is not a list', (text) => {
  expect(readPastedLines(text)).toBe(null)
})

test('one line with a quantity is a list', () => {
  expect(readPastedLines('P-1\t5')).toEqual([{ number: 'P-1', quantity: 5 }])
})

test('no line is dropped, whatever its number', () => {
  const number = fc.stringMatching(/^[A-Z][A-Z0-9./-]{0,12}$/)
  const list = fc.array(fc.tuple(number, fc.integer({ min: 1, max: 1_000_000 })), { minLength: 2, maxLength: 60 })
  fc.assert(
    fc.property(list, fc.constantFrom('\t', ';', ','), (lines, separator) => {
      const text = lines.map((line) => line.join(separator)).join('\n')
      expect(readPastedLines(text)).toEqual(lines.map(([value, quantity]) => ({ number: value, quantity })))
    }),
  )
})
