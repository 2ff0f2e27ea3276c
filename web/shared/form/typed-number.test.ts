import { Quantity } from 'contract/money.ts'
import { expect, test } from 'vitest'
import { hintFor, readNumber, showNumber } from './typed-number.ts'

const metres = { unit: 'm', decimals: 4 }

test.each(['0.0001 mm', '1/3000000', '10000000/3333333', '10/3', '-1/3000000'])(
  'a quantity of %s is not rounded to one that fits',
  (typed) => {
    const quantity = Number(readNumber('quantity', typed, metres))
    expect(Quantity.safeParse(Math.abs(quantity)).error?.issues).toMatchObject([
      { message: 'Must have at most 4 decimals' },
    ])
  },
)

test('a hint says whether a quantity in another unit had to be rounded', () => {
  expect(['200 mm', '1 in', '1 ft'].map((typed) => hintFor(typed, { unit: 'mm', decimals: 1 }))).toEqual([
    ...['= 200 mm', '= 25.4 mm', '= 304.8 mm'],
  ])
  expect(hintFor('1 in', { unit: 'ft', decimals: 4 })).toBe('≈ 0.083333 ft')
})

test.each([
  ['1234.5', '1,234.50'],
  ['0.00157', '0.00157'],
  ['86.1234567', '86.1234567'],
])('a price of %s stands in its field as typed, also when it is refused', (typed, shown) => {
  expect(showNumber('money', readNumber('money', typed))).toBe(shown)
})
