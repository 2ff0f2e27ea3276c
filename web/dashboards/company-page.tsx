import { Button, Skeleton } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, notFound, useParams } from '@tanstack/react-router'
import { companyStatusLabels, companyTypeLabels } from 'contract/companies/companies.ts'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { RevenueBlock } from '../revenue/public.tsx'
import { api } from '../shared/api/api.ts'
import { statusOf } from '../shared/api/server-errors.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { Day } from '../shared/format/moment.tsx'
import { usePageTitle } from '../shared/page/page-title.ts'
import { Fields } from '../shared/record/record-drawer.tsx'
import { useCan } from '../shared/session/session.ts'
import { ClockedInPeople } from './clocked-in-people.tsx'
import classes from './dashboard.module.css'
import { DashboardFigures } from './dashboard-figures.tsx'
import { LatestChanges } from './latest-changes.tsx'
import { LowStock } from './low-stock.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { QuickActions } from './quick-actions.tsx'
import { WeekSummary } from './week-summary.tsx'

/** /company/{companyId} */
export function CompanyPage() {
  const { companyId } = useParams({ strict: false }) as { companyId: string }
  const { data, error, refetch } = useQuery(api.dashboard.get.queryOptions({ input: { companyId } }))
  const name = data?.company.name
  const title = name ? `${name} Dashboard` : 'Dashboard'
  usePageTitle(title)
  // A malformed id is refused as bad input.
  if (error && [400, 404].includes(statusOf(error) ?? 0)) throw notFound()
  if (error && !data) return <LoadFailure what="company" error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.page}>
      <header>
        <BackToPortfolio />
        <h1 className={classes.title}>{name ? title : <Skeleton component="span" display="block" h={26} w={260} />}</h1>
      </header>
      <DashboardFigures dashboard={data} />
      <RevenueBlock companyId={companyId} />
      <WeekSummary companyId={companyId} />
      <div className={classes.columns}>
        <QuickActions />
        <CompanyCard company={data?.company} />
      </div>
      <div className={classes.columns}>
        <OpenTasks dashboard={data} />
        <ClockedInPeople dashboard={data} />
      </div>
      <div className={classes.columns}>
        <LowStock dashboard={data} />
        <LatestChanges dashboard={data} />
      </div>
    </div>
  )
}

function BackToPortfolio() {
  if (!useCan('portfolio.read')) return null
  return (
    <Button
      variant="subtle"
      size="compact-sm"
      className={classes.back}
      leftSection={<IconArrowLeft size={14} />}
      renderRoot={(props) => <Link to="/portfolio" {...props} />}
    >
      Back to Portfolio
    </Button>
  )
}

function CompanyCard({ company }: { company: CompanyDashboard['company'] | undefined }) {
  return (
    <section className={classes.card}>
      <h2 className={classes.cardTitle}>Company Details</h2>
      {company ? (
        <Fields
          rows={[
            ['Status', companyStatusLabels[company.status]],
            ['Type', companyTypeLabels[company.type]],
            ['Description', company.description],
            ['Created', <Day key="created" at={company.createdAt} timeZone={company.timeZone} />],
          ]}
        />
      ) : (
        <Skeleton height={96} />
      )}
    </section>
  )
}
