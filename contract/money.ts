import { z } from 'zod'

/** The largest amount accepted anywhere, in dollars; PostgreSQL checks the same bound (security.md T80). */
export const maxMoney = 999_999_999.99

/** An amount in dollars, at most 4 decimals, as a JSON number (14 digits are exact). */
export const Money = z
  .number({ error: 'Must be an amount' })
  .min(0, 'Must not be negative')
  .max(maxMoney, 'Must be at most 999,999,999.99')
  .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-3, {
    error: 'Must have at most 4 decimals',
  })

const dollars = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })

/** '$1,234.50': dollars with 2 decimals (spec.md 9). */
export const formatMoney = (amount: number): string => dollars.format(amount)

/** The largest count of things: a PostgreSQL int. */
export const maxQuantity = 2_147_483_647

/** A count of things on hand, 0 or more. */
export const Quantity = z
  .int({ error: 'Must be a whole number' })
  .min(0, 'Must not be negative')
  .max(maxQuantity, 'Must be at most 2,147,483,647')
