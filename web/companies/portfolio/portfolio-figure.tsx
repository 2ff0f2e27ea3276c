import { Link } from '@tanstack/react-router'
import type { PortfolioRow } from 'contract/dashboards/figures.ts'
import { formatAmount, formatMoney } from 'contract/money.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import type { ReactNode } from 'react'
import { type Rows, toRows } from '../../shared/chart/explanation.ts'
import { atCost, lacksPrices, shownValue } from '../../shared/format/at-cost.ts'
import { missing } from '../../shared/format/missing.tsx'
import { factsOf } from './figure-facts.ts'
import classes from './portfolio-table.module.css'
import { type PortfolioColumn, portfolioColumns } from './portfolio-table-order.ts'

type FigureProps = {
  row: PortfolioRow
  of: PortfolioColumn
  /** What it is: the column, or more words. */
  words: string
  rows: Rows
  isBad?: boolean
  children: ReactNode
}

/** A figure of a company that leads to its rows there; its formula is the title. Only figures that need somebody have a colour. */
const Figure = ({ row: { id, name }, of, words, rows, isBad, children }: FigureProps) => (
  <Link
    {...toRows({ ...rows, search: { ...rows.search, company: id } })}
    className={`inline-block max-w-full align-middle text-inherit text-ellipsis ${classes.figure}`}
    data-bad={isBad || undefined}
    title={`${name}: ${words}\n${portfolioColumns[of].hint}`}
  >
    {children}
  </Link>
)

type OfRow = { row: PortfolioRow }

export const Value = ({ row }: OfRow) => (
  <Figure
    row={row}
    of="totalValue"
    words={`value ${shownValue(row)}, ${atCost(row)}`}
    rows={factsOf(row.id).totalValue.rows[0]}
  >
    {shownValue(row)}
    {lacksPrices(row) && <span className="block text-xs text-muted">{formatMoney(row.valueAtCost)} at cost</span>}
  </Figure>
)

export const Margin = ({ row }: OfRow) =>
  row.averageMargin === null ? (
    missing
  ) : (
    <Figure row={row} of="averageMargin" words="average margin" rows={factsOf(row.id).averageMargin.rows[0]}>
      {row.averageMargin.toFixed(1)}%
    </Figure>
  )

export const LowStock = ({ row }: OfRow) => (
  <Figure row={row} of="lowStock" words="low stock" rows={factsOf(row.id).lowStock.rows[0]} isBad={row.lowStock > 0}>
    {row.lowStock.toLocaleString('en-US')}
  </Figure>
)

/** Leads to the products that cannot be built, before the others. */
export const Buildable = ({ row }: OfRow) => (
  <Figure
    row={row}
    of="buildable"
    words="can be built"
    rows={{ ...factsOf(row.id).buildable.rows[0], search: { sort: 'maxBuildable' } }}
    isBad={(row.unbuildable ?? 0) > 0}
  >
    {builds(row.buildable, row.unbuildable)}
  </Figure>
)

/** Leads to the time sheets: they begin with this week by the clock of the company. */
export const Hours = ({ row }: OfRow) => (
  <Figure
    row={row}
    of="secondsThisWeek"
    words="hours of this week"
    rows={{ label: 'Time Sheets', to: '/time-clock/sheets' }}
  >
    {hoursAndMinutes(row.secondsThisWeek)}
  </Figure>
)

export const Revenue = ({ row }: OfRow) =>
  row.revenueThisYear === null ? (
    missing
  ) : (
    <Figure
      row={row}
      of="revenueThisYear"
      words="revenue of this year"
      rows={{ ...factsOf(row.id).revenueThisMonth.rows[0], to: `/company/${row.id}` }}
    >
      {formatAmount(row.revenueThisYear, row.currency ?? 'USD')}
    </Figure>
  )

const taskCounts = { open: 'openTasks', overdue: 'overdueTasks', blocked: 'blockedTasks' } as const

export function Tasks({ row, status }: OfRow & { status: keyof typeof taskCounts }) {
  const column = taskCounts[status]
  return (
    <Figure
      row={row}
      of={column}
      words={`${status} tasks`}
      rows={{ label: 'Tasks', to: '/tasks', search: { status, scope: 'all' } }}
      isBad={status !== 'open' && row[column] > 0}
    >
      {row[column].toLocaleString('en-US')}
    </Figure>
  )
}

/** Shortly after many companies have changed, the figure is still unknown. */
const builds = (can: number | null, cannot: number | null): string =>
  can === null || cannot === null ? '…' : `${can.toLocaleString('en-US')} / ${(can + cannot).toLocaleString('en-US')}`
