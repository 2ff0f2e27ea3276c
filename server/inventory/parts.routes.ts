import type { Part } from 'contract/inventory/parts.ts'
import { api } from '../platform/api.ts'
import { allowSeconds, currentChangeSet, staleSave } from '../platform/changes.ts'
import type { Db } from '../platform/database.ts'
import { idsMatching, listPage } from '../platform/list-page.ts'
import { deleteParts, getPart, insertPart, partSource, updatePart } from './parts.queries.ts'
import { removeItems } from './removal.ts'

const { parts } = api

export const partsRoutes = parts.router({
  list: parts.list.handler(({ input: { isLowStock, vendorId, location, ...query }, context }) =>
    context.inCompany(async (db) => {
      const { counts, ...page } = await listPage<Part>(db, partSource, query, { isLowStock, vendorId, location })
      return { ...page, lowStockCount: counts.marked }
    }),
  ),

  get: parts.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const part = await context.inCompany((db) => getPart(db, companyId, id))
    if (!part) throw errors.NOT_FOUND()
    return part
  }),

  create: parts.create.handler(({ input: { companyId, ...fields }, context }) =>
    context.inCompany(async (db) => {
      const [part, changeSetId] = await Promise.all([insertPart(db, companyId, fields), currentChangeSet(db)])
      return { ...part, changeSetId }
    }),
  ),

  update: parts.update.handler(({ input: { companyId, id, ...fields }, context, errors }) =>
    context.inCompany(async (db) => {
      const [part, changeSetId] = await Promise.all([
        updatePart(db, companyId, id, fields, context.expectedVersion),
        currentChangeSet(db),
      ])
      if (part) return { ...part, changeSetId }
      const current = await getPart(db, companyId, id)
      throw current ? staleSave(current) : errors.NOT_FOUND()
    }),
  ),

  remove: parts.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.inCompany((db) => removeParts(db, companyId, [id], errors.NOT_FOUND)),
  ),

  removeMany: parts.removeMany.handler(({ input: { companyId, selection }, context, errors }) =>
    context.inCompany(async (db) => {
      await allowSeconds(db, 60)
      if ('ids' in selection) return removeParts(db, companyId, [...new Set(selection.ids)], errors.NOT_FOUND)
      const { q, ...filters } = selection.matching
      return removeParts(db, companyId, await idsMatching(db, 'parts', companyId, q, filters), errors.NOT_FOUND)
    }),
  ),
})

const removeParts = (db: Db, companyId: string, ids: string[], notFound: () => Error) =>
  removeItems(db, { companyId, ids, remove: deleteParts, notFound })
