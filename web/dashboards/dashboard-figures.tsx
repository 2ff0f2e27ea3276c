import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { at } from '../shared/page/at.ts'
import classes from './dashboard.module.css'

/** The counts of the company; each figure links to its list. */
export function DashboardFigures({ dashboard }: { dashboard: CompanyDashboard | undefined }) {
  const counts = dashboard?.counts
  return (
    <div className={classes.figures}>
      <Figure label="Parts" count={counts?.parts} to="/inventory/parts" />
      <Figure
        label="Low stock"
        count={counts?.lowStock}
        to="/inventory/parts"
        search={{ isLowStock: 'true' }}
        isWarning={Boolean(counts?.lowStock)}
      />
      <Figure label="Products" count={counts?.products} />
      <Figure label="Vendors" count={counts?.vendors} to="/inventory/vendors" />
      <Figure label="Open tasks" count={dashboard?.tasks.open} to="/tasks" search={{ status: 'open' }} />
      <Figure
        label="Blocked tasks"
        count={dashboard?.tasks.blocked}
        to="/tasks"
        search={{ status: 'blocked' }}
        isWarning={Boolean(dashboard?.tasks.blocked)}
      />
    </div>
  )
}

type FigureProps = {
  label: string
  count: number | undefined
  to?: '/inventory/parts' | '/inventory/vendors' | '/tasks'
  search?: Record<string, string>
  isWarning?: boolean
}

function Figure({ label, count, to, search = {}, isWarning }: FigureProps) {
  const content = (
    <>
      <span className={classes.label}>{label}</span>
      <span className={`numeric ${classes.figure}`} data-warning={isWarning || undefined}>
        {count?.toLocaleString('en-US') ?? <Skeleton component="span" display="inline-block" height={20} width={56} />}
      </span>
    </>
  )
  if (!to) return <div className={classes.card}>{content}</div>
  return (
    <Link {...at(to, search)} className={`${classes.card} ${classes.link}`}>
      {content}
    </Link>
  )
}
