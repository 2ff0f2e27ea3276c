import { Link } from '@tanstack/react-router'
import type { PortfolioRow } from 'contract/dashboards/figures.ts'
import type { ReactNode } from 'react'
import { CompanyDot } from '../../shared/session/company-monogram.tsx'
import { CompanyStatus } from '../company-status.tsx'
import classes from './portfolio-cards.module.css'
import { Buildable, Hours, LowStock, Margin, Revenue, Tasks, Value } from './portfolio-figure.tsx'
import { portfolioColumns } from './portfolio-table-order.ts'

/** All companies on a phone or an upright tablet: a card each, the figures by which they are sorted first. A press beside the figures opens the company. */
export const PortfolioCards = ({ rows }: { rows: PortfolioRow[] }) => (
  <ul className={`grid gap-2 ${classes.list}`} aria-label="All companies">
    {rows.map((row) => (
      <li key={row.id} className="surface relative p-3">
        <Card row={row} />
      </li>
    ))}
  </ul>
)

function Card({ row }: { row: PortfolioRow }) {
  const { id, name, status } = row
  return (
    <>
      <p className="row gap-2 mb-1 text-sm">
        <CompanyDot companyId={id} />
        <Link
          to="/company/$companyId"
          params={{ companyId: id }}
          search={{ company: id }}
          className={`min-w-0 text-plain font-medium no-underline break-words ${classes.name}`}
        >
          {name}
        </Link>
        {status !== 'active' && <CompanyStatus status={status} />}
      </p>
      <dl className={`numeric grid gap-x-3 gap-y-1 text-sm ${classes.figures}`}>
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
        <Fact of="totalValue">
          <Value row={row} />
        </Fact>
        <Fact of="averageMargin">
          <Margin row={row} />
        </Fact>
        <Fact of="secondsThisWeek">
          <Hours row={row} />
        </Fact>
        <Fact of="revenueThisYear">
          <Revenue row={row} />
        </Fact>
      </dl>
    </>
  )
}

const Fact = ({ of, children }: { of: keyof typeof portfolioColumns; children: ReactNode }) => (
  <div>
    <dt>{portfolioColumns[of].label}</dt>
    <dd>{children}</dd>
  </div>
)
