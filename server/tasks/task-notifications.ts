import type { ReportKind } from 'contract/tasks/task-report.ts'
import type { Task } from 'contract/tasks/tasks.ts'
import { notify } from '../notifications/public.ts'
import type { Db } from '../platform/database/handle.ts'

type AssignedTask = Pick<Task, 'companyId' | 'id' | 'assignedTo' | 'assignedBy'>

const recordOf = ({ id }: AssignedTask) => ({ type: 'task', id }) as const

/** Tells the new assignee. */
export const notifyAssigned = (db: Db, task: AssignedTask): Promise<void> =>
  notify(db, { companyId: task.companyId, topic: 'task_assigned', to: [task.assignedTo], record: recordOf(task) })

/** Tells the creator that the task was reported done, or needs help. A report that somebody has started is only shown at the task. */
export async function notifyReported(db: Db, task: AssignedTask, kind: ReportKind): Promise<void> {
  if (kind === 'started') return
  const topic = kind === 'done' ? 'task_done' : 'task_help'
  await notify(db, { companyId: task.companyId, topic, to: [task.assignedBy], record: recordOf(task) })
}

/** Tells the assignee that the task was sent back, with the comment. */
export const notifySentBack = (db: Db, task: AssignedTask): Promise<void> =>
  notify(db, { companyId: task.companyId, topic: 'task_sent_back', to: [task.assignedTo], record: recordOf(task) })

const mostNotifications = 20

/** When somebody is given many tasks at once, tells them of the first twenty: hundreds of notifications would say no more. */
export async function notifyManyAssigned(db: Db, companyId: string, to: string, ids: string[]): Promise<void> {
  for (const id of ids.slice(0, mostNotifications))
    await notify(db, { companyId, topic: 'task_assigned', to: [to], record: { type: 'task', id } })
}
