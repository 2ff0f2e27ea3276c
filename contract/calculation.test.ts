import fc from 'fast-check'
import { expect, test } from 'vitest'
import { calculate } from './calculation.ts'

test.each([
  ['12*4', '48'],
  ['100-12', '88'],
  ['(3+4)*2', '14'],
  ['3+4*2', '11'],
  ['2*(3+(4-1))', '12'],
  ['20/4/5', '1'],
  ['10-4-3', '3'],
  ['= 12 * 4', '48'],
  ['12x4', '48'],
  ['12 × 4', '48'],
  ['12 X 4', '48'],
  ['(2)x(3)', '6'],
  ['48 ÷ 4', '12'],
  ['50 − 2', '48'],
  ['5-8', '-3'],
  ['-3+5', '2'],
  ['2*-3', '-6'],
  ['-(2+3)', '-5'],
  ['(5)', '5'],
  ['0.1+0.2', '0.3'],
  ['1,200*2', '2400'],
  ['$3.50*2', '7'],
  ['12,5*2', '25'],
  ['1.234,50*2', '2469'],
  ['2,000,000,000/2', '1000000000'],
  ['0*5', '0'],
  ['0-0', '0'],
  ['999999999.99*1', '999999999.99'],
])('%s is %s', (text, value) => {
  expect(calculate(text)).toEqual({ value, isExact: true })
})

test.each([
  ['10/3', '3.333333'],
  ['20/3', '6.666667'],
  ['1/2000000', '0.000001'],
  ['-1/2000000', '-0.000001'],
  ['1/3000000', '0'],
  ['-1/3000000', '0'],
])('%s is rounded to %s, and says so', (text, value) => {
  expect(calculate(text)).toEqual({ value, isExact: false })
})

test.each(['', ' ', '12', '-3', '+3', '$12.50', '1,200', 'bolt', 'MXN 5', '1.234,5', '=12', '-', '--', '*12', '²'])(
  'there is nothing to calculate in %j',
  (text) => {
    expect(calculate(text)).toBeNull()
  },
)

test.each([
  '12*',
  '12+*4',
  '12**4',
  '(12',
  '12)+1',
  '()',
  '1/0',
  '1/(2-2)',
  '12 4 + 1 1 1',
  'a*b',
  '1e5*2',
  '0xff+1',
  '2^3+1',
  'alert(1)',
  'constructor+1',
  '1+2;3',
  `${'1+'.repeat(60)}1`,
  '('.repeat(500),
  `1+${'9'.repeat(50)}`,
])('%s cannot be calculated', (text) => {
  expect(calculate(text)).toEqual({ error: 'Must be a number or a calculation' })
})

type Tree = number | { sign: '+' | '-' | '*'; left: Tree; right: Tree }

const tree = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    fc.nat(99),
    fc.record({ sign: fc.constantFrom('+', '-', '*'), left: tie('tree'), right: tie('tree') }),
  ),
})).tree

const written = (of: Tree): string =>
  typeof of === 'number' ? `${of}` : `(${written(of.left)}${of.sign}${written(of.right)})`

function worth(of: Tree): bigint {
  if (typeof of === 'number') return BigInt(of)
  const [left, right] = [worth(of.left), worth(of.right)]
  return of.sign === '+' ? left + right : of.sign === '-' ? left - right : left * right
}

test('the value of a calculation is that of its tree', () => {
  fc.assert(
    fc.property(tree, (of) => {
      const text = written(of)
      fc.pre(typeof of !== 'number' && text.length <= 100)
      expect(calculate(text)).toEqual({ value: String(worth(of)), isExact: true })
    }),
  )
})

test('without brackets, products come before sums, from the left', () => {
  const parts = fc.array(fc.tuple(fc.constantFrom('+', '-', '*'), fc.integer({ min: 1, max: 999 })), {
    minLength: 1,
    maxLength: 15,
  })
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999 }), parts, (first, rest) => {
      const text = `${first}${rest.map(([sign, value]) => sign + value).join('')}`
      const terms: bigint[] = [BigInt(first)]
      for (const [sign, value] of rest) {
        if (sign === '*') terms.push((terms.pop() ?? 0n) * BigInt(value))
        else terms.push(BigInt(sign === '+' ? value : -value))
      }
      const sum = terms.reduce((total, term) => total + term, 0n)
      fc.pre(text.length <= 100)
      expect(calculate(text)).toEqual({ value: String(sum), isExact: true })
    }),
  )
})

test('any text gives a number, an error or null', () => {
  const typed = fc.string({ unit: fc.constantFrom(...'0123456789+-*/().,= x$€'), maxLength: 120 })
  fc.assert(
    fc.property(typed, (text) => {
      const found = calculate(text)
      if (found && 'value' in found) expect(found.value).toMatch(/^-?\d+(\.\d{1,6})?$/)
    }),
    { numRuns: 2_000 },
  )
})
