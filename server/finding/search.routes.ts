import { api } from '../platform/http/api.ts'
import { findOrders, findRecords } from './search.queries.ts'

const { search } = api

export const searchRoutes = search.router({
  find: search.find.handler(async ({ input: { companyId, q }, context }) => {
    const [records, orders] = await context.read((db) =>
      Promise.all([findRecords(db, companyId, q), findOrders(db, companyId, q)]),
    )
    const firstOther = records.findIndex(({ isExact }) => !isExact)
    return { items: records.toSpliced(firstOther < 0 ? records.length : firstOther, 0, ...orders) }
  }),
})
