import { itemLimit } from 'contract/tasks/task-items.ts'
import { currentChangeSet } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { api } from '../platform/http/api.ts'
import { countItems, deleteItem, insertItems, listItems, tickItem } from './task-items.queries.ts'
import { mayEdit } from './task-rights.ts'
import { getTask } from './tasks.queries.ts'

const { taskItems } = api

export const taskItemsRoutes = taskItems.router({
  list: taskItems.list.handler(({ input: { companyId, id }, context, errors }) =>
    context.read((db) => checklistOf(db, companyId, id, errors.NOT_FOUND)),
  ),

  create: taskItems.create.handler(({ input: { companyId, id, text }, context, errors }) =>
    context.write(async (db, identity) => {
      const task = await getTask(db, companyId, id)
      if (!task) throw errors.NOT_FOUND()
      if (!mayEdit(identity, task)) throw errors.FORBIDDEN()
      if ((await countItems(db, companyId, id)) >= itemLimit) throw errors.TOO_MANY()
      await insertItems(db, companyId, id, [text])
      return checklistOf(db, companyId, id, errors.NOT_FOUND)
    }),
  ),

  tick: taskItems.tick.handler(({ input: { isDone, ...line }, context, errors }) =>
    context.write(async (db) => {
      const isTicked = await tickItem(db, line, isDone)
      const checklist = await checklistOf(db, line.companyId, line.id, errors.NOT_FOUND)
      if (isTicked) return checklist
      throw checklist.items.some(({ id }) => id === line.itemId) ? errors.FORBIDDEN() : errors.NOT_FOUND()
    }),
  ),

  remove: taskItems.remove.handler(({ input, context, errors }) =>
    context.write(async (db, identity) => {
      const task = await getTask(db, input.companyId, input.id)
      if (!task) throw errors.NOT_FOUND()
      if (!mayEdit(identity, task)) throw errors.FORBIDDEN()
      if (!(await deleteItem(db, input))) throw errors.NOT_FOUND()
      const changeSetId = await currentChangeSet(db)
      return { ...(await checklistOf(db, input.companyId, input.id, errors.NOT_FOUND)), changeSetId }
    }),
  ),
})

async function checklistOf(db: Db, companyId: string, id: string, gone: () => Error) {
  const [task, items] = await Promise.all([getTask(db, companyId, id), listItems(db, companyId, id)])
  if (!task) throw gone()
  return { items }
}
