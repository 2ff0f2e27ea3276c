import { useQuery } from '@tanstack/react-query'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { RevenueCards } from '../revenue/public.tsx'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { PageHeader } from '../shared/page/page-header.tsx'
import { usePageTitle } from '../shared/page/page-title.ts'
import { steady } from '../shared/page/steady.ts'
import { Redirection } from '../shared/session/redirection.tsx'
import { seesAllCompanies, useCan, useCompany, useCompanyId, useSession } from '../shared/session/session.ts'
import { ClockCard } from '../time-clock/public.tsx'
import { ClockedInPeople } from './cards/clocked-in-people.tsx'
import { LatestChanges } from './cards/lazy-latest-changes.tsx'
import { LowStock } from './cards/low-stock.tsx'
import { MyTasks } from './cards/my-tasks.tsx'
import { NewSops } from './cards/new-sops.tsx'
import { QuickActions } from './cards/quick-actions.tsx'
import { CompanyBoard } from './company-board.tsx'
import classes from './dashboard.module.css'
import { NeedsYou } from './needs/needs-you.tsx'
import { useIsOneColumn } from './one-column.ts'

/** /dashboard: the dashboard of the person's own company. People who work in several companies have one for each, at its own address. */
export function DashboardPage() {
  const companyId = useCompanyId()
  return seesAllCompanies(useSession()) ? <Redirection to={`/company/${companyId}`} /> : <OwnDashboard />
}

function OwnDashboard() {
  usePageTitle('Dashboard')
  const companyId = useCompanyId()
  const name = useCompany()?.name
  const { data, error, refetch } = useQuery(api.dashboard.get.queryOptions({ input: { companyId } }))
  return (
    <div className={`stack gap-3 ${classes.page}`} ref={steady}>
      <PageHeader title="Dashboard" text={`Today at ${name ?? 'your company'}`} />
      {error && !data ? (
        <LoadFailure what="dashboard" error={error} onRetry={() => void refetch()} />
      ) : (
        <Content companyId={companyId} dashboard={data} />
      )}
    </div>
  )
}

/** People come for their own work first. */
function Content(props: { companyId: string; dashboard: CompanyDashboard | undefined }) {
  const revenue = <RevenueCards companyId={props.companyId} />
  return useCan('figures.read') ? (
    <CompanyBoard {...props} withoutRevenue={revenue} />
  ) : (
    <>
      <Today {...props} />
      {revenue}
    </>
  )
}

/** The day of a person in the company: the clock, their tasks, SOPs to read, and low stock. In one column, SOPs stand before the stock. */
function Today({ companyId, dashboard }: { companyId: string; dashboard: CompanyDashboard | undefined }) {
  const assigns = useCan('task.create')
  const isOneColumn = useIsOneColumn()
  const sops = <NewSops companyId={companyId} />
  return (
    <div className={classes.board} ref={isOneColumn ? steady : undefined}>
      <div className={classes.column} ref={steady}>
        {useCan('time.clock') && <ClockCard />}
        <MyTasks companyId={companyId} />
        {assigns && <NeedsYou companyId={companyId} />}
        {isOneColumn && sops}
        <LowStock dashboard={dashboard} />
      </div>
      <div className={classes.column} ref={steady}>
        {!isOneColumn && sops}
        {assigns && <ClockedInPeople dashboard={dashboard} />}
        <LatestChanges dashboard={dashboard} />
        <QuickActions />
      </div>
    </div>
  )
}
