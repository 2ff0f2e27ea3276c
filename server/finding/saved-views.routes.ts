import { can } from 'contract/permissions.ts'
import { staleSave } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import { getView, insertView, listViews, restoreView, setDefaultView, updateView } from './saved-views.queries.ts'
import { refuseUnknownKeys } from './view-keys.ts'

const { savedViews } = api

export const savedViewsRoutes = savedViews.router({
  list: savedViews.list.handler(async ({ input: { companyId, list }, context }) => ({
    items: await context.read((db) => listViews(db, companyId, list)),
  })),

  create: savedViews.create.handler(({ input: { companyId, ...fields }, context, errors }) =>
    context.write(async (db, { role }) => {
      refuseUnknownKeys(fields.list, fields.state)
      if (fields.isShared && !can(role, 'view.share')) throw errors.FORBIDDEN()
      return insertView(db, companyId, fields)
    }),
  ),

  update: savedViews.update.handler(({ input: { companyId, id, ...fields }, context, errors }) =>
    context.write(async (db, { role }) => {
      const current = await getView(db, companyId, id)
      if (!current) throw errors.NOT_FOUND()
      const sharesIt = fields.isShared === true && !can(role, 'view.share')
      // If somebody else's view became private, the person who did that could not reach it any more.
      const takesIt = fields.isShared === false && !current.isOwn
      if (!current.mayChange || sharesIt || takesIt) throw errors.FORBIDDEN(takesIt ? { message: onlyItsMaker } : {})
      if (fields.state) refuseUnknownKeys(current.list, fields.state)
      if (!(await updateView(db, companyId, id, fields, context.expectedVersion))) throw staleSave(current)
      const saved = await getView(db, companyId, id)
      if (!saved) throw errors.NOT_FOUND()
      return saved
    }),
  ),

  remove: savedViews.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      const current = await getView(db, companyId, id)
      if (!current) throw errors.NOT_FOUND()
      if (!current.mayChange) throw errors.FORBIDDEN()
      await updateView(db, companyId, id, { deletedAt: new Date().toISOString() }, null)
    }),
  ),

  restore: savedViews.restore.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      await restoreView(db, companyId, id)
      const restored = await getView(db, companyId, id)
      if (!restored) throw errors.NOT_FOUND()
      return restored
    }),
  ),

  setDefault: savedViews.setDefault.handler(({ input: { companyId, list, viewId }, context, errors }) =>
    context.write(async (db) => {
      if (!(await setDefaultView(db, companyId, list, viewId))) throw errors.NOT_FOUND()
    }),
  ),
})

const onlyItsMaker = 'Only the person who made a view can make it private'
