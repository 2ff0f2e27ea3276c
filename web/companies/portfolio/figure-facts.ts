import type { FiguresInTime } from 'contract/dashboards/figures.ts'
import { figureFormulas } from 'contract/inventory/figure-formulas.ts'
import { formatMoney } from 'contract/money.ts'
import type { Explanation, Rows } from '../../shared/chart/explanation.ts'

/** An explanation with rows: the figure leads to the first ones. */
export type FigureFacts = Explanation & { rows: readonly [Rows, ...Rows[]] }

type Key =
  | 'totalValue'
  | 'valueAtCost'
  | 'averageMargin'
  | 'lowStock'
  | 'buildable'
  | 'openTasks'
  | 'secondsThisWeek'
  | 'revenueThisMonth'

type Stock = 'totalValue' | 'valueAtCost' | 'averageMargin' | 'lowStock' | 'buildable'

/** The facts about the figures of a company: a test adds up the rows that each of them names (server/dashboards/figures.test.ts). */
export const factsOf = (companyId: string, figures?: FiguresInTime): Record<Key, FigureFacts> => ({
  ...stockFacts(companyId, figures?.now),
  openTasks: {
    label: 'Open Tasks',
    formula: 'Tasks not complete yet. Overdue: due before today.',
    rows: [{ label: 'Open tasks', to: '/tasks', search: { status: 'open' } }],
  },
  secondsThisWeek: {
    label: 'Hours This Week',
    formula: 'Hours worked since Monday. A running entry counts until now.',
    rows: [
      {
        label: 'Time entries of this week',
        to: '/time-clock',
        search: figures ? { from: figures.monday, to: figures.today } : {},
      },
    ],
  },
  revenueThisMonth: {
    label: 'Revenue This Month',
    formula: 'Store orders of this month, after refunds. Test and cancelled orders do not count.',
    rows: [
      { label: 'Revenue by month', to: '.', hash: 'revenue' },
      { label: 'Orders, the newest first', to: '.', hash: 'store-tab-orders' },
    ],
  },
})

function stockFacts(companyId: string, now: FiguresInTime['now'] | undefined): Record<Stock, FigureFacts> {
  const files = `/api/companies/${companyId}`
  const dollars = (amount: number | undefined) => (amount === undefined ? undefined : formatMoney(amount))
  return {
    totalValue: {
      label: 'Total Value',
      formula: `${figureFormulas.totalValue}.`,
      rows: [
        {
          label: 'Parts by value',
          to: '/inventory/parts',
          search: { sort: 'value', order: 'desc' },
          sum: dollars(now?.partsAtRetail),
        },
        {
          label: 'Products by price',
          to: '/inventory/products',
          search: { sort: 'retailPrice', order: 'desc' },
          sum: dollars(now?.productsAtRetail),
        },
      ],
      files: [
        { label: 'parts.csv', href: `${files}/exports/parts.csv` },
        { label: 'products.csv', href: `${files}/exports/products.csv` },
      ],
    },
    valueAtCost: {
      label: 'Value at Cost',
      formula: `${figureFormulas.valueAtCost}.`,
      rows: [{ label: 'Stock by value at cost', to: '/inventory/stock-value', sum: dollars(now?.valueAtCost) }],
      files: [{ label: 'stock-value.csv', href: `${files}/lists/stock-value` }],
    },
    averageMargin: {
      label: 'Average Margin',
      formula: `${figureFormulas.averageMargin}.`,
      rows: [
        {
          label: 'Products by margin',
          to: '/inventory/summary',
          search: { sort: 'margin', order: 'desc' },
          hash: 'build-analysis',
        },
      ],
    },
    lowStock: {
      label: 'Low Stock',
      formula: `${figureFormulas.lowStock}.`,
      rows: [{ label: 'Parts low on stock', to: '/inventory/parts', search: { isLowStock: 'true' } }],
    },
    buildable: {
      label: 'Can Be Built',
      formula: 'Products you can build at least one of with the parts in stock.',
      rows: [
        {
          label: 'Product Build Analysis',
          to: '/inventory/summary',
          search: { sort: 'maxBuildable', order: 'desc' },
          hash: 'build-analysis',
        },
      ],
    },
  }
}
