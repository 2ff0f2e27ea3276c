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
import { CompanyBoard } from './company-board.tsx'
import classes from './dashboard.module.css'
import { Today } from './today.tsx'

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
