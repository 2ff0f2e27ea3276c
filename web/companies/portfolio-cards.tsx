import { Link } from '@tanstack/react-router'
import type { PortfolioRow } from 'contract/dashboards/figures.ts'
import { formatAmount, formatMoney } from 'contract/money.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import type { ReactNode } from 'react'
import { missing } from '../shared/format/missing.tsx'
import { CompanyDot } from '../shared/session/company-monogram.tsx'
import { CompanyStatus } from './company-status.tsx'
import classes from './portfolio-cards.module.css'
import { builds, Figure } from './portfolio-figure.tsx'
import { portfolioColumns } from './portfolio-table-order.ts'

/** All companies on a phone: a card each, the figures by which they are sorted first. A press beside the figures opens the company. */
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
  const { id, name, status, lowStock, buildable, unbuildable } = row
  const tasks = (which: 'open' | 'overdue' | 'blocked', count: number) => (
    <Figure
      to="/tasks"
      search={{ status: which, scope: 'all', company: id }}
      isBad={which !== 'open' && count > 0}
      of={`${name}: ${which} tasks`}
    >
      {count.toLocaleString('en-US')}
    </Figure>
  )
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
        <Fact of="overdueTasks">{tasks('overdue', row.overdueTasks)}</Fact>
        <Fact of="blockedTasks">{tasks('blocked', row.blockedTasks)}</Fact>
        <Fact of="openTasks">{tasks('open', row.openTasks)}</Fact>
        <Fact of="buildable">
          <Figure
            to="/inventory/summary"
            search={{ company: id, sort: 'maxBuildable' }}
            isBad={(unbuildable ?? 0) > 0}
            of={`${name}: can be built`}
          >
            {builds(buildable, unbuildable)}
          </Figure>
        </Fact>
        <Fact of="lowStock">
          <Figure
            to="/inventory/parts"
            search={{ isLowStock: 'true', company: id }}
            isBad={lowStock > 0}
            of={`${name}: low stock`}
          >
            {lowStock.toLocaleString('en-US')}
          </Figure>
        </Fact>
        <Money row={row} />
      </dl>
    </>
  )
}

const Money = ({ row }: { row: PortfolioRow }) => (
  <>
    <Fact of="totalValue">{formatMoney(row.totalValue)}</Fact>
    <Fact of="averageMargin">{row.averageMargin === null ? missing : `${row.averageMargin.toFixed(1)}%`}</Fact>
    <Fact of="secondsThisWeek">{hoursAndMinutes(row.secondsThisWeek)}</Fact>
    <Fact of="revenueThisYear">
      {row.revenueThisYear === null ? missing : formatAmount(row.revenueThisYear, row.currency ?? 'USD')}
    </Fact>
  </>
)

const Fact = ({ of, children }: { of: keyof typeof portfolioColumns; children: ReactNode }) => (
  <div>
    <dt>{portfolioColumns[of].label}</dt>
    <dd>{children}</dd>
  </div>
)
