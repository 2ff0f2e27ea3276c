import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { api } from '../platform/http/api.ts'
import { goneOf, writeBatch } from '../platform/http/write-batch.ts'
import { announceSaved, changeTask, createTask, type SavedTask } from './save-task.ts'

const { taskBatches } = api

export const taskBatchesRoutes = taskBatches.router({
  write: taskBatches.write.handler(({ input: { companyId, ...batch }, context }) =>
    context.write(async (db, identity) => {
      const saved: SavedTask[] = []
      const keep = (task: SavedTask) => {
        saved.push(task)
        return task.task
      }
      const result = await writeBatch(db, batch, {
        create: async (fields) => keep(await createTask(db, companyId, fields)),
        update: async (changes) => keep(await changeTask(db, identity, { companyId, ...changes }, refusals)),
      })
      await announceSaved(db, context.jobs.enqueue, companyId, saved)
      return result
    }),
  ),
})

const refusals = {
  NOT_FOUND: goneOf('task'),
  FORBIDDEN: () =>
    new ORPCError('FORBIDDEN', {
      ...sharedErrors.FORBIDDEN,
      message: 'Only the person who gave this task, or an operator, may edit it',
    }),
}
