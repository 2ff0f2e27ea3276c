import { api } from '../../platform/http/api.ts'
import { historyOf } from './stock-history.queries.ts'

const { stockHistory } = api

export const stockHistoryRoutes = stockHistory.router({
  get: stockHistory.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const history = await context.read((db) => historyOf(db, companyId, id))
    if (!history) throw errors.NOT_FOUND()
    return history
  }),
})
