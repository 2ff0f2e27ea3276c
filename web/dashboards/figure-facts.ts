import type { FiguresInTime } from 'contract/dashboards/figures.ts'
import type { FigureFacts } from './figure-card.tsx'

type Key =
  | 'totalValue'
  | 'valueAtCost'
  | 'averageMargin'
  | 'lowStock'
  | 'buildable'
  | 'openTasks'
  | 'secondsThisWeek'
  | 'revenueThisMonth'

/** The facts about the figures of a company: a test adds up the rows that each of them names (server/dashboards/figures.test.ts). */
export function factsOf(companyId: string, figures?: FiguresInTime): Record<Key, FigureFacts> {
  const fileOf = (noun: 'parts' | 'products') => ({
    label: `${noun}.csv`,
    href: `/api/companies/${companyId}/exports/${noun}.csv`,
  })
  return {
    totalValue: {
      label: 'Total Value',
      formula: 'Retail price × stock of all parts, plus the retail prices of all products.',
      behind: { label: 'Parts by value', to: '/inventory/parts', search: { sort: 'value', order: 'desc' } },
      files: [fileOf('parts'), fileOf('products')],
    },
    valueAtCost: {
      label: 'Value at Cost',
      formula: 'Cost × stock of all parts.',
      behind: { label: 'Parts by cost', to: '/inventory/parts', search: { sort: 'cost', order: 'desc' } },
      files: [fileOf('parts')],
    },
    averageMargin: {
      label: 'Average Margin',
      formula:
        'The mean of (retail price − cost) / retail price, over the products where it is positive. A product without a stored cost counts by its rolled-up cost; one without any cost is left out.',
      behind: {
        label: 'Products by margin',
        to: '/inventory/summary',
        search: { sort: 'margin', order: 'desc' },
        hash: 'build-analysis',
      },
    },
    lowStock: {
      label: 'Low Stock',
      formula: 'Parts whose stock is at or below their reorder threshold.',
      behind: { label: 'Parts low on stock', to: '/inventory/parts', search: { isLowStock: 'true' } },
    },
    buildable: {
      label: 'Can Be Built',
      formula:
        'Products for which the parts in stock suffice for at least one piece, over all levels of their bill of materials.',
      behind: {
        label: 'Product Build Analysis',
        to: '/inventory/summary',
        search: { sort: 'maxBuildable', order: 'desc' },
        hash: 'build-analysis',
      },
    },
    openTasks: {
      label: 'Open Tasks',
      formula: 'Tasks that are not complete. Overdue: due before today by the clock of the company.',
      behind: { label: 'Open tasks', to: '/tasks', search: { status: 'open' } },
    },
    secondsThisWeek: {
      label: 'Hours This Week',
      formula:
        'Time on the clock since Monday by the clock of the company. Of an entry that began before, only what lies in this week. An open one counts until now.',
      behind: {
        label: 'Time entries of this week',
        to: '/time-clock',
        search: figures ? { from: figures.monday, to: figures.today } : {},
      },
    },
    revenueThisMonth: {
      label: 'Revenue This Month',
      formula:
        'Orders of the online store that were made this month by the clock of the company, after refunds. Test orders and cancelled orders do not count.',
      behind: { label: 'Revenue by month', to: `/company/${companyId}`, hash: 'revenue' },
    },
  }
}
