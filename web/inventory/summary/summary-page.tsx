import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { at } from '../../shared/page/at.ts'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { steady } from '../../shared/page/steady.ts'
import { TabbedPage } from '../../shared/page/tabbed-page.tsx'
import { useCompanyId } from '../../shared/session/session.ts'
import { BuildAnalysisTable } from './build-analysis-table.tsx'
import { LowStockAlerts } from './low-stock-alerts.tsx'
import classes from './summary.module.css'
import { SummaryCards } from './summary-cards.tsx'
import { Transfer } from './transfer.tsx'

const title = 'Inventory Summary'
const tabs = { overview: 'Overview', transfer: 'Import/Export' }

/** /inventory/summary; `?tab=transfer` is Import/Export. */
export function SummaryPage() {
  usePageTitle(title)
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const isTransfer = tab === 'transfer'
  return (
    <TabbedPage
      title={title}
      tabs={tabs}
      current={isTransfer ? 'transfer' : 'overview'}
      onOpen={(next) => void navigate(at('.', next === 'transfer' ? { tab: 'transfer' } : {}))}
      panelClass={`stack gap-5 overflow-y-auto ${classes.panel}`}
    >
      {isTransfer ? <Transfer /> : <Overview />}
    </TabbedPage>
  )
}

function Overview() {
  const companyId = useCompanyId()
  const summary = useQuery(api.inventory.summary.queryOptions({ input: { companyId } }))
  const hasFailed = summary.error && !summary.data
  return (
    <div className="stack gap-5" ref={steady}>
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
