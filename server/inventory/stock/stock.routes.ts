import { currentChangeSet } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { api } from '../../platform/http/api.ts'
import { getPart } from '../parts/parts.queries.ts'
import { refuseExcess } from '../parts/save-part.ts'
import { countItem } from './count-item.ts'
import { impossible } from './refusals.ts'
import { oppositeOf } from './reverse-movement.ts'
import { listMovements, movementsOf, moveStock, nameMovements, type StockLine } from './stock.queries.ts'
import { historyOf, stockOf } from './stock-items.queries.ts'

const { stock, stockCounts, stockHistory } = api

export const stockRoutes = stock.router({
  get: stock.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const card = await context.read((db) => stockOf(db, companyId, id))
    if (!card) throw errors.NOT_FOUND()
    return card
  }),

  adjust: stock.adjust.handler(({ input: { companyId, id, delta, reason, note = null }, context, errors }) =>
    context.write(async (db) => {
      await refuseExcess(db, companyId, id, { field: 'delta', quantity: delta })
      return movePart(db, { companyId, id }, delta, [{ itemId: id, quantity: delta, reason, note }], errors.NOT_FOUND)
    }),
  ),

  count: stock.count.handler(({ input, context, errors }) =>
    context.write(async (db) => {
      const { changeSetId } = await countItem(db, input, errors.NOT_FOUND)
      const part = await getPart(db, input.companyId, input.id)
      if (!part) throw errors.NOT_FOUND()
      return { ...part, changeSetId }
    }),
  ),

  reverse: stock.reverse.handler(({ input: { companyId, id, movementId }, context, errors }) =>
    context.write(async (db) => {
      const { lines, quantity } = await oppositeOf(db, { companyId, movementId, itemId: id }, errors.NOT_FOUND)
      return movePart(db, { companyId, id }, quantity, lines, errors.NOT_FOUND)
    }),
  ),

  movements: stock.movements.handler(({ input, context, errors }) =>
    context.read(async (db) => {
      const [known, items] = await Promise.all([movementsOf(db, input.companyId, input.id), listMovements(db, input)])
      if (!known) throw errors.NOT_FOUND()
      return { ...known, items, isCapped: false }
    }),
  ),
})

/** Posts the lines of a part, which add up to `quantity`. */
async function movePart(
  db: Db,
  { companyId, id }: { companyId: string; id: string },
  quantity: number,
  lines: StockLine[],
  gone: () => Error,
) {
  const [, part, changeSetId] = await Promise.all([
    nameMovements(db, lines),
    moveStock(db, companyId, id, quantity),
    currentChangeSet(db),
  ])
  if (part) return { ...part, changeSetId }
  const current = await getPart(db, companyId, id)
  throw current ? impossible(current, quantity) : gone()
}

export const stockCountsRoutes = stockCounts.router({
  create: stockCounts.create.handler(({ input, context, errors }) =>
    context.write((db) => countItem(db, input, errors.NOT_FOUND)),
  ),
})

export const stockHistoryRoutes = stockHistory.router({
  get: stockHistory.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const history = await context.read((db) => historyOf(db, companyId, id))
    if (!history) throw errors.NOT_FOUND()
    return history
  }),
})
