import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActivityEntry } from 'contract/activity/activity.ts'
import { type TaskStatus, taskStatusLabels } from 'contract/tasks/tasks.ts'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { Moment } from '../shared/format/moment.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import { TaskStatusBadge } from './task-status.tsx'
import classes from './tasks.module.css'

/** The history of a task, newest first: who assigned it, who changed its status, who attached files. */
export function TaskHistory({ id }: { id: string }) {
  const companyId = useCompanyId()
  const { data, error, refetch } = useQuery(
    api.activity.list.queryOptions({ input: { companyId, entityId: id, pageSize: 200 } }),
  )
  if (error && !data) return <LoadFailure what="activity timeline" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={80} />
  // The change of the status already tells when the task was completed.
  const entries = data.items.filter(({ fieldChanged }) => fieldChanged === null || fieldChanged === 'status')
  return (
    <ol className={classes.history}>
      {entries.map((entry) => (
        <li key={entry.id}>
          <strong>{entry.userName ?? 'System'}</strong> {whatOf(entry)}
          {entry.fieldChanged && isStatus(entry.newValue) && <TaskStatusBadge status={entry.newValue} />}
          <Moment at={entry.createdAt} />
        </li>
      ))}
    </ol>
  )
}

function whatOf({ entityType, entityName, action, fieldChanged }: ActivityEntry) {
  if (entityType === 'file') return `${action === 'deleted' ? 'removed' : 'attached'} ${entityName}`
  return fieldChanged ? 'set the status to ' : 'created the task'
}

const isStatus = (value: string | null): value is TaskStatus => value !== null && value in taskStatusLabels
