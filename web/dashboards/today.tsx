import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { steady } from '../shared/page/steady.ts'
import { useCan } from '../shared/session/session.ts'
import { ClockCard } from '../time-clock/public.tsx'
import { ClockedInPeople } from './cards/clocked-in-people.tsx'
import { LatestChanges } from './cards/lazy-latest-changes.tsx'
import { LowStock } from './cards/low-stock.tsx'
import { MyTasks } from './cards/my-tasks.tsx'
import { NewSops } from './cards/new-sops.tsx'
import { QuickActions } from './cards/quick-actions.tsx'
import classes from './dashboard.module.css'
import { NeedsYou } from './needs/needs-you.tsx'
import { useIsOneColumn } from './one-column.ts'

/** The day of a person in the company: the clock, their tasks, SOPs to read, and low stock. In one column, SOPs stand before the stock. */
export function Today({ companyId, dashboard }: { companyId: string; dashboard: CompanyDashboard | undefined }) {
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
