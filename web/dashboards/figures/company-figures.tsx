import { SegmentedControl, Skeleton, VisuallyHidden } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { CompanyDay, CompanyFigures as Figures, FiguresInTime } from 'contract/dashboards/figures.ts'
import { formatAmount, formatMoney } from 'contract/money.ts'
import { hoursAndMinutes } from 'contract/time-clock/worked-time.ts'
import { Suspense, useState } from 'react'
import { factsOf } from '../../companies/public.tsx'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { TextButton } from '../../shared/feedback/text-button.tsx'
import { atCost, shownValue } from '../../shared/format/at-cost.ts'
import { counted } from '../../shared/format/counted.ts'
import { missing } from '../../shared/format/missing.tsx'
import { at } from '../../shared/page/at.ts'
import { lazy } from '../../shared/page/code.ts'
import classes from './company-figures.module.css'
import { FigureCard } from './figure-card.tsx'
import { type Change, changeOf, formatDifference } from './figure-change.ts'
import { type Subject, subjects } from './history-subjects.ts'

/** The figures of the company: four that say what can be done today, the others on demand, and a chart of the last 90 days. */
export function CompanyFigures({ companyId, part }: { companyId: string; part: 'cards' | 'history' }) {
  const { data, error, refetch } = useQuery(api.figures.get.queryOptions({ input: { companyId } }))
  const [isOpen, setOpen] = useState(false)
  if (part === 'history') return <History figures={data} />
  if (error && !data) return <LoadFailure what="figures" error={error} onRetry={() => void refetch()} />
  const props = { companyId, figures: data }
  return (
    <section className="stack items-start gap-2" aria-label="Figures" aria-busy={!data}>
      {/* Without it, the names of the figures would belong to the card above them. */}
      <VisuallyHidden component="h2">Figures</VisuallyHidden>
      <div className={`w-full grid gap-3 ${classes.cards}`}>
        <FirstFigures {...props} />
        {isOpen && <OtherFigures {...props} />}
      </div>
      <TextButton onClick={() => setOpen(!isOpen)}>{isOpen ? 'Show fewer figures' : 'Show all figures'}</TextButton>
    </section>
  )
}

type PartProps = { companyId: string; figures: FiguresInTime | undefined }
type Kept = keyof { [Key in keyof Figures as Key extends keyof CompanyDay ? Key : never]: true }

const inDollars = (value: number) => formatDifference(value, 'USD')

const month = '30 days ago'

/** The past of a figure that is stored by day, ending with its current value. */
const lineOf = (figures: FiguresInTime | undefined, key: Kept) =>
  figures && [...figures.days.slice(-30).map((day) => day[key]), figures.now[key]]

function changeIn(
  figures: FiguresInTime | undefined,
  key: Kept,
  good?: 'up' | 'down',
  isAmount?: boolean,
): Change | undefined {
  if (!figures) return undefined
  const rule = { with: month, ...(good && { good }), ...(isAmount && { isAmount, format: inDollars }) }
  return changeOf(figures.now[key], figures.before?.[key], rule)
}

function FirstFigures({ companyId, figures }: PartProps) {
  const facts = factsOf(companyId, figures)
  const now = figures?.now
  return (
    <>
      <FigureCard
        {...facts.totalValue}
        value={now && shownValue(now)}
        note={now && atCost(now)}
        change={changeIn(figures, 'totalValue', undefined, true)}
        line={lineOf(figures, 'totalValue')}
      />
      <FigureCard
        {...facts.lowStock}
        value={now?.lowStock.toLocaleString('en-US')}
        note={now && `of ${counted(now.partCount, 'part')}`}
        change={changeIn(figures, 'lowStock', 'down')}
        line={lineOf(figures, 'lowStock')}
        isWarning={Boolean(now?.lowStock)}
      />
      <FigureCard
        {...facts.buildable}
        value={now?.buildable.toLocaleString('en-US')}
        note={now && `of ${counted(now.buildable + now.unbuildable, 'product')} with a BOM`}
        change={changeIn(figures, 'buildable', 'up')}
        line={lineOf(figures, 'buildable')}
      />
      <FigureCard
        {...facts.openTasks}
        value={now?.openTasks.toLocaleString('en-US')}
        note={now && <Trouble now={now} />}
        change={changeIn(figures, 'openTasks')}
        line={lineOf(figures, 'openTasks')}
      />
    </>
  )
}

