import { expect, test } from 'vitest'
import { bareNumber, bareQuantity, countOfLine, measureOf, unitOf } from './units.ts'

test.each([
  ['3 m', '3'],
  ['165 pcs', '165'],
  ['1,200 Stk.', '1,200'],
  ['2.5kg', '2.5'],
  ['12 m²', '12'],
  ['60 m2', '60'],
  ['5 ml', '5'],
  ['1.5 m3', '1.5'],
  ['40 cm2', '40'],
  ['$5/m2', '$5'],
  ['6 ft', '6'],
  ['4"', '4'],
  ['$1.10/ea', '$1.10'],
  ['2,50 € / Stk', '2,50 €'],
  ['EUR 3 per m', 'EUR 3'],
  ['$24.00 ea', '$24.00'],
  ['€ 2,50 kg', '€ 2,50'],
  ['TBD', ''],
  ['n/a', ''],
  ['k.A.', ''],
  ['—', ''],
  ['POA', ''],
  ['p.o.a.', ''],
  ['on request', ''],
  ['auf Anfrage', ''],
  ['c. 40', '40'],
  ['ca $40', '$40'],
  ['ca. 1,200', '1,200'],
  ['approx 12 pcs', '12'],
  ['~5', '5'],
  ['about £3.50 ea', '£3.50'],
])('the number of %s is %s', (cell, number) => {
  expect(bareNumber(cell)).toBe(number)
  // Pieces say no more than the number, so nobody is asked about them.
  expect(unitOf(cell) === null).toBe(cell === '165 pcs')
})

test.each([
  '2k',
  '3 dozen',
  '3 Dozens',
  '50 cents',
  '75 pence',
  '12.5¢',
  'CA$10',
  '5 Tsd',
  '10/100 pcs',
  '12.50/C',
  '12.50/M',
  '8 per 100',
  '2x50',
  '10-20',
  'c4',
  'about M8',
  '40+',
  '<5',
  '$3 EUR',
  '$5 dozen',
  '3 EUR',
  'M8',
  '10-32 UNF',
  '5%',
  '12',
  'Bolt',
])('%s has no unit to ignore', (cell) => {
  expect(unitOf(cell)).toBeNull()
})

test.each([
  ['26 pairs', '26', '26 pairs'],
  ['1,200 boxes', '1,200', '1,200 boxes'],
  ['12 tubes', '12', '12'],
  ['2 dozen', '2 dozen', '2 dozen'],
  ['$5/box', '$5/box', '$5/box'],
])('as a quantity %s is %s, as an amount %s', (cell, quantity, amount) => {
  expect(bareQuantity(cell)).toBe(quantity)
  expect(bareNumber(cell)).toBe(amount)
})

test.each([
  ['2x', '2'],
  ['2 ×', '2'],
  ['x2', '2'],
  ['X 12', '12'],
  ['2', '2'],
  ['2x50', '2x50'],
  ['x', 'x'],
  ['1.5x', '1.5x'],
])('a line of a list of parts that says %s has %s', (cell, count) => {
  expect(countOfLine(cell)).toBe(count)
})

test.each([
  ['150 m', 'm'],
  ['12.5 metres', 'm'],
  ['3 KG', 'kg'],
  ['0.35 kilograms', 'kg'],
  ['5 millilitres', 'ml'],
  ['20 millimeters', 'mm'],
  ['2 mts', 'm'],
  ['12 piezas', null],
  ['12 pezzi', null],
  ['2 ft.', 'ft'],
  ['165 pcs', null],
  ['1,200 Stk.', null],
  ['3 rows', null],
  ['12.5 m²', 'm2'],
  ['12 m2', 'm2'],
  ['12.5 sqm', 'm2'],
  ['3 sq. ft', 'ft2'],
  ['2.5 gal', 'gal'],
  ['12 tubes', 'tube'],
  ['30 Bottles', 'bottle'],
  ['3 boxes', 'box'],
  ['3 Packungen', 'pack'],
  ['26 pairs', 'pair'],
  ['12 pr', 'pair'],
  ['2 dozen', null],
  ['TBD', null],
  ['c. 40', null],
  ['40', null],
  ['', null],
])('a quantity of %s is measured in %s', (cell, unit) => {
  expect(measureOf(cell)).toBe(unit)
})
