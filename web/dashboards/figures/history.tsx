import { SegmentedControl, Skeleton } from '@mantine/core'
import type { FiguresInTime } from 'contract/dashboards/figures.ts'
import { Suspense, useState } from 'react'
import { lazy } from '../../shared/page/code.ts'
import { type Subject, subjects } from './history-subjects.ts'

/** The library of charts is large, so it is loaded when a chart is shown. */
const HistoryChart = lazy(() => import('./history-chart.tsx'))

/** The last 90 days of one subject, as a chart. */
export function History({ figures }: { figures: FiguresInTime | undefined }) {
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
