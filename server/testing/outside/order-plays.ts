/** Orders as stores really have them: edits, refunds, exchanges, tips. The truth of each is worked out by hand. */
import type { startShopify } from '../../../counterparts/shopify/start.ts'

type Shop = Awaited<ReturnType<typeof startShopify>>
type Facts = Parameters<Shop['control']['editOrder']>[0]['facts']

/** What the product shows of an order. `current`: like `total`, `refunded`: 0, if left out; `counts`: whether it is a sale, unless false; `units`: of the SKU NS-0001-1. */
type Truth = {
  total: number
  current?: number
  refunded?: number
  counts?: false
  units?: number
  status?: string
  fulfillment?: string
}

/** An order that the store changes from one state to the next. Amounts of states in cents. */
export type Play = { title: string; truth: Truth; states: Facts[] }

const play = (title: string, truth: Truth, ...states: Facts[]): Play => ({ title, truth, states })

/** A line, here of the variant 0 with the SKU NS-0001-1, or of another one. */
const line = (variant: number | null, quantity: number, price: number, current = quantity) => ({
  ...{ variant, quantity, current, price },
})

/** A line that is no variant. */
const custom = (title: string, price: number, quantity = 1, sku: string | null = null) => ({
  ...line(null, quantity, price),
  custom: { sku, title },
})

/** What was sold, what is left of it, and what was paid. */
const sums = (total: number, currentTotal = total, received = total) => ({ total, currentTotal, received })

const seconds = Math.floor(Date.now() / 1_000)
const refund = (amount: number) => ({ at: seconds, amount })

