import { IconAlertTriangle } from '@tabler/icons-react'
import { type Task, type TaskPriority, taskPriorityLabels } from 'contract/tasks/tasks.ts'
import { formatDate } from '../shared/format/dates.ts'
import classes from './tasks.module.css'

export const TaskPriorityMark = ({ priority }: { priority: TaskPriority }) => (
  <span className={classes.priority} data-priority={priority}>
    {taskPriorityLabels[priority]}
  </span>
)

/** 'Nov 30, 2026', marked when it has passed; nothing without a due date. */
export function DueDate({ dueOn, isOverdue }: Pick<Task, 'dueOn' | 'isOverdue'>) {
  if (!dueOn) return null
  return (
    <span className={classes.due} data-overdue={isOverdue || undefined}>
      {isOverdue && <IconAlertTriangle size={13} stroke={2} aria-label="Overdue" />}
      {formatDate(dueOn)}
    </span>
  )
}

/** The name of whom a task was given to; who has left the company since is said to have. */
export const assigneeOf = ({
  assigneeName,
  isAssigneeMember,
}: Pick<Task, 'assigneeName' | 'isAssigneeMember'>): string =>
  `${assigneeName ?? 'No name'}${isAssigneeMember ? '' : ' (former member)'}`
