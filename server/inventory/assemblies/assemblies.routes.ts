import type { Assembly } from 'contract/inventory/assemblies.ts'
import { allowSeconds, currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { idsOf, listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { listLines, replaceLines } from '../bom/lines.queries.ts'
import { removeItems } from '../items/removal.ts'
import { refuseTwin } from '../items/twins.ts'
import { assemblySource, getAssembly, insertAssembly, updateAssembly } from './assemblies.queries.ts'

const { assemblies } = api

export const assembliesRoutes = assemblies.router({
  list: assemblies.list.handler(({ input: { vendorId, location, ...query }, context }) =>
    context.read(async (db) => {
      const { counts: _counts, ...page } = await listPage(db, assemblySource, query, {
        vendorId,
        location,
      })
      return page
    }),
  ),

  get: assemblies.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const assembly = await context.read((db) => readAssembly(db, companyId, id))
    if (!assembly) throw errors.NOT_FOUND()
    return assembly
  }),

  create: assemblies.create.handler(({ input: { companyId, components, ...fields }, context, errors }) =>
    context.write(async (db) => {
      await refuseTwin(db, 'assemblies', companyId, fields.assemblyNumber)
      const { id } = await insertAssembly(db, companyId, fields)
      if (components) await replaceLines(db, companyId, { type: 'assembly', id }, 'components', components)
      return savedAssembly(db, companyId, id, errors.CONFLICT)
    }),
  ),

  update: assemblies.update.handler(({ input: { companyId, id, components, ...fields }, context, errors }) =>
    context.write(async (db) => {
      await refuseTwin(db, 'assemblies', companyId, fields.assemblyNumber, id)
      if (!(await updateAssembly(db, companyId, id, fields, context.expectedVersion))) {
        const current = await readAssembly(db, companyId, id)
        throw current ? staleSave(current) : errors.NOT_FOUND()
      }
      if (components) await replaceLines(db, companyId, { type: 'assembly', id }, 'components', components)
      return savedAssembly(db, companyId, id, errors.NOT_FOUND)
    }),
  ),

  remove: assemblies.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeItems(db, 'assemblies', { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: assemblies.removeMany.handler(({ input: { companyId, selection }, context, errors }) =>
    context.write(async (db) => {
      await allowSeconds(db, 60)
      const ids = await idsOf(db, 'assemblies', companyId, selection)
      return removeItems(db, 'assemblies', { companyId, ids, notFound: errors.NOT_FOUND })
    }),
  ),
})

async function readAssembly(db: Db, companyId: string, id: string): Promise<Assembly | undefined> {
  const [assembly, components] = await Promise.all([getAssembly(db, companyId, id), listLines(db, companyId, id)])
  return assembly && { ...assembly, components }
}

async function savedAssembly(db: Db, companyId: string, id: string, gone: () => Error) {
  const [assembly, changeSetId] = await Promise.all([readAssembly(db, companyId, id), currentChangeSet(db)])
  if (!assembly) throw gone()
  return { ...assembly, changeSetId }
}
