import type { ActivityEntry } from 'contract/activity/activity.ts'
import { reportWords } from 'contract/tasks/task-report.ts'
import { type Task, taskPriorityLabels, taskStatusLabels } from 'contract/tasks/tasks.ts'
import { ActivityTimeline } from '../activity/public.tsx'
import { formatDate } from '../shared/format/dates.ts'
import { wordsOf } from '../shared/format/field-words.ts'
import { MemberName } from '../shared/session/member-name.tsx'
import { takeReportBack, useOwnReport } from './reports/own-report.ts'

/** The history of a task: its creation, changes, reports, checklist and files, with the people. */
export function TaskHistory({ task }: { task: Task }) {
  const own = useOwnReport(task)
  const isOwn = ({ entityType, entityId, action }: ActivityEntry) =>
    entityType === 'task_report' && action === 'created' && entityId === own?.id
  return (
    <ActivityTimeline
      entityId={task.id}
      Value={LoggedValue}
      isShown={isShown}
      describe={whatOf}
      wayBack={(entries) => (own && entries.some(isOwn) ? () => takeReportBack(task, own.id) : undefined)}
    />
  )
}

/** Left out, because the change of another field says it already: the time of completion, the person who answered a report. */
const isShown = ({ entityType, fieldChanged }: ActivityEntry) =>
  fieldChanged === null ||
  (entityType === 'task' && fieldChanged !== 'completed_at') ||
  (entityType === 'task_report' && fieldChanged === 'answer') ||
  (entityType === 'task_item' && fieldChanged === 'is_done')

/** What an entry says; undefined for a field with an old and a new value that people can read. */
function whatOf(entry: ActivityEntry): string | undefined {
  const { entityType, entityName, action, fieldChanged, newValue, report } = entry
  if (entityType === 'file') return `${action === 'deleted' ? 'Removed' : 'Attached'} ${entityName}`
  if (entityType === 'comment')
    return action === 'deleted' ? 'Removed a comment' : fieldChanged ? 'Changed a comment' : 'Commented'
  if (entityType === 'task_item') return itemWords(entry)
  if (entityType === 'task_report' && fieldChanged)
    return newValue === 'sent_back' ? 'Sent the task back' : newValue ? 'Confirmed the report' : 'Took the answer back'
  if (entityType === 'task_report') return reportSentence(report, action === 'deleted')
  if (!fieldChanged) return action === 'deleted' ? 'Removed the task' : 'Created the task'
  return isReference(fieldChanged) ? `Changed the ${wordsOf(entityType, fieldChanged).toLowerCase()}` : undefined
}

/** 'Reported done: Twice, with fine paste'. */
function reportSentence(report: ActivityEntry['report'], isTakenBack: boolean): string {
  const words = report ? reportWords(report) : 'Reported'
  return isTakenBack ? `Took back “${words}”` : words
}

/** Ids of records, which say nothing. Persons are shown by name. */
const isReference = (field: string) => field.endsWith('_id')

function itemWords({ entityName, action, fieldChanged, newValue }: ActivityEntry): string {
  if (fieldChanged) return `${newValue === 'true' ? 'Ticked' : 'Took the tick from'} ${entityName}`
  return `${action === 'deleted' ? 'Removed' : 'Added'} ${entityName} ${action === 'deleted' ? 'from' : 'to'} the checklist`
}

const longest = 120
const labels: Record<string, Record<string, string>> = { status: taskStatusLabels, priority: taskPriorityLabels }

function LoggedValue({ field, value }: { field: string; value: string | null }) {
  if (!value) return 'empty'
  if (field === 'assigned_to') return <MemberName id={value} />
  if (field === 'due_on') return formatDate(value)
  const words = labels[field]?.[value] ?? value.replace(/\s+/g, ' ')
  return words.length > longest ? `${words.slice(0, longest)} …` : words
}
