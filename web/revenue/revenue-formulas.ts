import type { RevenueSummary } from 'contract/revenue/revenue.ts'
import type { Explanation, Rows } from '../shared/chart/explanation.ts'

type Figure = 'Total Revenue' | 'Orders' | 'Refunded' | 'Customers' | 'Products'

const counted =
  'With tax, shipping and tips; gift cards count when they are sold, and the orders they pay for count, too.'
const notCounted = 'Test, cancelled, voided and expired orders do not count.'

/**
 * How the figures of the store are computed (contract/revenue/revenue.ts), with the rows that they add up, on this screen.
 * @param year the year of the figures; @param seesRows whether the reader may see orders and customers
 */
export function revenueFormula(label: Figure, year: number, seesRows: boolean): Explanation {
  const ofYear = `sold in ${year} by the clock of the company`
  const rowsIn = (tab: keyof typeof storeTabs, words: string): Rows => ({
    label: words,
    ...{ to: '.', search: { year: String(year) }, hash: tabId(tab) },
  })
  const orders = rowsIn('orders', `Orders of ${year}`)
  const about: Record<Figure, Omit<Explanation, 'label'>> = {
    'Total Revenue': {
      formula: `What is left after refunds of the orders ${ofYear}. ${counted} ${notCounted}`,
      rows: [orders],
    },
    Orders: { formula: `Orders ${ofYear}, whatever their payment. ${notCounted}`, rows: [orders] },
    Refunded: { formula: `What was refunded of the orders ${ofYear}, on any day. ${notCounted}`, rows: [orders] },
    Customers: {
      formula: 'All customers of the online store, whenever they bought.',
      rows: [rowsIn('customers', 'Customers of the store')],
    },
    Products: {
      formula: 'All products of the online store. Variants of a product count once.',
      rows: [rowsIn('products', 'Products of the store')],
    },
  }
  return { label, ...about[label], ...(!seesRows && { rows: [] }) }
}

/** How many orders the list has: voided and expired ones are no sales, but stay in it. */
export const countListedOrders = ({ revenueByStatus }: Pick<RevenueSummary, 'revenueByStatus'>): number =>
  Object.values(revenueByStatus).reduce((sum, { count }) => sum + count, 0)

/** The tables below the figures. */
export const storeTabs = { orders: 'Orders', customers: 'Customers', products: 'Products' } as const

/** The id of the element that names the tables. */
export const tabsId = 'store'

/** The id of the head of a tab, as Mantine makes it: links lead to it. */
export const tabId = (tab: keyof typeof storeTabs) => `${tabsId}-tab-${tab}`
