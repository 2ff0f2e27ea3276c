import { useNavigate, useSearch } from '@tanstack/react-router'
import { at } from '../../shared/page/at.ts'
import { usePageTitle } from '../../shared/page/page-title.ts'
import { TabbedPage } from '../../shared/page/tabbed-page.tsx'
import { Overview } from './overview.tsx'
import classes from './summary.module.css'
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
      panelClass={classes.panel}
    >
      {isTransfer ? <Transfer /> : <Overview />}
    </TabbedPage>
  )
}
