/** The parts of tasks that dashboards and other records show (CONTRIBUTING.md). The code that answers reports loads when there is one. */
import { type ComponentProps, Suspense } from 'react'
import { lazy } from '../shared/page/code.ts'
import { type Completed, type Done, DoneTask, useJustDone } from './board/just-done.tsx'
import { RecordTasks } from './record-tasks.tsx'
import type { ReportAnswer as Answer } from './reports/report-answer.tsx'
import { DueDay, isReportedDone, OverdueMark, ReportMark, TaskPriorityMark } from './task-facts.tsx'
import { TaskStatusControl } from './task-status.tsx'

const LoadedAnswer = lazy(async () => ({ default: (await import('./reports/report-answer.tsx')).ReportAnswer }))

/** Confirm and Send Back. */
export const ReportAnswer = (props: ComponentProps<typeof Answer>) => (
  <Suspense>
    <LoadedAnswer {...props} />
  </Suspense>
)

export {
  type Completed,
  type Done,
  DoneTask,
  DueDay,
  isReportedDone,
  OverdueMark,
  RecordTasks,
  ReportMark,
  TaskPriorityMark,
  TaskStatusControl,
  useJustDone,
}
