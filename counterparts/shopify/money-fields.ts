import { type Currency, decimal, fixed } from '../store/money.ts'

/** MoneyV2 */
export const money = (amount: number, currency: Currency) => ({
  amount: decimal(amount, currency),
  currencyCode: currency.code,
})

/** MoneyBag: the shop sells only in its own currency, so both amounts are the same. */
export const bag = (amount: number, currency: Currency) => ({
  shopMoney: money(amount, currency),
  presentmentMoney: money(amount, currency),
})

/** The scalar Money */
export const amountOf = (amount: number, currency: Currency) => fixed(amount, currency)
