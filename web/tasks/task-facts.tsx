import { IconAlertTriangle } from '@tabler/icons-react'
import { reportLabels, type TaskReport } from 'contract/tasks/task-report.ts'
import { type Task, type TaskPriority, taskPriorityLabels } from 'contract/tasks/tasks.ts'
import { formatDate, nearDate } from '../shared/format/dates.ts'
import marks from './reports/task-report.module.css'
import classes from './tasks.module.css'
import { isOverdueOn, useToday } from './today.ts'

export const TaskPriorityMark = ({ priority }: { priority: TaskPriority }) => (
  <span className={`inline-row text-muted ${classes.priority}`} data-priority={priority}>
    {taskPriorityLabels[priority]}
  </span>
)

type Due = Pick<Task, 'dueOn' | 'status'>

/** A mark of its own, because a blocked task can be overdue too. Shows nothing if the task is not overdue. */
export function OverdueMark(task: Due) {
  const today = useToday()
  if (!isOverdueOn(today, task)) return null
  return (
    <span className="inline-row gap-1 text-xs text-danger font-medium nowrap">
      <IconAlertTriangle size={13} stroke={2} aria-hidden /> Overdue
    </span>
  )
}

/** 'Tomorrow', 'In 3 days' or 'Nov 30, 2026', marked when overdue; empty without a due date. */
export function DueDate(task: Due) {
  const today = useToday()
  if (!task.dueOn) return null
  const isOverdue = isOverdueOn(today, task)
  return (
    <span
      className={`inline-row nowrap gap-1 tabular-nums ${classes.due}`}
      data-overdue={isOverdue || undefined}
      title={formatDate(task.dueOn)}
    >
      {isOverdue && <IconAlertTriangle size={13} stroke={2} aria-label="Overdue" />}
      {nearDate(task.dueOn, today)}
    </span>
  )
}

/** 'Tomorrow', for a line that marks an overdue task with a word. */
export const DueDay = ({ on }: { on: string }) => <span title={formatDate(on)}>{nearDate(on, useToday())}</span>

/** Whether the task was reported done and waits for the word of somebody else: then its status says nothing new. */
export const isReportedDone = ({ report }: { report: TaskReport | null }): boolean =>
  report?.kind === 'done' && report.answer === null

/** 'Reported done', until somebody answers; 'Sent back' after that. */
export function ReportMark({ report }: { report: TaskReport | null }) {
  if (!report) return null
  return (
    <span
      className={`inline-block text-xs font-medium nowrap ${marks.mark}`}
      data-kind={report.answer ?? report.kind}
      title={report.answerComment ?? report.comment ?? undefined}
    >
      {report.answer === 'sent_back' ? 'Sent back' : reportLabels[report.kind]}
    </span>
  )
}

/** The name of the assignee, with a note if they have left the company. */
export const assigneeOf = ({
  assigneeName,
  isAssigneeMember,
}: Pick<Task, 'assigneeName' | 'isAssigneeMember'>): string =>
  `${assigneeName ?? 'No name'}${isAssigneeMember ? '' : ' (former member)'}`
