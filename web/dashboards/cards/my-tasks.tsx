import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { SopRun } from 'contract/sops/runs.ts'
import type { ListedTask } from 'contract/tasks/tasks.ts'
import type { RefObject } from 'react'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import { Moment } from '../../shared/format/moment.tsx'
import { at } from '../../shared/page/at.ts'
import {
  type Completed,
  DoneTask,
  DueDay,
  isReportedDone,
  OverdueMark,
  ReportMark,
  TaskPriorityMark,
  TaskStatusControl,
  useJustDone,
} from '../../tasks/public.tsx'
import classes from '../dashboard.module.css'
import own from './my-tasks.module.css'

const shown = 8
const fewRuns = 3

/** The person's own tasks that are not complete, the next due first. Above them the runs of SOPs that they have begun. */
export function MyTasks({ companyId }: { companyId: string }) {
  const input = { companyId, scope: 'mine', status: 'open', sort: 'dueOn', order: 'asc', pageSize: shown } as const
  const { data, error, refetch } = useQuery(api.tasks.list.queryOptions({ input }))
  const runs = useOpenRuns(companyId)
  const { rows, list, add } = useJustDone(data?.items ?? [], itself)
  if (error && !data) return <LoadFailure what="tasks" error={error} onRetry={() => void refetch()} />
  const more = data ? data.total - data.items.length : 0
  return (
    <section className="card" aria-label="My Tasks">
      <h2 className="card-title">My Tasks</h2>
      {!data || !runs ? (
        <Skeleton height={160} />
      ) : rows.length + runs.length === 0 ? (
        <p className="text-sm text-muted">Nothing to do. Tasks assigned to you appear here.</p>
      ) : (
        <ul className="text-sm" ref={list as RefObject<HTMLUListElement | null>}>
          {runs.map((run) => (
            <li key={run.id} className={`row relative justify-between gap-3 py-2 border-t ${own.task}`}>
              <OpenRun run={run} />
            </li>
          ))}
          {rows.map((row) => (
            <li key={row.id} className={`row relative justify-between gap-3 py-2 border-t ${own.task}`}>
              {'until' in row ? <DoneTask task={row} /> : <MyTask task={row} onComplete={add} />}
            </li>
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to="/tasks" search={{ scope: 'mine', status: 'open', sort: 'dueOn' }} className={classes.more} data-small>
          {more.toLocaleString('en-US')} more
        </Link>
      )}
    </section>
  )
}

/** The newest runs of the person that are not finished; undefined while they load. Without an answer the tasks are shown alone. */
function useOpenRuns(companyId: string): SopRun[] | undefined {
  const input = { companyId, isOwn: 'true', isFinished: 'false', order: 'desc', pageSize: fewRuns } as const
  const { data, error } = useQuery(api.sopRuns.list.queryOptions({ input }))
  return data?.items ?? (error ? [] : undefined)
}

const OpenRun = ({ run: { id, sopTitle, doneCount, stepCount, startedAt } }: { run: SopRun }) => (
  <span className="min-w-0">
    <Link {...at(`/sops/runs/${id}`)} className={`text-plain break-words no-underline ${own.title}`}>
      Continue: {sopTitle}
    </Link>
    <span className={`row flex-wrap text-muted text-xs ${own.facts}`}>
      {stepCount > 0 && (
        <span className="numeric">
          {doneCount} of {stepCount} steps
        </span>
      )}
      <span>
        begun <Moment at={startedAt} />
      </span>
    </span>
  </span>
)

const itself = (task: ListedTask) => task

function MyTask({ task, onComplete }: { task: ListedTask; onComplete: (task: Completed) => void }) {
  const { report } = task
  const isReported = isReportedDone(task)
  return (
    <>
      <span className="min-w-0">
        <Link to="/tasks/$id" params={{ id: task.id }} className={`text-plain break-words no-underline ${own.title}`}>
          {task.title}
        </Link>
        <span className={`row flex-wrap text-muted text-xs ${own.facts}`}>
          <TaskPriorityMark priority={task.priority} />
          <OverdueMark {...task} />
          {!isReported && <ReportMark report={report} />}
          {task.dueOn ? <DueDay on={task.dueOn} /> : 'No due date'}
        </span>
      </span>
      <span className={own.status}>
        {isReported ? <ReportMark report={report} /> : <TaskStatusControl task={task} onComplete={onComplete} />}
      </span>
    </>
  )
}
