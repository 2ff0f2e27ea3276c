import { Link } from '@tanstack/react-router'
import type { PortfolioRow } from 'contract/dashboards/figures.ts'
import { formatMoney } from 'contract/money.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import type { ReactNode } from 'react'
import { CompanyDot } from '../shared/session/company-monogram.tsx'
import { CompanyStatus } from './company-status.tsx'
import classes from './portfolio-cards.module.css'
import { Buildable, LowStock, marginOf, revenueOf, Tasks } from './portfolio-figure.tsx'
import { portfolioColumns } from './portfolio-table-order.ts'

/** All companies on a phone or an upright tablet: a card each, the figures by which they are sorted first. A press beside the figures opens the company. */
export const PortfolioCards = ({ rows }: { rows: PortfolioRow[] }) => (
  <ul className={classes.list} aria-label="All companies">
    {rows.map((row) => (
      <li key={row.id} className={classes.card}>
        <Card row={row} />
      </li>
    ))}
  </ul>
)

function Card({ row }: { row: PortfolioRow }) {
  const { id, name, status } = row
  return (
    <>
      <p className={classes.head}>
        <CompanyDot companyId={id} />
        <Link to="/company/$companyId" params={{ companyId: id }} search={{ company: id }} className={classes.name}>
          {name}
        </Link>
        {status !== 'active' && <CompanyStatus status={status} />}
      </p>
      <dl className={`numeric ${classes.figures}`}>
        <Fact of="overdueTasks">
          <Tasks row={row} status="overdue" />
        </Fact>
        <Fact of="blockedTasks">
          <Tasks row={row} status="blocked" />
        </Fact>
        <Fact of="openTasks">
          <Tasks row={row} status="open" />
        </Fact>
        <Fact of="buildable">
          <Buildable row={row} />
        </Fact>
        <Fact of="lowStock">
          <LowStock row={row} />
        </Fact>
        <Money row={row} />
      </dl>
    </>
  )
}

const Money = ({ row }: { row: PortfolioRow }) => (
  <>
    <Fact of="totalValue">{formatMoney(row.totalValue)}</Fact>
    <Fact of="averageMargin">{marginOf(row)}</Fact>
    <Fact of="secondsThisWeek">{hoursAndMinutes(row.secondsThisWeek)}</Fact>
    <Fact of="revenueThisYear">{revenueOf(row)}</Fact>
  </>
)

const Fact = ({ of, children }: { of: keyof typeof portfolioColumns; children: ReactNode }) => (
  <div>
    <dt>{portfolioColumns[of].label}</dt>
    <dd>{children}</dd>
  </div>
)
