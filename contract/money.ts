import { z } from 'zod'
import { once } from './once.ts'

/** The largest amount accepted anywhere, in dollars; PostgreSQL checks the same limit (T80). */
export const maxMoney = 999_999_999.99

/**
 * Rounds a number to at most `places` decimals when doubles left a residue (0.1 + 0.2 is 0.3); refuses any more decimals, be they as small
 * as 1e-8.
 */
export const decimal = (places: number, message = 'Must be an amount') => {
  const rounded = (value: number) => Math.round(value * 10 ** places) / 10 ** places
  return z
    .number({ error: message })
    .refine((value) => Math.abs(value - rounded(value)) <= Math.max(1e-10, Math.abs(value) * 4 * Number.EPSILON), {
      error: `Must have at most ${places} decimals`,
      abort: true,
    })
    .overwrite(rounded)
}

/** The most decimals of a cost or a price: a resistor costs $0.00046. */
export const moneyDecimals = 6

/** An amount in dollars, at most 6 decimals, as a JSON number (15 digits are exact). */
export const Money = decimal(moneyDecimals)
  .min(0, 'Must not be negative')
  .max(maxMoney, 'Must be at most 999,999,999.99')

const dollars = once(() => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' }))

const smallDollars = once(
  () => new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD', maximumFractionDigits: moneyDecimals }),
)

/** '$1,234.50': dollars with 2 decimals; what is less than a cent is shown as it is: '$0.0031' (product.md 9). */
export const formatMoney = (amount: number): string =>
  (Math.abs(amount) < 0.01 ? smallDollars : dollars)().format(amount)

const exactDollars = once(
  () =>
    new Intl.NumberFormat('en-US', {
      ...{ style: 'currency', currency: 'USD', minimumFractionDigits: 2, maximumFractionDigits: moneyDecimals },
    }),
)

/** '$2.50', '$1.003333': what one of an item costs, with all its decimals, at least 2. */
export const formatCost = (cost: number): string => exactDollars().format(cost)

/** '$12.33', '$0.00138': a cost that was computed, as an average or a roll-up; below a dollar with 3 digits that count. */
export const formatComputedCost = (cost: number): string =>
  Math.abs(cost) < 1 ? formatCost(Number(cost.toPrecision(3))) : dollars().format(cost)

const formatters = new Map<string, Intl.NumberFormat>()

/** '€1,234.50': an amount in the currency of a store. @param currency ISO 4217, three capitals */
export function formatAmount(amount: number, currency: string): string {
  const formatter = formatters.get(currency) ?? new Intl.NumberFormat('en-US', { style: 'currency', currency })
  formatters.set(currency, formatter)
  return formatter.format(amount)
}

/** The largest quantity. */
export const maxQuantity = 2_147_483_647

/** The most decimals of a quantity; the database keeps as many. */
export const maxDecimals = 4

/** A quantity on hand, 0 or more. @param message what to say when it is no number */
export const quantity = (message = 'Must be a number') =>
  decimal(maxDecimals, message).min(0, 'Must not be negative').max(maxQuantity, 'Must be at most 2,147,483,647')

/** A quantity has at most the decimals of its part, which only that part knows (units.ts). */
export const Quantity = quantity()

/** A change of a quantity, or what is on hand: only a company that allows it has less than 0. @param message what to say when it is no number */
export const signedQuantity = (message = 'Must be a number') =>
  decimal(maxDecimals, message)
    .min(-maxQuantity, 'Must be at least -2,147,483,647')
    .max(maxQuantity, 'Must be at most 2,147,483,647')

export const SignedQuantity = signedQuantity()
