import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatAmount, formatComputedCost, formatCost, formatMoney, Money, maxMoney } from './money.ts'

test('every amount of up to 6 decimals is accepted as it is', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: maxMoney * 1_000_000 }), (parts) => {
      const amount = Number(`${parts}e-6`)
      expect(Money.parse(amount)).toBe(amount)
    }),
  )
})

test('an amount between two of these is refused, however small the difference', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 10_000_000 }), fc.integer({ min: 1, max: 99 }), (parts, rest) => {
      const amount = Number(`${parts}e-6`) + Number(`${rest}e-8`)
      expect(Money.safeParse(amount).error?.issues[0]?.message).toBe('Must have at most 6 decimals')
    }),
  )
})

test.each([
  [0.1 + 0.2, 0.3],
  [19.99 * 1.1, 21.989],
  [100.1 - 100, 0.1],
  [900_000_000.1 + 0.2, 900_000_000.3],
])('the noise of calculating with doubles is taken off: %d', (sent, kept) => {
  expect(Money.parse(sent)).toBe(kept)
})

test('an amount of a store is in its currency', () => {
  expect(formatAmount(1234.5, 'EUR')).toBe('€1,234.50')
  expect(formatAmount(-0.5, 'USD')).toBe('-$0.50')
  expect(formatAmount(1234, 'JPY')).toBe('¥1,234')
})

test.each([
  [0.0031, '$0.0031'],
  [0.00046, '$0.00046'],
  [0.000001, '$0.000001'],
  [-0.0031, '-$0.0031'],
  [0.009, '$0.009'],
  [0, '$0.00'],
  [0.01, '$0.01'],
  [0.0149, '$0.01'],
  [1234.5, '$1,234.50'],
])('dollars have 2 decimals, and what is less than a cent is shown as it is: %d', (amount, shown) => {
  expect(formatMoney(amount)).toBe(shown)
})

test.each([
  [2.5, '$2.50'],
  [1.003333, '$1.003333'],
  [0.00157, '$0.00157'],
  [0, '$0.00'],
  [1234, '$1,234.00'],
])('a cost shows all decimals that it has, at least two: %d', (cost, text) => {
  expect(formatCost(cost)).toBe(text)
})

test.each([
  [12.333333, '$12.33'],
  [1, '$1.00'],
  [0.5, '$0.50'],
  [0.333333, '$0.333'],
  [0.00138, '$0.00138'],
  [0.0012345, '$0.00123'],
  [0.9999, '$1.00'],
  [-20, '-$20.00'],
  [0, '$0.00'],
])('a cost that was computed shows no more decimals than it needs: %d', (cost, text) => {
  expect(formatComputedCost(cost)).toBe(text)
})
