import { type CompanyMovement, movementFields, type PartValue, stockValueFields } from 'contract/inventory/movements.ts'
import { allowSeconds } from '../../platform/database/changes.ts'
import { api } from '../../platform/http/api.ts'
import { eachRowOf, sendList } from '../../platform/spreadsheet/send-list.ts'
import { listCompanyMovements } from './movements.queries.ts'
import { listStockValue, todayOf } from './stock-value.queries.ts'

const { movements, stockValue } = api

export const movementsRoutes = movements.router({
  list: movements.list.handler(({ input, context }) => context.read((db) => listCompanyMovements(db, input))),

  listFile: movements.listFile.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<CompanyMovement>(context, {
      ...{ name: 'movements', companyId: query.companyId, format, columns, all: movementFields },
      rows: (db) => eachRowOf((page) => listCompanyMovements(db, { ...query, ...page })),
    }),
  ),
})

export const stockValueRoutes = stockValue.router({
  list: stockValue.list.handler(({ input, context }) =>
    context.read(async (db) => {
      await allowSeconds(db, 60)
      const today = await todayOf(db, input.companyId)
      const on = input.on ?? today
      return { ...(await listStockValue(db, input, on)), on, today }
    }),
  ),

  listFile: stockValue.listFile.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<PartValue>(context, {
      ...{ name: 'stock-value', companyId: query.companyId, format, columns, all: stockValueFields },
      async *rows(db) {
        const on = query.on ?? (await todayOf(db, query.companyId))
        // One query for all: each page would walk through the log again.
        yield* (await listStockValue(db, { ...query, page: 1, pageSize: 1_000_000 }, on)).items
      },
    }),
  ),
})
