import { IconAlertTriangle } from '@tabler/icons-react'
import { type Task, type TaskPriority, taskPriorityLabels } from 'contract/tasks/tasks.ts'
import { formatDate } from '../shared/format/dates.ts'
import classes from './tasks.module.css'

export const TaskPriorityMark = ({ priority }: { priority: TaskPriority }) => (
  <span className={classes.priority} data-priority={priority}>
    {taskPriorityLabels[priority]}
  </span>
)

/** Stands beside the status: a blocked task can be overdue too. */
export const OverdueMark = () => (
  <span className={classes.overdue}>
    <IconAlertTriangle size={13} stroke={2} aria-hidden />
    Overdue
  </span>
)

/** 'Nov 30, 2026', marked when overdue; empty without a due date. */
export function DueDate({ dueOn, isOverdue }: Pick<Task, 'dueOn' | 'isOverdue'>) {
  if (!dueOn) return null
  return (
    <span className={classes.due} data-overdue={isOverdue || undefined}>
      {isOverdue && <IconAlertTriangle size={13} stroke={2} aria-label="Overdue" />}
      {formatDate(dueOn)}
    </span>
  )
}

/** The name of the assignee, with a note if they have left the company. */
export const assigneeOf = ({
  assigneeName,
  isAssigneeMember,
}: Pick<Task, 'assigneeName' | 'isAssigneeMember'>): string =>
  `${assigneeName ?? 'No name'}${isAssigneeMember ? '' : ' (former member)'}`
