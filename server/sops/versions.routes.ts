import { api } from '../platform/http/api.ts'
import { getSop } from './sops.queries.ts'
import { getVersion, listVersions } from './versions.queries.ts'

const { sopVersions } = api

export const sopVersionsRoutes = sopVersions.router({
  list: sopVersions.list.handler(async ({ input: { companyId, id }, context, errors }) => {
    const [sop, items] = await context.read((db) => Promise.all([getSop(db, companyId, id), listVersions(db, id)]))
    if (!sop) throw errors.NOT_FOUND()
    return { items }
  }),

  get: sopVersions.get.handler(async ({ input: { id, number }, context, errors }) => {
    const version = await context.read((db) => getVersion(db, id, number))
    if (!version) throw errors.NOT_FOUND()
    return version
  }),
})
