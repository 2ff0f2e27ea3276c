import { currentChangeSet } from '../../platform/database/changes.ts'
import { api } from '../../platform/http/api.ts'
import { getPart } from '../parts/parts.queries.ts'
import { refuseExcess } from '../parts/save-part.ts'
import { countItem } from './count-item.ts'
import { impossible } from './refusals.ts'
import { oppositeOf } from './reverse-movement.ts'
import { listMovements, movementsOf, moveStock, nameMovements } from './stock.queries.ts'
import { stockOf } from './stock-items.queries.ts'

const { stock } = api

export const stockRoutes = stock.router({
  get: stock.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const card = await context.read((db) => stockOf(db, companyId, id))
    if (!card) throw errors.NOT_FOUND()
    return card
  }),

  adjust: stock.adjust.handler(({ input: { companyId, id, delta, reason, note = null }, context, errors }) =>
    context.write(async (db) => {
      await refuseExcess(db, companyId, id, { field: 'delta', quantity: delta })
      const [, part, changeSetId] = await Promise.all([
        nameMovements(db, [{ itemId: id, quantity: delta, reason, note }]),
        moveStock(db, companyId, id, delta),
        currentChangeSet(db),
      ])
      if (part) return { ...part, changeSetId }
      const current = await getPart(db, companyId, id)
      throw current ? impossible(current.stockLevel, delta) : errors.NOT_FOUND()
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
      const [, part, changeSetId] = await Promise.all([
        nameMovements(db, lines),
        moveStock(db, companyId, id, quantity),
        currentChangeSet(db),
      ])
      if (part) return { ...part, changeSetId }
      const current = await getPart(db, companyId, id)
      throw current ? impossible(current.stockLevel, quantity) : errors.NOT_FOUND()
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
