import { useQuery } from '@tanstack/react-query'
import { RevenueCards } from '../revenue/public.tsx'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { usePageTitle } from '../shared/page/page-title.ts'
import { Redirection } from '../shared/session/redirection.tsx'
import { seesAllCompanies, useCompanyId, useSession } from '../shared/session/session.ts'
import { ClockedInPeople } from './clocked-in-people.tsx'
import classes from './dashboard.module.css'
import { DashboardFigures } from './dashboard-figures.tsx'
import { LatestChanges } from './latest-changes.tsx'
import { LowStock } from './low-stock.tsx'
import { OpenTasks } from './open-tasks.tsx'
import { QuickActions } from './quick-actions.tsx'

/** /dashboard: the dashboard of the person's own company. People who work in several companies have one for each, at its own address. */
export function DashboardPage() {
  const companyId = useCompanyId()
  return seesAllCompanies(useSession()) ? <Redirection to={`/company/${companyId}`} /> : <OwnDashboard />
}

function OwnDashboard() {
  usePageTitle('Dashboard')
  const companyId = useCompanyId()
  const { data, error, refetch } = useQuery(api.dashboard.get.queryOptions({ input: { companyId } }))
  if (error && !data) return <LoadFailure what="dashboard" error={error} onRetry={() => void refetch()} />
  return (
    <div className={classes.page}>
      <header>
        <h1 className={classes.title}>Dashboard</h1>
        <p className={classes.text}>
          Access to {data ? `${data.company.name}'s` : "your company's"} operational tools.
        </p>
      </header>
      <DashboardFigures dashboard={data} />
      <RevenueCards companyId={companyId} />
      <QuickActions />
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
