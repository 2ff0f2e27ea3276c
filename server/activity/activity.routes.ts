import { allowSeconds, wholeCompanySeconds } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import {
  hasChangeSet,
  isLongChangeSet,
  listActivity,
  lockChangeSet,
  tryUndo,
  undoChangeSet,
} from './activity.queries.ts'

const { activity } = api

export const activityRoutes = activity.router({
  list: activity.list.handler(({ input, context }) =>
    context.read(async (db) => {
      const items = await listActivity(db, context.keyring, input)
      return { items, next: items.length === input.pageSize ? (items.at(-1)?.id ?? null) : null }
    }),
  ),

  undo: activity.undo.handler(({ input: { companyId, id, trial }, context, errors }) =>
    context.write(async (db) => {
      const set = await lockChangeSet(db, companyId, id)
      if (!set) throw (await hasChangeSet(db, companyId, id)) ? errors.FORBIDDEN() : errors.NOT_FOUND()
      if (!set.canUndo) throw errors.CONFLICT({ data: { reason: 'undone' } })
      if (!set.mayUndo) throw errors.FORBIDDEN()
      const isLong = await isLongChangeSet(db, companyId, id)
      // Nobody waits minutes for an answer before the question.
      if (trial && isLong) return { restored: 0, conflictCount: 0, conflicts: [], changeSetId: null }
      if (isLong) context.takesLong()
      await allowSeconds(db, wholeCompanySeconds)
      return trial ? tryUndo(db, companyId, id) : undoChangeSet(db, companyId, id)
    }),
  ),
})
