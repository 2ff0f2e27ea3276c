import { assemblyCatalogue } from 'contract/inventory/assemblies.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { sendListFile } from '../exports/list-files.ts'
import { removeItems, removeSelected } from '../items/removal.ts'
import { assemblyPage, assemblySource } from './assemblies.queries.ts'
import { changeAssembly, createAssembly, readPictured } from './save-assembly.ts'

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
    const assembly = await context.read((db) => readPictured(db, companyId, id))
    if (!assembly) throw errors.NOT_FOUND()
    return assembly
  }),

  create: assemblies.create.handler(({ input, context, errors }) =>
    context.write((db) => createAssembly(db, input, errors.CONFLICT)),
  ),

  update: assemblies.update.handler(({ input, context, errors }) =>
    context.write((db) => changeAssembly(db, { ...input, version: context.expectedVersion }, errors.NOT_FOUND)),
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