/** Orders of every kind. */
export const plays: Play[] = [
  play(
    'a line is added after a refund',
    { total: 20, current: 15, refunded: 10, units: 2, status: 'partially_paid' },
    {
      ...{ financial: 'PARTIALLY_PAID', lines: [line(0, 2, 10_00, 1), line(0, 1, 5_00)], ...sums(20_00, 15_00) },
      refunds: [refund(10_00)],
    },
  ),
  play(
    'a line is removed by an edit, and nothing was given back yet',
    { total: 17, current: 7, units: 0 },
    { financial: 'PAID', lines: [line(0, 1, 10_00, 0), line(1, 1, 7_00)], ...sums(17_00, 7_00) },
  ),
  play(
    'a quantity is lowered by an edit',
    { total: 15, current: 6, refunded: 9, units: 2 },
    { financial: 'PARTIALLY_REFUNDED', lines: [line(0, 5, 3_00, 2)], ...sums(15_00, 6_00), refunds: [refund(9_00)] },
  ),
  play(
    'a tip at the till',
    { total: 12.5, units: 1 },
    { lines: [line(0, 1, 10_00), custom('Tip', 2_50)], ...sums(12_50) },
  ),
  play('duties and an additional fee', { total: 14.33, units: 1 }, { lines: [line(0, 1, 10_00)], ...sums(14_33) }),
  play(
    'cash that is rounded: 9.98 become 10.00 in the drawer, the order stays 9.98',
    { total: 9.98, units: 1 },
    { lines: [line(0, 1, 9_98)], ...sums(9_98, 9_98, 10_00) },
  ),
  play(
    'a gift card is bought',
    { total: 50, units: 0, fulfillment: 'fulfilled' },
    { lines: [custom('Gift card', 50_00)], ...sums(50_00), fulfillment: 'FULFILLED' },
  ),
  play('an order is paid with a gift card', { total: 40, units: 4 }, { lines: [line(0, 4, 10_00)], ...sums(40_00) }),
  play(
    'an exchange: one piece comes back, a dearer one goes out',
    { total: 10, current: 14, units: 0 },
    {
      ...{ financial: 'PARTIALLY_PAID', lines: [line(0, 1, 10_00, 0), line(1, 1, 14_00)], ...sums(10_00, 14_00) },
    },
  ),
  play(
    'an exchange for something cheaper leaves the store owing: nothing was given back yet',
    { total: 14, current: 10, units: 1 },
    { lines: [line(1, 1, 14_00, 0), line(0, 1, 10_00)], ...sums(14_00, 10_00) },
  ),
  play(
    'a buyer pays in yen, the shop counts dollars',
    { total: 10.07, units: 1 },
    { lines: [line(0, 1, 10_07)], ...sums(10_07), presentment: { currency: 'JPY', rate: 1.5 } },
  ),
  play(
    'a partial refund without lines',
    { total: 10, current: 7.5, refunded: 2.5, units: 1, status: 'partially_refunded' },
    { financial: 'PARTIALLY_REFUNDED', lines: [line(0, 1, 10_00)], ...sums(10_00, 7_50), refunds: [refund(2_50)] },
  ),
  play(
    'only the shipping is given back, twice in parts',
    { total: 15, current: 10, refunded: 5, units: 1 },
    {
      financial: 'PARTIALLY_REFUNDED',
      lines: [line(0, 1, 10_00)],
      shipping: 5_00,
      ...sums(15_00, 10_00),
      refunds: [refund(2_00), refund(3_00)],
    },
  ),
  play(
    'more is given back than was sold, as goodwill',
    { total: 10, current: -2, refunded: 12, units: 0, status: 'refunded' },
    { financial: 'REFUNDED', lines: [line(0, 1, 10_00, 0)], ...sums(10_00, -2_00, 12_00), refunds: [refund(12_00)] },
  ),
  play(
    'a payment that was authorized and voided',
    { total: 30, units: 0, counts: false, status: 'voided' },
    { financial: 'VOIDED', lines: [line(0, 3, 10_00)], ...sums(30_00, 30_00, 0) },
  ),
  play(
    'a payment of which a part was captured',
    { total: 30, units: 3, status: 'partially_paid' },
    { financial: 'PARTIALLY_PAID', lines: [line(0, 3, 10_00)], ...sums(30_00, 30_00, 12_00) },
  ),
  play(
    'an order of the test gateway',
    { total: 90, units: 0, counts: false },
    { isTest: true, lines: [line(0, 9, 10_00)], ...sums(90_00) },
  ),
  play(
    'a draft order with a custom item, without a variant and without a SKU',
    { total: 8, units: 0, status: 'pending' },
    { financial: 'PENDING', lines: [custom('Custom work', 4_00, 2)], ...sums(8_00, 8_00, 0) },
  ),
  play(
    'a custom item with the SKU of a product of ours',
    { total: 8, units: 2 },
    { lines: [custom('Typed by hand', 4_00, 2, 'ns-0001-1 ')], ...sums(8_00) },
  ),
  play(
    'prices that include tax, and a discount on the whole order',
    { total: 32.13, units: 3 },
    { lines: [line(0, 3, 11_90)], discount: 3_57, tax: 5_13, ...sums(32_13) },
  ),
  play('everything is free', { total: 0, units: 1 }, { lines: [line(0, 1, 10_00)], discount: 10_00, ...sums(0) }),
  play(
    'a sale at the till that was entered days later',
    { total: 10, units: 1 },
    {
      soldAt: seconds - 86_400,
      lines: [line(0, 1, 10_00)],
      ...sums(10_00),
      customer: null,
    },
  ),
  play(
    'a bundle: its parts are lines of their own, and the price stands on them',
    { total: 10, units: 2 },
    { lines: [line(0, 1, 6_00), line(0, 1, 0), line(1, 2, 2_00)], ...sums(10_00) },
  ),
  play(
    'an order of 260 lines',
    { total: 260, units: 260 },
    { lines: Array.from({ length: 260 }, () => line(0, 1, 1_00)), ...sums(260_00) },
  ),
  play(
    'a shipment that is planned, of a subscription',
    { total: 10, units: 1, fulfillment: 'scheduled' },
    { fulfillment: 'SCHEDULED', lines: [line(0, 1, 10_00)], ...sums(10_00) },
  ),
  play(
    'an order was cancelled, and its money kept',
    { total: 10, current: 0, units: 0, counts: false },
    {
      cancelledAt: seconds,
      financial: 'PAID',
      lines: [line(0, 1, 10_00, 0)],
      ...sums(10_00, 0),
    },
  ),
]

