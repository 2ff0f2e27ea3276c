import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type TaskStatus, taskStatusLabels } from 'contract/tasks/tasks.ts'
import { api } from '../shared/api.ts'
import { LoadFailure } from '../shared/empty-state.tsx'
import { Moment } from '../shared/moment.tsx'
import { useCompanyId } from '../shared/session.ts'
import { TaskStatusBadge } from './task-status.tsx'
import classes from './tasks.module.css'

/** Who assigned the task and who moved it, newest first. */
export function TaskHistory({ id }: { id: string }) {
  const companyId = useCompanyId()
  const { data, error, refetch } = useQuery(
    api.activity.list.queryOptions({ input: { companyId, entityType: 'task', entityId: id, pageSize: 200 } }),
  )
  if (error && !data) return <LoadFailure what="activity timeline" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={80} />
  // When it was completed is told by the change of the status.
  const entries = data.items.filter(({ fieldChanged }) => fieldChanged === null || fieldChanged === 'status')
  return (
    <ol className={classes.history}>
      {entries.map(({ id: entryId, userName, createdAt, fieldChanged, newValue }) => (
        <li key={entryId}>
          <strong>{userName ?? 'System'}</strong> {fieldChanged ? 'set the status to ' : 'created the task'}
          {fieldChanged && isStatus(newValue) && <TaskStatusBadge status={newValue} />}
          <Moment at={createdAt} />
        </li>
      ))}
    </ol>
  )
}

const isStatus = (value: string | null): value is TaskStatus => value !== null && value in taskStatusLabels
