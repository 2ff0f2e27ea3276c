import { api } from '../../platform/http/api.ts'
import { countItem } from './count-item.ts'

const { stockCounts } = api

export const stockCountsRoutes = stockCounts.router({
  create: stockCounts.create.handler(({ input, context, errors }) =>
    context.write((db) => countItem(db, input, errors.NOT_FOUND)),
  ),
})