/** Orders that change after they were stored. */
export const changingPlays: Play[] = [
  play(
    'all lines are removed by edits',
    { total: 30, current: 0, units: 0 },
    { lines: [line(0, 3, 10_00)], total: 30_00, currentTotal: 30_00 },
    { lines: [line(0, 3, 10_00, 0)], currentTotal: 0 },
  ),
  play(
    'a quantity grows, and the rest is paid',
    { total: 30, units: 3, status: 'paid' },
    { financial: 'PARTIALLY_PAID', lines: [line(0, 2, 10_00), line(0, 1, 10_00)], ...sums(30_00, 30_00, 10_00) },
    { financial: 'PAID', received: 30_00 },
  ),
  play(
    'an authorization that expires',
    { total: 50, units: 0, counts: false, status: 'expired' },
    { financial: 'AUTHORIZED', lines: [line(0, 5, 10_00)], total: 50_00, currentTotal: 50_00 },
    { financial: 'EXPIRED' },
  ),
  play(
    'an expired order is paid after all',
    { total: 50, units: 5, status: 'paid' },
    { financial: 'EXPIRED', lines: [line(0, 5, 10_00)], total: 50_00, currentTotal: 50_00 },
    { financial: 'PAID' },
  ),
  play(
    'a sale is moved to the year before',
    { total: 10, units: 1 },
    { lines: [line(0, 1, 10_00)], total: 10_00, currentTotal: 10_00 },
    { soldAt: seconds - 365 * 86_400 },
  ),
  play(
    'a line goes, another takes its place, and the order of the lines changes',
    { total: 30, units: 3 },
    { lines: [line(0, 1, 10_00), line(1, 1, 5_00), line(0, 2, 10_00)], total: 35_00, currentTotal: 35_00 },
    { lines: [line(0, 2, 10_00), line(0, 1, 10_00)], total: 30_00, currentTotal: 30_00 },
  ),
  play(
    'an order that turns out to be a test',
    { total: 10, units: 0, counts: false },
    { lines: [line(0, 1, 10_00)], total: 10_00, currentTotal: 10_00 },
    { isTest: true },
  ),
  play(
    'a cancelled order is taken up again',
    { total: 10, units: 1 },
    { cancelledAt: 1_700_000_000, lines: [line(0, 1, 10_00)], total: 10_00, currentTotal: 0 },
    { cancelledAt: null, currentTotal: 10_00 },
  ),
  play(
    'given back in full, then sold again on the same order',
    { total: 22, current: 12, refunded: 10, units: 1, status: 'partially_refunded' },
    { financial: 'REFUNDED', lines: [line(0, 1, 10_00, 0)], ...sums(10_00, 0), refunds: [refund(10_00)] },
    { financial: 'PARTIALLY_REFUNDED', lines: [line(0, 1, 10_00, 0), line(0, 1, 12_00)], ...sums(22_00, 12_00) },
  ),
  play(
    'an amount with many digits, then one cent less',
    { total: 9_999_999.99, current: 9_999_999.98, units: 1 },
    { lines: [line(0, 1, 10_00)], total: 9_999_999_99, currentTotal: 9_999_999_99 },
    { currentTotal: 9_999_999_98 },
  ),
  play(
    'a custom line becomes a return of one piece by hand: less than nothing',
    { total: 10, current: -0.5, refunded: 10.5, units: 0 },
    { lines: [line(0, 1, 10_00)], total: 10_00, currentTotal: 10_00 },
    { lines: [line(0, 1, 10_00, 0)], currentTotal: -50, refunds: [refund(10_50)], received: 10_00 },
  ),
  play(
    'from 60 lines to 2',
    { total: 2, units: 2 },
    { lines: Array.from({ length: 60 }, () => line(0, 1, 1_00)), total: 60_00, currentTotal: 60_00 },
    { lines: [line(0, 1, 1_00), line(0, 1, 1_00)], total: 2_00, currentTotal: 2_00 },
  ),
  play(
    'a guest becomes a customer, and the address is known',
    { total: 10, units: 1 },
    { customer: null, lines: [line(0, 1, 10_00)], total: 10_00, currentTotal: 10_00 },
    { customer: 1 },
  ),
  play(
    'titles and numbers of a length that nobody reads',
    { total: 10, units: 0 },
    { lines: [custom('T'.repeat(5_000), 10_00, 1, 'S'.repeat(300))], total: 10_00, currentTotal: 10_00 },
  ),
  play(
    'the same SKU twice, at two prices, one given back',
    { total: 36, current: 28, refunded: 8, units: 3 },
    { lines: [line(0, 2, 10_00), line(0, 2, 8_00)], ...sums(36_00) },
    {
      financial: 'PARTIALLY_REFUNDED',
      lines: [line(0, 2, 10_00), line(0, 2, 8_00, 1)],
      currentTotal: 28_00,
      refunds: [refund(8_00)],
    },
  ),
  play(
    'on hold, then restocked',
    { total: 10, units: 1, fulfillment: 'restocked' },
    { fulfillment: 'ON_HOLD', lines: [line(0, 1, 10_00)], total: 10_00, currentTotal: 10_00 },
    { fulfillment: 'RESTOCKED' },
  ),
]
