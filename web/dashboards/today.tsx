import { useMediaQuery } from '@mantine/hooks'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { steady } from '../shared/page/steady.ts'
import { useCan } from '../shared/session/session.ts'
import { ClockCard } from '../time-clock/public.tsx'
import { ClockedInPeople } from './clocked-in-people.tsx'
import classes from './dashboard.module.css'
import { LatestChanges } from './lazy-latest-changes.tsx'
import { LowStock } from './low-stock.tsx'
import { MyTasks } from './my-tasks.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NewSops } from './new-sops.tsx'
import { QuickActions } from './quick-actions.tsx'

/** The day of a person in the company: the clock, their tasks, SOPs to read, and low stock. In one column, SOPs stand before the stock. */
export function Today({ companyId, dashboard }: { companyId: string; dashboard: CompanyDashboard | undefined }) {
  const assigns = useCan('task.create')
  const isOneColumn = useMediaQuery('(max-width: 62em)', undefined, { getInitialValueInEffect: false })
  const sops = <NewSops companyId={companyId} />
  return (
    <div className={classes.board}>
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