function OtherFigures({ companyId, figures }: PartProps) {
  const facts = factsOf(companyId, figures)
  const now = figures?.now
  return (
    <>
      <FigureCard
        {...facts.valueAtCost}
        value={now && formatMoney(now.valueAtCost)}
        change={changeIn(figures, 'valueAtCost', undefined, true)}
        line={lineOf(figures, 'valueAtCost')}
      />
      <FigureCard
        {...facts.averageMargin}
        value={now && (now.averageMargin === null ? missing : `${now.averageMargin.toFixed(1)}%`)}
        note="of products priced above cost"
      />
      <FigureCard
        {...facts.secondsThisWeek}
        value={now && hoursAndMinutes(now.secondsThisWeek)}
        change={
          figures &&
          changeOf(figures.now.secondsThisWeek, figures.secondsLastWeek, {
            with: 'last week so far',
            isAmount: true,
            format: hoursAndMinutes,
          })
        }
        line={figures?.days.slice(-30).map((day) => day.secondsWorked)}
      />
      {(!now || now.revenueThisMonth !== null) && (
        <FigureCard
          {...facts.revenueThisMonth}
          value={now && formatAmount(now.revenueThisMonth ?? 0, now.currency ?? 'USD')}
          change={figures && earnedSince(figures)}
          line={figures?.days.slice(-30).map((day) => day.revenue)}
        />
      )}
    </>
  )
}

function earnedSince({ now, revenueLastMonth }: FiguresInTime) {
  const format = (value: number) => formatDifference(value, now.currency ?? 'USD')
  const rule = { good: 'up', with: 'in the same days of last month', isAmount: true, format } as const
  return changeOf(now.revenueThisMonth ?? 0, revenueLastMonth, rule)
}

function Trouble({ now: { overdueTasks, blockedTasks } }: { now: Figures }) {
  if (overdueTasks + blockedTasks === 0) return 'none overdue or blocked'
  return (
    <>
      {overdueTasks > 0 && (
        <Link {...at('/tasks', { status: 'overdue' })}>{overdueTasks.toLocaleString('en-US')} overdue</Link>
      )}
      {overdueTasks > 0 && blockedTasks > 0 && ', '}
      {blockedTasks > 0 && (
        <Link {...at('/tasks', { status: 'blocked' })}>{blockedTasks.toLocaleString('en-US')} blocked</Link>
      )}
    </>
  )
}

/** The library of charts is large, so it is loaded when a chart is shown. */
const HistoryChart = lazy(() => import('./history-chart.tsx'))

/** The last 90 days of one subject, as a chart. */
function History({ figures }: { figures: FiguresInTime | undefined }) {
  const [subject, setSubject] = useState<Subject>('value')
  const hasStore = figures?.now.revenueThisMonth !== null
  const offered = (Object.keys(subjects) as Subject[]).filter((each) => each !== 'revenue' || hasStore)
  return (
    <section className="card" aria-label="The Last 90 Days">
      <div className="row flex-wrap justify-between gap-x-4 gap-y-2 mb-3">
        <h2 className="card-title m-0">The Last 90 Days</h2>
        <SegmentedControl
          size="xs"
          aria-label="Shown"
          value={subject}
          onChange={(value) => setSubject(value as Subject)}
          data={offered.map((value) => ({ value, label: subjects[value] }))}
        />
      </div>
      {!figures ? (
        <Skeleton height={186} />
      ) : figures.days.length < 2 ? (
        <p className="text-sm text-muted">Your chart appears tomorrow.</p>
      ) : (
        <Suspense fallback={<Skeleton height={186} />}>
          <HistoryChart figures={figures} subject={subject} />
        </Suspense>
      )}
    </section>
  )
}
