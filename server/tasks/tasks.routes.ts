import { can, type Role, reachOf } from 'contract/permissions.ts'
import type { TaskScope } from 'contract/tasks/tasks.ts'
import { notify } from '../notifications/public.ts'
import { staleSave } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import { queueCalendarEvent } from './calendar-job.ts'
import { getTask, insertTask, listTasks, setTaskStatus } from './tasks.queries.ts'

const { tasks } = api

export const tasksRoutes = tasks.router({
  list: tasks.list.handler(({ input, context, errors }) =>
    context.readAs(async (db, { role }) => {
      if (!mayAskFor(role, input.scope)) throw errors.FORBIDDEN()
      return listTasks(db, input)
    }),
  ),

  get: tasks.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const task = await context.read((db) => getTask(db, companyId, id))
    if (!task) throw errors.NOT_FOUND()
    return task
  }),

  create: tasks.create.handler(({ input: { companyId, ...fields }, context, errors }) =>
    context.write(async (db) => {
      const task = await getTask(db, companyId, await insertTask(db, companyId, fields))
      if (!task) throw errors.UNPROCESSABLE()
      await queueCalendarEvent(db, context.jobs.enqueue, companyId, task.id)
      await notify(db, {
        companyId,
        topic: 'task_assigned',
        to: [task.assignedTo],
        record: { type: 'task', id: task.id },
      })
      return task
    }),
  ),

  setStatus: tasks.setStatus.handler(({ input: { companyId, id, status }, context, errors }) =>
    context.write(async (db) => {
      const isSaved = await setTaskStatus(db, companyId, id, status, context.expectedVersion)
      const task = await getTask(db, companyId, id)
      if (!task) throw errors.NOT_FOUND()
      if (!isSaved) throw staleSave(task)
      await queueCalendarEvent(db, context.jobs.enqueue, companyId, id)
      return task
    }),
  ),
})

/** Team Tasks is for people who assign; All Tasks is refused to those of them who see only their own (T6). */
function mayAskFor(role: Role | null, scope: TaskScope | undefined): boolean {
  if (scope === 'team') return can(role, 'task.create')
  return scope !== 'all' || !can(role, 'task.create') || reachOf(role, 'task.read') !== 'own'
}
