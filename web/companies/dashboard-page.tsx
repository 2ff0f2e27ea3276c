import { Button, Skeleton } from '@mantine/core'
import { IconArrowRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { api } from '../shared/api.ts'
import { usePageTitle } from '../shared/page-title.ts'
import { formatTotal, type PageCount } from '../shared/pager.tsx'
import { useCompany, useCompanyId } from '../shared/session.ts'
import classes from './dashboard-page.module.css'

/** What there is of a company's dashboard so far: its inventory in figures. Revenue comes with the online store. */
export function DashboardPage() {
  usePageTitle('Dashboard')
  const company = useCompany()
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>Dashboard</h1>
        <p className={classes.text}>Access to {company ? `${company.name}'s` : "your company's"} operational tools.</p>
      </header>
      <Figures />
      <section className={classes.card}>
        <h2 className={classes.cardTitle}>Revenue</h2>
        <p className={classes.text}>
          Company-specific features will be implemented here. Connect the online store to see revenue.
        </p>
      </section>
    </div>
  )
}

function Figures() {
  const companyId = useCompanyId()
  const parts = useQuery(api.parts.list.queryOptions({ input: { companyId, pageSize: 1 } }))
  const vendors = useQuery(api.vendors.list.queryOptions({ input: { companyId, pageSize: 1 } }))
  const lowStock = parts.data && { total: parts.data.lowStockCount, isCapped: false }
  return (
    <div className={classes.figures}>
      <Figure label="Parts" count={parts.data} isFailed={parts.isError} to="/inventory/parts" action="View parts" />
      <Figure
        label="Low stock"
        count={lowStock}
        isFailed={parts.isError}
        to="/inventory/parts"
        search={{ isLowStock: 'true' }}
        action="View low stock"
      />
      <Figure
        label="Vendors"
        count={vendors.data}
        isFailed={vendors.isError}
        to="/inventory/vendors"
        action="View vendors"
      />
    </div>
  )
}

type FigureProps = {
  label: string
  count: PageCount | undefined
  isFailed: boolean
  to: '/inventory/parts' | '/inventory/vendors'
  search?: Record<string, string>
  action: string
}

function Figure({ label, count, isFailed, to, search = {}, action }: FigureProps) {
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>{label}</h2>
      <p className={`numeric ${classes.figure}`}>
        {count ? (
          formatTotal(count)
        ) : isFailed ? (
          '–'
        ) : (
          <Skeleton component="span" display="inline-block" height={24} width={72} />
        )}
      </p>
      <Button
        variant="subtle"
        size="compact-sm"
        className={classes.link}
        rightSection={<IconArrowRight size={14} />}
        renderRoot={(props) => <Link to={to} search={search} {...props} />}
      >
        {action}
      </Button>
    </section>
  )
}
