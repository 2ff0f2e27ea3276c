import { allowSeconds, currentChangeSet, inUse, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { idsOf, listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import {
  deleteLocations,
  getLocation,
  insertLocation,
  locationSource,
  stockAt,
  updateLocation,
  usesOfLocations,
} from './locations.queries.ts'

const { locations } = api

export const locationsRoutes = locations.router({
  list: locations.list.handler(({ input: { kind, parentId, ...query }, context }) =>
    context.read((db) => listPage(db, locationSource, query, { kind, parentId })),
  ),

  get: locations.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const location = await context.read((db) => getLocation(db, companyId, id))
    if (!location) throw errors.NOT_FOUND()
    return location
  }),

  create: locations.create.handler(({ input: { companyId, ...fields }, context }) =>
    context.write(async (db) => {
      await allowSeconds(db, 60) // items whose location spells the code come home
      const location = await insertLocation(db, companyId, fields)
      return { ...location, changeSetId: await currentChangeSet(db) }
    }),
  ),

  update: locations.update.handler(({ input: { companyId, id, ...fields }, context, errors }) =>
    context.write(async (db) => {
      await allowSeconds(db, 60)
      const location = await updateLocation(db, companyId, id, fields, context.expectedVersion)
      if (location) return { ...location, changeSetId: await currentChangeSet(db) }
      const current = await getLocation(db, companyId, id)
      throw current ? staleSave(current) : errors.NOT_FOUND()
    }),
  ),

  remove: locations.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => remove(db, companyId, [id], errors.NOT_FOUND)),
  ),

  removeMany: locations.removeMany.handler(({ input: { companyId, selection }, context, errors }) =>
    context.write(async (db) => {
      await allowSeconds(db, 60)
      return remove(db, companyId, await idsOf(db, 'locations', companyId, selection), errors.NOT_FOUND)
    }),
  ),

  stock: locations.stock.handler(({ input, context, errors }) =>
    context.read(async (db) => {
      const [location, page] = await Promise.all([getLocation(db, input.companyId, input.id), stockAt(db, input)])
      if (!location) throw errors.NOT_FOUND()
      return page
    }),
  ),
})

/**
 * All or none: one id that is not there refuses the whole list (T2).
 * @throws 409 with the uses, when something is in stock there or a place inside stays
 */
async function remove(db: Db, companyId: string, ids: string[], notFound: () => Error) {
  const found = await usesOfLocations(db, companyId, ids)
  if (found.count > 0) throw inUse(found)
  if ((await deleteLocations(db, companyId, ids)) !== ids.length) throw notFound()
  return { count: ids.length, changeSetId: await currentChangeSet(db) }
}
