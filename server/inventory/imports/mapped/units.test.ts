import { expect, test } from 'vitest'
import { bareNumber, unitOf } from './units.ts'

test.each([
  ['3 m', '3'],
  ['165 pcs', '165'],
  ['1,200 Stk.', '1,200'],
  ['2.5kg', '2.5'],
  ['12 m²', '12'],
  ['4"', '4'],
  ['$1.10/ea', '$1.10'],
  ['2,50 € / Stk', '2,50 €'],
  ['EUR 3 per m', 'EUR 3'],
  ['TBD', ''],
  ['n/a', ''],
  ['k.A.', ''],
  ['—', ''],
])('the number of %s is %s', (cell, number) => {
  expect(bareNumber(cell)).toBe(number)
  // Pieces say no more than the number, so nobody is asked about them.
  expect(unitOf(cell) === null).toBe(cell === '165 pcs')
})

test.each([
  '2k',
  '3 dozen',
  '5 Tsd',
  '10/100 pcs',
  '12.50/C',
  '12.50/M',
  '8 per 100',
  '2x50',
  '10-20',
  '~5',
  'M8',
  '10-32 UNF',
  '5%',
  '12',
  'Bolt',
])('%s has no unit to ignore', (cell) => {
  expect(unitOf(cell)).toBeNull()
})
