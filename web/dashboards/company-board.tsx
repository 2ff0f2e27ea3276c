import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { Suspense } from 'react'
import { RevenueBlock } from '../revenue/public.tsx'
import { lazy } from '../shared/page/code.ts'
import { steady } from '../shared/page/steady.ts'
import { useIsPhone } from '../shared/page/use-is-phone.ts'
import { useCan } from '../shared/session/session.ts'
import { ClockedInPeople } from './clocked-in-people.tsx'
import { CompanyCard, PeopleCard } from './company-card.tsx'
import { CompanyFigures } from './company-figures.tsx'
import classes from './dashboard.module.css'
import { LatestChanges } from './latest-changes.tsx'
import { LowStock } from './low-stock.tsx'
import { NeedsYou } from './needs-you.tsx'
import { NewSops } from './new-sops.tsx'
import { useIsFirmOfAll } from './other-companies.tsx'
import { QuickActions } from './quick-actions.tsx'

/** Loaded on demand: few companies have an assistant. */
const WeekSummary = lazy(async () => ({ default: (await import('./week-summary.tsx')).WeekSummary }))

type CompanyBoardProps = {
  companyId: string
  dashboard: CompanyDashboard | undefined
  /** The page itself says that there is no store. */
  pageSaysNoStore?: boolean
}

/** A company as its operators see it: its figures, its needs, and the latest changes. */
export function CompanyBoard({ companyId, dashboard, pageSaysNoStore = false }: CompanyBoardProps) {
  // On a phone the cards fill the screen, and would push the needs out of sight.
  const isPhone = useIsPhone()
  // Everybody reads the SOPs of their own company (decision 0135); the firm's people look after the others.
  const isOfFirm = useCan('portfolio.read')
  const isFirm = useIsFirmOfAll(companyId)
  return (
    <>
      {isPhone && <NeedsYou companyId={companyId} />}
      <CompanyFigures companyId={companyId} part="cards" />
      <div className={classes.board}>
        <div className={classes.column} ref={steady}>
          {!isPhone && <NeedsYou companyId={companyId} />}
          <CompanyFigures companyId={companyId} part="history" />
          <LowStock dashboard={dashboard} />
        </div>
        <div className={classes.column} ref={steady}>
          <ClockedInPeople dashboard={dashboard} />
          {(!isOfFirm || isFirm) && <NewSops companyId={companyId} />}
          <LatestChanges dashboard={dashboard} />
          <QuickActions />
          <CompanyCard company={dashboard?.company} />
          <PeopleCard companyId={companyId} />
        </div>
      </div>
      <Suspense>
        <WeekSummary companyId={companyId} />
      </Suspense>
      <RevenueBlock companyId={companyId} isQuiet={pageSaysNoStore} />
    </>
  )
}
