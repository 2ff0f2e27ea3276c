import type { PortfolioRow } from 'contract/dashboards/figures.ts'
import { figureFormulas } from 'contract/inventory/figure-formulas.ts'

/** The columns of the table of all companies. `hint`: how the figure is computed. */
export const portfolioColumns = {
  name: { label: 'Company', hint: 'Sort by name' },
  totalValue: { label: 'Value', hint: figureFormulas.totalValue },
  averageMargin: { label: 'Margin', hint: figureFormulas.averageMargin },
  lowStock: { label: 'Low Stock', hint: figureFormulas.lowStock },
  buildable: {
    label: 'Can Be Built',
    hint: 'Products you can build at least one of',
  },
  openTasks: { label: 'Open Tasks', hint: 'Tasks that are not complete' },
  overdueTasks: { label: 'Overdue', hint: 'Open tasks that were due before today' },
  blockedTasks: { label: 'Blocked', hint: 'Tasks that are blocked' },
  secondsThisWeek: { label: 'Hours (week)', hint: 'Time on the clock since Monday' },
  revenueThisYear: {
    label: 'Revenue (year)',
    hint: 'Of the online store this year, after refunds; the line shows the last twelve months',
  },
} as const
export type PortfolioColumn = keyof typeof portfolioColumns

export type TableSort = { column: PortfolioColumn; isDescending: boolean }

/** '-lowStock' in the address: by low stock, the largest first. Undefined for anything else. */
export function tableSortOf(by: string | undefined): TableSort | undefined {
  const column = by?.replace(/^-/, '')
  return column !== undefined && Object.hasOwn(portfolioColumns, column)
    ? { column: column as PortfolioColumn, isDescending: by?.startsWith('-') ?? false }
    : undefined
}

/** The rows in the chosen order; without one they keep theirs. Unknown figures come last, whatever the direction. */
export function sortRows(rows: PortfolioRow[], sort: TableSort | undefined): PortfolioRow[] {
  if (!sort) return rows
  const { column, isDescending } = sort
  const sign = isDescending ? -1 : 1
  return rows.toSorted((one, other) => {
    const [left, right] = [one[column], other[column]]
    if (left === null || right === null) return Number(left === null) - Number(right === null)
    const order =
      typeof left === 'string' ? left.localeCompare(String(right), 'en', { numeric: true }) : left - Number(right)
    return order * sign || one.name.localeCompare(other.name, 'en', { numeric: true })
  })
}
