import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Quantity } from '../money.ts'
import { inUnitOf, measureOf, misfitOf } from '../typed-quantity.ts'
import { excessDecimals, formatQuantity, unitOf } from '../units.ts'
import { measureIssues, unmeasured } from './part-measure.ts'

test.each([
  ['200 mm', 'm', 0.2],
  ['200mm', 'm', 0.2],
  ['12.5 m', 'm', 12.5],
  ['1,250 mm', 'm', 1.25],
  ['12,5 cm', 'm', 0.125],
  ['1 in', 'mm', 25.4],
  ['2 ft', 'in', 24],
  ['1 in', 'ft', 0.083333],
  ['250 G', 'kg', 0.25],
  ['2 lb', 'oz', 32],
  ['1 lb', 'kg', 0.453592],
  ['750 ml', 'l', 0.75],
  ['3 Spool', 'Spool', 3],
  ['0.1 mm', 'm', 0.0001],
])('%s of a part in %s is %d', (text, unit, quantity) => {
  expect(inUnitOf(text, unit)).toBe(quantity)
})

test.each([
  ['0.0001 mm', 'm'],
  ['100.00001 mm', 'm'],
  ['0.000000000001 g', 'kg'],
  ['1 in', 'ft'],
  ['1 lb', 'kg'],
  ['1.00000000000000000001 m', 'm'],
  ['2147483647.00000000001 mm', 'mm'],
])('%s has more decimals than any part in %s, and shows it', (text, unit) => {
  const quantity = inUnitOf(text, unit)
  expect(Quantity.safeParse(quantity).error?.issues).toMatchObject([{ message: 'Must have at most 4 decimals' }])
})

test.each([
  ['200', 'm'],
  ['2 kg', 'm'],
  ['2 m', 'each'],
  ['m', 'm'],
  ['', 'm'],
  ['1.2.3 m', 'm'],
  ['-2 m', 'm'],
])('%j says nothing for a part in %s', (text, unit) => {
  expect(inUnitOf(text, unit)).toBeNull()
})

test.each([
  ['3 kg', 'm', 'Measured in m, not in kg'],
  ['0.3m', 'each', 'Counted in each, not in m'],
  ['2 Rolls', 'm', 'Measured in m, not in roll'],
  ['8m', 'm', null],
  ['200 mm', 'm', null],
  ['4 pcs', 'each', null],
  ['many', 'm', null],
])('%j of a part in %s says what does not fit', (text, unit, problem) => {
  expect(misfitOf(text, unit)).toBe(problem)
})

test.each([
  ['0.3m', { unit: 'm', decimals: 2 }],
  ['0,125 m', { unit: 'm', decimals: 3 }],
  ['8 KG', { unit: 'kg', decimals: 3 }],
  ['1.23456 g', { unit: 'g', decimals: 4 }],
  ['4 Stk', null],
  ['4', null],
  ['4 dozens', null],
])('%j is typed for a part that is measured so', (text, measure) => {
  expect(measureOf(text)).toEqual(measure)
})

test('a quantity fits the decimals that its digits need, and no fewer', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 2_147_483_646 }), fc.integer({ min: 1, max: 9_999 }), (whole, rest) => {
      const quantity = Number(`${whole}.${String(rest).padStart(4, '0')}`)
      const needed = String(rest).padStart(4, '0').replace(/0+$/, '').length
      for (const decimals of [0, 1, 2, 3, 4])
        expect(excessDecimals(quantity, decimals) === null).toBe(decimals >= needed)
    }),
  )
  expect(excessDecimals(1e-8, 4)).toBe('Must have at most 4 decimals')
  expect(excessDecimals(45, 0)).toBeNull()
})

test('the field at fault is the one that was sent', () => {
  const wire = { ...unmeasured, unit: 'm', decimals: 3, stockLevel: 0.125 }
  expect(measureIssues({ decimals: 2 }, wire)).toEqual([{ field: 'decimals', message: 'Too few for 0.125' }])
  expect(measureIssues({ decimals: 2, stockLevel: 0.13 }, wire)).toEqual([])
  expect(measureIssues({ unit: 'each' }, wire)).toMatchObject([{ field: 'decimals' }])
})

test('quantities are shown with their decimals and their unit; each has none', () => {
  expect([formatQuantity(1234.5, 'm'), formatQuantity(0.0005, 'kg'), formatQuantity(1234)]).toEqual([
    '1,234.5 m',
    '0.0005 kg',
    '1,234',
  ])
  expect(['KG', 'Each', ' ', 'Spool'].map(unitOf)).toEqual(['kg', 'each', 'each', 'Spool'])
})
