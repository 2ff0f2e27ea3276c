import { type CompanyMovement, movementFields, type PartValue, stockValueFields } from 'contract/inventory/movements.ts'
import { allowSeconds } from '../../platform/database/changes.ts'
import { api } from '../../platform/http/api.ts'
import { sendList } from '../../platform/spreadsheet/send-list.ts'
import { eachCompanyMovement, listCompanyMovements } from './movements.queries.ts'
import { daysOf, eachPartValue, listStockValue } from './stock-value.queries.ts'

const { movements, stockValue } = api

export const movementsRoutes = movements.router({
  list: movements.list.handler(({ input, context }) => context.read((db) => listCompanyMovements(db, input))),

  listFile: movements.listFile.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<CompanyMovement>(context, {
      ...{ name: 'movements', companyId: query.companyId, format, columns, all: movementFields },
      rows: (db) => eachCompanyMovement(db, query),
    }),
  ),
})

export const stockValueRoutes = stockValue.router({
  list: stockValue.list.handler(({ input, context }) =>
    context.read(async (db) => {
      await allowSeconds(db, 60)
      const days = await daysOf(db, input.companyId)
      const on = input.on ?? days.today
      return { ...(await listStockValue(db, input, on)), on, ...days }
    }),
  ),

  listFile: stockValue.listFile.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<PartValue>(context, {
      ...{ name: 'stock-value', companyId: query.companyId, format, columns, all: stockValueFields },
      async *rows(db) {
        yield* eachPartValue(db, query, query.on ?? (await daysOf(db, query.companyId)).today)
      },
    }),
  ),
})
