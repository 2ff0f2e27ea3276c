import { useQuery } from '@tanstack/react-query'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { BuildAnalysisTable } from './build-analysis-table.tsx'
import { LowStockAlerts } from './low-stock-alerts.tsx'
import { SummaryCards } from './summary-cards.tsx'

export function Overview() {
  const companyId = useCompanyId()
  const summary = useQuery(api.inventory.summary.queryOptions({ input: { companyId } }))
  const hasFailed = summary.error && !summary.data
  return (
    <>
      {hasFailed ? (
        <LoadFailure what="the summary" error={summary.error} onRetry={() => void summary.refetch()} />
      ) : (
        <SummaryCards summary={summary.data} />
      )}
      <BuildAnalysisTable />
      <LowStockAlerts />
    </>
  )
}
