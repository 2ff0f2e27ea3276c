import { type AssemblyChanges, assemblyCatalogue, type NewAssembly } from 'contract/inventory/assemblies.ts'
import type { z } from 'zod'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { sendListFile } from '../exports/list-files.ts'
import { writeBatch } from '../items/batches.ts'
import { madeItems } from '../items/made-items.ts'
import { removeItems, removeSelected } from '../items/removal.ts'
import { assemblyPage, assemblySource, getAssembly } from './assemblies.queries.ts'

const { assemblies } = api

const made = madeItems('assemblies', getAssembly, (assembly, components) => ({ ...assembly, components }))

const addedOf = ({ companyId, components: lines, ...fields }: z.infer<typeof NewAssembly> & { companyId: string }) => ({
  ...{ companyId, fields, lines },
  number: fields.assemblyNumber,
})

type Changed = z.infer<typeof AssemblyChanges> & { companyId: string; id: string; version: number | null }
const changedOf = ({ companyId, id, version, components: lines, ...fields }: Changed) => ({
  ...{ companyId, id, version, fields, lines },
  number: fields.assemblyNumber,
})

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
    const assembly = await context.read((db) => made.readPictured(db, companyId, id))
    if (!assembly) throw errors.NOT_FOUND()
    return assembly
  }),

  create: assemblies.create.handler(({ input, context, errors }) =>
    context.write((db) => made.create(db, addedOf(input), errors.CONFLICT)),
  ),

  update: assemblies.update.handler(({ input, context, errors }) =>
    context.write((db) => made.update(db, changedOf({ ...input, version: context.expectedVersion }), errors.NOT_FOUND)),
  ),

  batch: assemblies.batch.handler(({ input: { companyId, ...batch }, context, errors }) =>
    context.write((db) =>
      writeBatch(db, batch, {
        create: (fields) => made.create(db, addedOf({ companyId, ...fields }), errors.CONFLICT),
        update: (changes) => made.update(db, changedOf({ companyId, ...changes }), errors.NOT_FOUND),
      }),
    ),
  ),

  remove: assemblies.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeItems(db, 'assemblies', { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: assemblies.removeMany.handler(({ input, context, errors }) =>
    context.write((db) => removeSelected(db, 'assemblies', input, errors.NOT_FOUND)),
  ),

  listFile: assemblies.listFile.handler(({ input: { vendorId, location, ...query }, context }) =>
    sendListFile(context, assemblyCatalogue, assemblySource, { query, filters: { vendorId, location } }),
  ),
})
