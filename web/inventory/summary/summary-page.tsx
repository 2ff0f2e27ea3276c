import { IconLock } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { api, sendAsPerson } from '../../shared/api/api.ts'
import { EmptyState, LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { at } from '../../shared/page/at.ts'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { steady } from '../../shared/page/steady.ts'
import { TabbedPage } from '../../shared/page/tabbed-page.tsx'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { BackupFiles } from '../backups/backup-files.tsx'
import { ExportCard } from '../exports/export-card.tsx'
import { ImportCard } from '../imports/choose/import-card.tsx'
import type { ImportStart } from '../imports/import-session.ts'
import { ImportDialog } from '../imports/lazy-import-dialog.ts'
import { PastImports } from '../imports/past-imports.tsx'
import { BuildAnalysisTable } from './build-analysis-table.tsx'
import { LowStockAlerts } from './low-stock-alerts.tsx'
import classes from './summary.module.css'
import { SummaryCards } from './summary-cards.tsx'

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

/** Import/Export: files in and out, what was imported, and the stored backups. `?import=bom` begins with that of a bill of materials. */
function Transfer() {
  const canExport = useCan('inventory.export')
  const canImport = useCan('inventory.import')
  const [start, setStart] = useState<ImportStart | null>(null)
  const isBom = (useSearch({ strict: false }) as { import?: string }).import === 'bom'
  const navigate = useNavigate()
  const close = () => (isBom ? void navigate({ ...at('.', { tab: 'transfer' }), replace: true }) : setStart(null))
  useOtherWork(canExport)
  if (!canExport) {
    return (
      <EmptyState icon={<IconLock size={20} stroke={1.6} />} title="Import/Export">
        Only SBR operators and company operators can manage inventory imports/exports.
      </EmptyState>
    )
  }
  return (
    <>
      <div className={`grid flex-none gap-3 grid-cols-2 ${classes.cards}`}>
        <ExportCard />
        {canImport && <ImportCard onStart={setStart} />}
      </div>
      {canImport && <PastImports />}
      <BackupFiles onImport={(preview) => setStart({ preview })} />
      {(start || isBom) && (
        <ImportDialog type={isBom ? 'bom' : 'auto'} {...(!isBom && start && { start })} opened onClose={close} />
      )}
    </>
  )
}

/** Long work that the person began on another device shows how far it is here, too. */
function useOtherWork(enabled: boolean) {
  const companyId = useCompanyId()
  const { data } = useQuery({ ...api.jobs.list.queryOptions({ input: { companyId } }), enabled })
  useEffect(() => {
    if (data?.items.length)
      void import('../../shared/api/long-jobs.tsx').then(({ followOthers }) =>
        followOthers(companyId, data.items, sendAsPerson),
      )
  }, [data, companyId])
}
