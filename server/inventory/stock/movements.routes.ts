import { type CompanyMovement, type ItemValue, movementFields, stockValueFields } from 'contract/inventory/movements.ts'
import { allowSeconds } from '../../platform/database/changes.ts'
import { api } from '../../platform/http/api.ts'
import { sendList } from '../../platform/spreadsheet/send-list.ts'
import { withUnitAndLots } from '../exports/added-columns.ts'
import { eachCompanyMovement, listCompanyMovements } from './movements.queries.ts'
import { areOfDocument, documentLines, inOrderOf, postOnce } from './post-movements.ts'
import { revaluationOf } from './revalue-item.ts'
import { areReversalsOf, oppositeOf } from './reverse-movement.ts'
import { daysOf, eachItemValue, listStockValue } from './stock-value.queries.ts'

const { movements, stockValue } = api

export const movementsRoutes = movements.router({
  post: movements.post.handler(({ input: { companyId, actionId, lines }, context }) =>
    context.write(async (db) => {
      const posted = await postOnce(
        ...([db, companyId, actionId] as const),
        () => documentLines(db, companyId, actionId, lines),
        (movements) => areOfDocument(movements, lines),
      )
      return { movements: inOrderOf(lines, posted.movements) }
    }),
  ),

  reverse: movements.reverse.handler(({ input: { companyId, id, actionId }, context, errors }) =>
    context.write((db) =>
      postOnce(
        db,
        companyId,
        actionId,
        async () => {
          const { item, lines } = await oppositeOf(db, { companyId, movementId: id, actionId }, errors.NOT_FOUND)
          return { items: [item], lines }
        },
        (movements) => areReversalsOf(db, companyId, movements, id),
      ),
    ),
  ),

  revalue: movements.revalue.handler(({ input: { companyId, id, actionId }, context, errors }) =>
    context.write((db) =>
      postOnce(
        ...([db, companyId, actionId] as const),
        () => revaluationOf(db, companyId, id, actionId, errors.NOT_FOUND),
        (movements) =>
          movements.every(({ itemId, reason, reverses }) => itemId === id && reason === 'revalued' && !reverses),
      ),
    ),
  ),

  list: movements.list.handler(({ input, context }) => context.read((db) => listCompanyMovements(db, input))),

  listFile: movements.listFile.handler(async ({ input: { format, columns: chosen, ...query }, context }) => {
    const columns = await context.read((db) => withUnitAndLots(db, query.companyId, movementFields, chosen))
    return sendList<CompanyMovement>(context, {
      ...{ name: 'movements', companyId: query.companyId, format, columns, all: movementFields },
      rows: (db) => eachCompanyMovement(db, query),
    })
  }),
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

  listFile: stockValue.listFile.handler(async ({ input: { format, columns: chosen, ...query }, context }) => {
    const columns = await context.read((db) => withUnitAndLots(db, query.companyId, stockValueFields, chosen))
    return sendList<ItemValue>(context, {
      ...{ name: 'stock-value', companyId: query.companyId, format, columns, all: stockValueFields },
      sumOf: 'value',
      async *rows(db) {
        yield* eachItemValue(db, query, query.on ?? (await daysOf(db, query.companyId)).today)
      },
    })
  }),
})
