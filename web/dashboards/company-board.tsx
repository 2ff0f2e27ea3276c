import { Skeleton } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import type { CompanyDashboard } from 'contract/dashboards/dashboard.ts'
import { type ReactNode, Suspense, useEffect } from 'react'
import { RevenueBlock } from '../revenue/public.tsx'
import { lazy } from '../shared/page/code.ts'
import { steady } from '../shared/page/steady.ts'
import { useCan } from '../shared/session/session.ts'
import { ClockedInPeople } from './cards/clocked-in-people.tsx'
import { CompanyCard, PeopleCard } from './cards/company-card.tsx'
import { LatestChanges } from './cards/lazy-latest-changes.tsx'
import { LowStock } from './cards/low-stock.tsx'
import { NewSops } from './cards/new-sops.tsx'
import { QuickActions } from './cards/quick-actions.tsx'
import classes from './dashboard.module.css'
import { CompanyFigures } from './figures/company-figures.tsx'
import { useIsFirmOfAll } from './firm-of-all.ts'
import { NeedsYou } from './needs/needs-you.tsx'
import { useIsOneColumn } from './one-column.ts'
import { rememberSetUp, wasSetUp } from './set-up-memory.ts'

/** Loaded on demand: only a new company has it. */
const SetUp = lazy(() => import('./cards/set-up.tsx'))

/** Loaded on demand: few companies have an assistant. */
const WeekSummary = lazy(async () => ({ default: (await import('./cards/week-summary.tsx')).WeekSummary }))

type CompanyBoardProps = {
  companyId: string
  dashboard: CompanyDashboard | undefined
  /** Stands where the revenue would, while the store has no orders. */
  withoutRevenue?: ReactNode
}

/** A company as its operators see it: what needs them first, then its figures, its revenue, and what is only looked up. */
export function CompanyBoard({ companyId, dashboard, withoutRevenue }: CompanyBoardProps) {
  // Everybody reads the SOPs of their own company (decision 0135); the firm's people look after the others.
  const isOfFirm = useCan('portfolio.read')
  const isFirm = useIsFirmOfAll(companyId)
  const isOneColumn = useIsOneColumn()
  const isWanted = (useSearch({ strict: false }) as { setUp?: string }).setUp === 'show'
  useEffect(() => {
    if (dashboard) rememberSetUp(companyId, isUnderWay(dashboard))
  }, [companyId, dashboard])
  return (
    <>
      {!dashboard
        ? (isWanted || !wasSetUp(companyId)) && setUpToCome
        : (isWanted || !isUnderWay(dashboard)) && (
            <Suspense fallback={setUpToCome}>
              <SetUp companyId={companyId} dashboard={dashboard} isWanted={isWanted} />
            </Suspense>
          )}
      <div className={classes.board} ref={isOneColumn ? steady : undefined}>
        <NeedsYou companyId={companyId} />
        <div className={classes.column} ref={steady}>
          <ClockedInPeople dashboard={dashboard} />
          {(!isOfFirm || isFirm) && <NewSops companyId={companyId} />}
        </div>
      </div>
      {!(dashboard && hasNothing(dashboard)) && (
        <>
          <CompanyFigures companyId={companyId} part="cards" />
          <div className={classes.board}>
            <CompanyFigures companyId={companyId} part="history" />
            <LowStock dashboard={dashboard} />
          </div>
        </>
      )}
      <RevenueBlock companyId={companyId} without={withoutRevenue} />
      <Suspense>
        <WeekSummary companyId={companyId} />
      </Suspense>
      <div className={`grid gap-3 ${classes.thirds}`} ref={isOneColumn ? steady : undefined}>
        <LatestChanges dashboard={dashboard} />
        <div className={classes.column} ref={steady}>
          <CompanyCard company={dashboard?.company} />
          <QuickActions />
        </div>
        <PeopleCard companyId={companyId} />
      </div>
    </>
  )
}

/** Holds what stands below it until it is known whether there is anything to set up. */
const setUpToCome = (
  <div className="card">
    <Skeleton height="12rem" />
  </div>
)

/** Its figures would all be zero. */
const hasNothing = ({ counts, hasMade: { tasks, people, bom, store } }: CompanyDashboard) =>
  counts.parts + counts.products === 0 && !(tasks || people || bom || store)

const newForMs = 30 * 24 * 3_600_000

/** Many companies never build, have a store or other people: after a month these are no longer asked for. */
const isUnderWay = ({ company, counts, hasMade: { sops, tasks, people, bom, store } }: CompanyDashboard) =>
  counts.parts > 0 &&
  sops &&
  tasks &&
  ((people && bom && store) || Date.now() - Date.parse(company.createdAt) > newForMs)
