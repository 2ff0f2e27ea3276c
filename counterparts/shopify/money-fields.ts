import { type Currency, decimal, fixed } from '../store/money.ts'

/** MoneyV2 */
export const money = (amount: number, currency: Currency) => ({
  amount: decimal(amount, currency),
  currencyCode: currency.code,
})

/** MoneyBag. @param paid what the buyer paid in, if it is not the currency of the shop */
export const bag = (amount: number, currency: Currency, paid = { currency, rate: 1 }) => ({
  shopMoney: money(amount, currency),
  presentmentMoney: money(Math.round(amount * paid.rate), paid.currency),
})

/** The scalar Money */
export const amountOf = (amount: number, currency: Currency) => fixed(amount, currency)
