import { ORPCError } from '@orpc/server'
import { can, type Role, reachOf } from 'contract/permissions.ts'
import { editRefusal } from 'contract/tasks/edit-refusal.ts'
import { taskFields } from 'contract/tasks/task-fields.ts'
import { type TaskScope, taskPriorityLabels, taskStatusLabels } from 'contract/tasks/tasks.ts'
import { allowSeconds, currentChangeSet } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import { goneOf, writeBatch } from '../platform/http/write-batch.ts'
import { sendList } from '../platform/spreadsheet/send-list.ts'
import { queueCalendarEvent, queueChangedEvents } from './calendar-job.ts'
import { insertTasks, updateTasks } from './many-tasks.ts'
import { type Announced, announceSaved, changeTask, createTask, type SavedTask } from './save-task.ts'
import { chosenTasks, editMany } from './task-bulk-edit.ts'
import { mayEdit } from './task-rights.ts'
import { countForeign, countTasks, deleteTasks, eachTask, type FileTask, getTask, listTasks } from './tasks.queries.ts'

const { tasks, taskBatches } = api

export const tasksRoutes = tasks.router({
  list: tasks.list.handler(({ input, context, errors }) =>
    context.readAs(async (db, { role }) => {
      if (!mayAskFor(role, input.scope)) throw errors.FORBIDDEN()
      return listTasks(db, input)
    }),
  ),

  listFile: tasks.listFile.handler(async ({ input: { format, columns, ...query }, context, errors }) => {
    await context.readAs(async (_db, { role }) => {
      if (!mayAskFor(role, query.scope)) throw errors.FORBIDDEN()
    })
    await sendList<FileTask>(context, {
      ...{ name: 'tasks', companyId: query.companyId, format, columns, all: taskFields },
      shown: {
        status: ({ status }) => taskStatusLabels[status],
        priority: ({ priority }) => taskPriorityLabels[priority],
      },
      rows: (db) => eachTask(db, query),
    })
  }),

  get: tasks.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const task = await context.read((db) => getTask(db, companyId, id))
    if (!task) throw errors.NOT_FOUND()
    return task
  }),

  create: tasks.create.handler(({ input: { companyId, ...fields }, context }) =>
    context.write(async (db) => {
      const saved = await createTask(db, companyId, fields)
      await announceSaved(db, context.jobs.enqueue, companyId, [saved])
      return { ...saved.task, changeSetId: await currentChangeSet(db) }
    }),
  ),

  update: tasks.update.handler(({ input, context, errors }) =>
    context.write(async (db, identity) => {
      const saved = await changeTask(db, identity, { ...input, version: context.expectedVersion }, errors)
      await announceSaved(db, context.jobs.enqueue, input.companyId, [saved])
      return { ...saved.task, changeSetId: await currentChangeSet(db) }
    }),
  ),

  counts: tasks.counts.handler(({ input: { companyId }, context }) => context.read((db) => countTasks(db, companyId))),

  bulkEdit: tasks.bulkEdit.handler(({ input, context, errors }) =>
    context.write((db) => editMany(db, context.jobs.enqueue, input, errors)),
  ),

  removeMany: tasks.removeMany.handler(({ input: { companyId, selection }, context, errors }) =>
    context.write(async (db) => {
      await allowSeconds(db, 60)
      const ids = await chosenTasks(db, companyId, selection)
      if ((await countForeign(db, companyId, ids, false)) > 0) throw errors.FORBIDDEN()
      if ((await deleteTasks(db, companyId, ids)) !== ids.length) throw errors.NOT_FOUND()
      const changeSetId = await currentChangeSet(db)
      await queueChangedEvents(db, context.jobs.enqueue, companyId, ids)
      return { count: ids.length, changeSetId }
    }),
  ),

  remove: tasks.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db, identity) => {
      const task = await getTask(db, companyId, id)
      if (!task) throw errors.NOT_FOUND()
      if (!mayEdit(identity, task)) throw errors.FORBIDDEN()
      const count = await deleteTasks(db, companyId, [id])
      if (count === 0) throw errors.NOT_FOUND() // somebody was faster
      await queueCalendarEvent(db, context.jobs.enqueue, companyId, id)
      return { count, changeSetId: await currentChangeSet(db) }
    }),
  ),
})

export const taskBatchesRoutes = taskBatches.router({
  write: taskBatches.write.handler(({ input: { companyId, ...batch }, context }) =>
    context.write(async (db, identity) => {
      const saved: Announced[] = []
      const keep = (task: SavedTask) => {
        saved.push(task)
        return task.task
      }
      const keepAll = (tasks: (Announced & { version: number })[]) => {
        saved.push(...tasks)
        return tasks.map(({ task: { id }, version }) => ({ id, version }))
      }
      const result = await writeBatch(db, { table: 'tasks', companyId }, batch, {
        create: {
          one: async (fields) => keep(await createTask(db, companyId, fields)),
          many: {
            takes: ({ templateId }) => templateId === undefined,
            write: async (sent) => keepAll(await insertTasks(db, companyId, sent)),
          },
        },
        update: {
          one: async (changes) => keep(await changeTask(db, identity, { companyId, ...changes }, refusals)),
          many: {
            takes: ({ blockedBy }) => blockedBy === undefined,
            write: async (sent) => keepAll(await updateTasks(db, identity, companyId, sent)),
          },
        },
      })
      await announceSaved(db, context.jobs.enqueue, companyId, saved)
      return result
    }),
  ),
})

const refusals = {
  NOT_FOUND: goneOf('task'),
  FORBIDDEN: () => new ORPCError('FORBIDDEN', editRefusal.FORBIDDEN),
}

/** Team Tasks is for people who may assign tasks. All Tasks is refused to people who may assign but read only their own (T6). */
function mayAskFor(role: Role | null, scope: TaskScope | undefined): boolean {
  if (scope === 'team') return can(role, 'task.create')
  return scope !== 'all' || !can(role, 'task.create') || reachOf(role, 'task.read') !== 'own'
}
