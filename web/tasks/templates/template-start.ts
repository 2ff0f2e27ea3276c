import { daysLater } from 'contract/tasks/repeats.ts'
import type { TaskTemplate } from 'contract/tasks/task-templates.ts'
import { itemOfTask, itemValues, type TaskValues } from '../task-values.ts'

/** The first values of a task that is made from a template. @param today the due date counts from this day */
export function startOfTemplate(template: TaskTemplate, today: string) {
  const { id, title, description, priority, assignedTo, assigneeName, isAssigneeMember, dueDays, item, sop } = template
  const isThere = assignedTo !== null && isAssigneeMember
  const values: Partial<TaskValues> = {
    ...{ title, description: description ?? '', priority, assignedTo: isThere ? assignedTo : null },
    ...{ dueOn: dueDays === null ? '' : daysLater(today, dueDays), sopId: sop?.id ?? null, templateId: id },
    ...itemValues(item),
  }
  return {
    values,
    item: itemOfTask(item),
    assignee: isThere ? { value: assignedTo, label: assigneeName ?? 'No name' } : undefined,
  }
}
