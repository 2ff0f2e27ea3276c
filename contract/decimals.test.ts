import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseInteger, parseMoney } from './amounts.ts'
import { type Decimals, decimalsShown } from './decimals.ts'

test.each([
  ['1,234.56', 'point'],
  ['10.5', 'point'],
  ['0.50', 'point'],
  ['.5', 'point'],
  ['0.125', 'point'],
  ['1,234,567', 'point'],
  ["1'234.50", 'point'],
  ['$ 1,234.5', 'point'],
  ['(5.00)', 'point'],
  ['12.-', 'point'],
  ['1.234,56', 'comma'],
  ['10,5', 'comma'],
  ['0,5', 'comma'],
  ['0,125', 'comma'],
  ['1234,567', 'comma'],
  ['1.234.567', 'comma'],
  ['1 234,56', 'comma'],
  ['1\u00A0234,56 €', 'comma'],
  ['1\u202F234,567', 'comma'],
  ['-10,50', 'comma'],
  ['12,- €', 'comma'],
  ['1.234', 'open'],
  ['2,345', 'open'],
  ['€ 2.000', 'open'],
  ['12', null],
  ['1 234', null],
  ["1'234", null],
  ['', null],
  ['1,23,4', null],
  ['12,34.5', null],
  ['bolts, long', null],
  ['M8, 10.5', null],
] as const)('%j shows %s', (cell, shown) => {
  expect(decimalsShown(cell)).toBe(shown)
})

test.each([
  ['1.234', 'comma', '1234'],
  ['2,345', 'comma', '2.345'],
  ['10,5', 'comma', '10.5'],
  ['1.234,56 €', 'comma', '1234.56'],
  ['12,- €', 'comma', '12'],
  ['1 234,56', 'comma', '1234.56'],
  ['1\u00A0234,56', 'comma', '1234.56'],
  ['1\u202F234,56 EUR', 'comma', '1234.56'],
  ['2,345', 'point', '2345'],
  ["1'234.50", 'point', '1234.5'],
  ['CHF 1’234.50', 'point', '1234.5'],
  ['Fr. 12.-', 'point', '12'],
  ['£ 9.99', 'point', '9.99'],
  ['US$1,000', 'point', '1000'],
  ['1.200 Ft', 'comma', '1200'],
] as const)('%j with a decimal %s is %s', (cell, decimals, value) => {
  expect(parseMoney(cell, decimals)).toEqual({ value })
})

test.each([
  ['10.5', 'comma'],
  ['1,234.50', 'comma'],
  ['10,5', 'point'],
  ['1.234,56', 'point'],
  ['0,125', 'point'],
  ['(5,00)', 'comma'],
  ['-5,00', 'comma'],
  ["1'234 567", 'point'],
] as const)('%j cannot have a decimal %s', (cell, decimals) => {
  expect(parseMoney(cell, decimals)).toHaveProperty('error')
})

test.each([
  ['1.200', 'comma', '1200'],
  ['1.200,0', 'comma', '1200'],
  ['1 200', 'comma', '1200'],
  ["1'200", 'point', '1200'],
  ['1,200', 'point', '1200'],
] as const)('the count %j with a decimal %s is %s', (cell, decimals, value) => {
  expect(parseInteger(cell, decimals)).toEqual({ value })
})

test.each([
  ['1,2', 'comma'],
  ['1.200', 'point'],
  ['12.5', 'point'],
] as const)('the count %j with a decimal %s is an error', (cell, decimals) => {
  expect(parseInteger(cell, decimals)).toHaveProperty('error')
})

test("a number written in a country's usual way is read to the cent, and never shows the other decimal mark", () => {
  const ways: [Decimals, string][] = [
    ['point', 'en-US'],
    ['comma', 'de-DE'],
    ['comma', 'fr-FR'],
    ['point', 'de-CH'],
  ]
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), fc.constantFrom(...ways), (cents, [mark, country]) => {
      const written = (cents / 100).toLocaleString(country, { minimumFractionDigits: 2 })
      const read = parseMoney(written, mark)
      expect('value' in read && Number(read.value)).toBe(cents / 100)
      expect([mark, 'open']).toContain(decimalsShown(written))
    }),
  )
})
