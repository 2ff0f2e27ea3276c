import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ActivityEntry } from 'contract/activity/activity.ts'
import { type TaskStatus, taskStatusLabels } from 'contract/tasks/tasks.ts'
import { api } from '../shared/api/api.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { TextButton } from '../shared/feedback/text-button.tsx'
import { undo } from '../shared/feedback/undo.ts'
import { wordsOf } from '../shared/format/field-words.ts'
import { Moment } from '../shared/format/moment.tsx'
import { useCompanyId } from '../shared/session/session.ts'
import { TaskStatusBadge } from './task-status.tsx'
import classes from './tasks.module.css'

/** The history of a task, newest first: its creation, changes, reports and files, with the people. */
export function TaskHistory({ id }: { id: string }) {
  const companyId = useCompanyId()
  const { data, error, refetch } = useQuery(
    api.activity.list.queryOptions({ input: { companyId, entityId: id, pageSize: 200 } }),
  )
  if (error && !data) return <LoadFailure what="activity timeline" error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={80} />
  const entries = data.items.filter(isTold)
  return (
    <ol className={classes.history}>
      {entries.map((entry, place) => (
        <li key={entry.id}>
          <strong>{entry.userName ?? 'System'}</strong> {whatOf(entry)}
          {entry.fieldChanged === 'status' && isStatus(entry.newValue) && <TaskStatusBadge status={entry.newValue} />}
          <Moment at={entry.createdAt} />
          {entry.canUndo && entries.findIndex((other) => other.changeSetId === entry.changeSetId) === place && (
            <TextButton onClick={() => void undo({ companyId, changeSetId: entry.changeSetId })}>Undo</TextButton>
          )}
        </li>
      ))}
    </ol>
  )
}

/** Left out, because the change of another field says it already: the time of completion, the person who answered a report. */
const isTold = ({ entityType, fieldChanged }: ActivityEntry) =>
  fieldChanged === null ||
  (entityType === 'task' && fieldChanged !== 'completed_at') ||
  (entityType === 'task_report' && fieldChanged === 'answer') ||
  (entityType === 'task_item' && fieldChanged === 'is_done')

function whatOf(entry: ActivityEntry): string {
  const { entityType, entityName, action, fieldChanged, newValue } = entry
  if (entityType === 'file') return `${action === 'deleted' ? 'removed' : 'attached'} ${entityName}`
  if (entityType === 'comment') return 'commented'
  if (entityType === 'task_item') return itemWords(entry)
  if (entityType === 'task_report' && fieldChanged)
    return newValue === 'sent_back' ? 'sent the task back' : newValue ? 'confirmed the report' : 'took the answer back'
  if (entityType === 'task_report') return action === 'deleted' ? 'removed a report' : 'reported'
  if (fieldChanged === 'status') return 'set the status to '
  if (fieldChanged === 'assigned_to') return 'gave the task to somebody else'
  return fieldChanged
    ? `changed the ${wordsOf(entityType, fieldChanged).toLowerCase()}${newWords(entry)}`
    : 'created the task'
}

function itemWords({ entityName, action, fieldChanged, newValue }: ActivityEntry): string {
  if (fieldChanged) return `${newValue === 'true' ? 'ticked' : 'took the tick from'} ${entityName}`
  return `${action === 'deleted' ? 'removed' : 'added'} ${entityName} ${action === 'deleted' ? 'from' : 'to'} the checklist`
}

/** Names short values, but not long ones. */
const newWords = ({ newValue }: ActivityEntry) => (newValue && newValue.length <= 60 ? ` to ${newValue}` : '')

const isStatus = (value: string | null): value is TaskStatus => value !== null && value in taskStatusLabels
