import { assemblyCatalogue } from 'contract/inventory/assemblies.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { sendListFile } from '../exports/list-files.ts'
import { removeItems, removeSelected } from '../items/removal.ts'
import { assemblyItems, assemblyPage, assemblySource } from './assemblies.queries.ts'

const { assemblies } = api

export const assembliesRoutes = assemblies.router({
  list: assemblies.list.handler(({ input: { vendorId, location, ...query }, context }) =>
    context.read(async (db) => {
      const { counts: _counts, ...page } = await listPage(db, assemblyPage, query, {
        vendorId,
        location,
      })
      return page
    }),
  ),

  get: assemblies.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const assembly = await context.read((db) => assemblyItems.readPictured(db, companyId, id))
    if (!assembly) throw errors.NOT_FOUND()
    return assembly
  }),

  create: assemblies.create.handler(({ input: { companyId, ...sent }, context, errors }) =>
    context.write((db) => assemblyItems.create(db, companyId, sent, errors.CONFLICT)),
  ),

  update: assemblies.update.handler(({ input: { companyId, id, ...sent }, context, errors }) =>
    context.write((db) =>
      assemblyItems.update(db, { companyId, id, version: context.expectedVersion }, sent, errors.NOT_FOUND),
    ),
  ),

  remove: assemblies.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeItems(db, 'assemblies', { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: assemblies.removeMany.handler(({ input, context, errors }) =>
    context.write((db) => removeSelected(db, 'assemblies', input, { notFound: errors.NOT_FOUND, ...context })),
  ),

  listFile: assemblies.listFile.handler(({ input: { vendorId, location, ...query }, context }) =>
    sendListFile(context, assemblyCatalogue, assemblySource, { query, filters: { vendorId, location } }),
  ),
})
