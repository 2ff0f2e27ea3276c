import { allowSeconds, wholeCompanySeconds } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import { hasChangeSet, isLongChangeSet, listActivity, lockChangeSet, undoChangeSet } from './activity.queries.ts'

const { activity } = api

export const activityRoutes = activity.router({
  list: activity.list.handler(({ input, context }) =>
    context.read(async (db) => {
      const items = await listActivity(db, context.keyring, input)
      return { items, next: items.length === input.pageSize ? (items.at(-1)?.id ?? null) : null }
    }),
  ),

  undo: activity.undo.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      const set = await lockChangeSet(db, companyId, id)
      if (!set) throw (await hasChangeSet(db, companyId, id)) ? errors.FORBIDDEN() : errors.NOT_FOUND()
      if (!set.canUndo) throw errors.CONFLICT({ data: { reason: 'undone' } })
      if (!set.mayUndo) throw errors.FORBIDDEN()
      if (await isLongChangeSet(db, companyId, id)) context.takesLong()
      await allowSeconds(db, wholeCompanySeconds)
      return undoChangeSet(db, companyId, id)
    }),
  ),
})
