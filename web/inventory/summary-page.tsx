import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { usePageTitle } from '../shared/page-title.ts'
import { Overview } from './summary/overview.tsx'
import classes from './summary/summary.module.css'
import { Transfer } from './summary/transfer.tsx'

/** /inventory/summary; `?tab=transfer` is Import/Export. */
export function SummaryPage() {
  usePageTitle('Inventory Summary')
  const { tab } = useSearch({ strict: false }) as { tab?: string }
  const navigate = useNavigate()
  const current = tab === 'transfer' ? 'transfer' : 'overview'
  const open = (next: string | null) =>
    void navigate({ to: '.', search: (next === 'transfer' ? { tab: 'transfer' } : {}) as never })
  return (
    <Tabs className={classes.page} value={current} onChange={open} keepMounted={false}>
      <h1 className={classes.title}>Inventory Summary</h1>
      <Tabs.List className={classes.tabs}>
        <Tabs.Tab value="overview">Overview</Tabs.Tab>
        <Tabs.Tab value="transfer">Import/Export</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="overview" className={classes.panel}>
        <Overview />
      </Tabs.Panel>
      <Tabs.Panel value="transfer" className={classes.panel}>
        <Transfer />
      </Tabs.Panel>
    </Tabs>
  )
}
