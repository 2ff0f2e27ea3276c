import { api } from '../platform/http/api.ts'
import { findRecords } from './search.queries.ts'

const { search } = api

export const searchRoutes = search.router({
  find: search.find.handler(async ({ input: { companyId, q }, context }) => ({
    items: await context.read((db) => findRecords(db, companyId, q)),
  })),
})
