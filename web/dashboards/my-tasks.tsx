import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ListedTask } from 'contract/tasks/tasks.ts'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { formatDate } from '../shared/format/dates.ts'
import { OverdueMark, TaskPriorityMark, TaskStatusControl } from '../tasks/public.tsx'
import classes from './dashboard.module.css'
import own from './my-tasks.module.css'

const shown = 8

/** The person's own tasks that are not complete, the next due first. */
export function MyTasks({ companyId }: { companyId: string }) {
  const input = { companyId, scope: 'mine', status: 'open', sort: 'dueOn', order: 'asc', pageSize: shown } as const
  const { data, error, refetch } = useQuery(api.tasks.list.queryOptions({ input }))
  if (error && !data) return <LoadFailure what="tasks" error={error} onRetry={() => void refetch()} />
  const more = data ? data.total - data.items.length : 0
  return (
    <section className={classes.card} aria-label="My Tasks">
      <h2 className={classes.cardTitle}>My Tasks</h2>
      {!data ? (
        <Skeleton height={160} />
      ) : data.items.length === 0 ? (
        <p className={classes.text}>Nothing to do. Tasks that somebody assigns to you appear here.</p>
      ) : (
        <ul className={own.list}>
          {data.items.map((task) => (
            <MyTask key={task.id} task={task} />
          ))}
        </ul>
      )}
      {more > 0 && (
        <Link to="/tasks" search={{ scope: 'mine', status: 'open', sort: 'dueOn' }} className={classes.more}>
          {more.toLocaleString('en-US')} more
        </Link>
      )}
    </section>
  )
}

const MyTask = ({ task }: { task: ListedTask }) => (
  <li className={own.task}>
    <span className={own.words}>
      <Link to="/tasks/$id" params={{ id: task.id }} className={own.title}>
        {task.title}
      </Link>
      <span className={own.facts}>
        <TaskPriorityMark priority={task.priority} />
        <OverdueMark {...task} />
        {task.dueOn ? formatDate(task.dueOn) : 'No due date'}
      </span>
    </span>
    <TaskStatusControl task={task} />
  </li>
)
