import { Link } from '@tanstack/react-router'
import type { PortfolioRow } from 'contract/dashboards/figures.ts'
import { formatAmount } from 'contract/money.ts'
import type { ReactNode } from 'react'
import { missing } from '../shared/format/missing.tsx'
import { at } from '../shared/page/at.ts'
import classes from './portfolio-table.module.css'

type FigureProps = { to: string; search: Record<string, string>; isBad?: boolean; of: string; children: ReactNode }

/** A figure of a company that leads to its rows. Only figures that need somebody have a colour. */
const Figure = ({ to, search, isBad, of, children }: FigureProps) => (
  <Link {...at(to, search)} className={classes.figure} data-bad={isBad || undefined} title={of}>
    {children}
  </Link>
)

type OfRow = { row: PortfolioRow }

export const LowStock = ({ row: { id, name, lowStock } }: OfRow) => (
  <Figure
    to="/inventory/parts"
    search={{ isLowStock: 'true', company: id }}
    isBad={lowStock > 0}
    of={`${name}: low stock`}
  >
    {lowStock.toLocaleString('en-US')}
  </Figure>
)

export const Buildable = ({ row: { id, name, buildable, unbuildable } }: OfRow) => (
  <Figure
    to="/inventory/summary"
    search={{ company: id, sort: 'maxBuildable' }}
    isBad={(unbuildable ?? 0) > 0}
    of={`${name}: can be built`}
  >
    {builds(buildable, unbuildable)}
  </Figure>
)

const taskCounts = { open: 'openTasks', overdue: 'overdueTasks', blocked: 'blockedTasks' } as const

export function Tasks({ row, status }: OfRow & { status: keyof typeof taskCounts }) {
  const { id, name, [taskCounts[status]]: count } = row
  return (
    <Figure
      to="/tasks"
      search={{ status, scope: 'all', company: id }}
      isBad={status !== 'open' && count > 0}
      of={`${name}: ${status} tasks`}
    >
      {count.toLocaleString('en-US')}
    </Figure>
  )
}

/** What a figure says where there is no room for it. */
export const whole = (figure: ReactNode): string | undefined => (typeof figure === 'string' ? figure : undefined)

export const marginOf = ({ averageMargin }: PortfolioRow) =>
  averageMargin === null ? missing : `${averageMargin.toFixed(1)}%`

export const revenueOf = ({ revenueThisYear, currency }: PortfolioRow) =>
  revenueThisYear === null ? missing : formatAmount(revenueThisYear, currency ?? 'USD')

/** Shortly after many companies have changed, the figure is still unknown. */
const builds = (can: number | null, cannot: number | null): string =>
  can === null || cannot === null ? '…' : `${can.toLocaleString('en-US')} / ${(can + cannot).toLocaleString('en-US')}`
