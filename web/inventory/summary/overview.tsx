import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { steady } from '../../shared/page/steady.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { BuildAnalysisTable } from './build-analysis-table.tsx'
import { LowStockAlerts } from './low-stock-alerts.tsx'
import classes from './summary.module.css'
import { SummaryCards } from './summary-cards.tsx'

export function Overview() {
  const companyId = useCompanyId()
  const summary = useQuery(api.inventory.summary.queryOptions({ input: { companyId } }))
  const hasFailed = summary.error && !summary.data
  return (
    <div className={classes.overview} ref={steady}>
      {hasFailed ? (
        <LoadFailure what="the summary" error={summary.error} onRetry={() => void summary.refetch()} />
      ) : (
        <SummaryCards summary={summary.data} />
      )}
      <BuildAnalysisTable products={summary.data?.totalProducts} assemblies={summary.data?.assemblyCount ?? 0} />
      <LowStockAlerts />
    </div>
  )
}
