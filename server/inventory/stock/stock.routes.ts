import { ORPCError } from '@orpc/server'
import { AdjustmentReason } from 'contract/inventory/stock.ts'
import { currentChangeSet } from '../../platform/database/changes.ts'
import { api } from '../../platform/http/api.ts'
import { getPart } from '../parts/parts.queries.ts'
import { holdPart, listMovements, movementsOf, moveStock, reversible, setCounted, tellReason } from './stock.queries.ts'

const { stock } = api

export const stockRoutes = stock.router({
  adjust: stock.adjust.handler(({ input: { companyId, id, delta, reason, note = null }, context, errors }) =>
    context.write(async (db) => {
      const [, part, changeSetId] = await Promise.all([
        tellReason(db, reason, note),
        moveStock(db, companyId, id, delta),
        currentChangeSet(db),
      ])
      if (part) return { ...part, changeSetId }
      const current = await getPart(db, companyId, id)
      throw current ? impossible(current.stockLevel, delta) : errors.NOT_FOUND()
    }),
  ),

  count: stock.count.handler(({ input: { companyId, id, note = null, ...count }, context, errors }) =>
    context.write(async (db) => {
      const [, part, changeSetId] = await Promise.all([
        tellReason(db, 'counted', note),
        setCounted(db, companyId, id, count),
        currentChangeSet(db),
      ])
      // A count that finds the expected stock changes nothing that could be undone.
      if (part) return { ...part, changeSetId: count.counted === count.onHand ? null : changeSetId }
      const current = await getPart(db, companyId, id)
      throw current ? movedMeanwhile(count.onHand, current.stockLevel) : errors.NOT_FOUND()
    }),
  ),

  reverse: stock.reverse.handler(({ input: { companyId, id, movementId }, context, errors }) =>
    context.write(async (db) => {
      await holdPart(db, companyId, id)
      const movement = await reversible(db, companyId, id, movementId)
      if (!movement) throw errors.NOT_FOUND()
      const { delta, isReversed, last, on } = movement
      if (isReversed)
        throw errors.CONFLICT({ message: 'This movement has been reversed already', data: { reason: 'reversed' } })
      if (delta === 0) throw errors.UNPROCESSABLE({ message: 'This count changed nothing that could be reversed' })
      // A reason of a person is repeated, so that sums by reason (all that was received) are right again.
      const reason = AdjustmentReason.safeParse(movement.reason).data ?? 'other'
      const [, part, changeSetId] = await Promise.all([
        tellReason(db, reason, `Reverses ${delta < 0 ? '−' : '+'}${figure(Math.abs(delta))} of ${on}`, last),
        moveStock(db, companyId, id, -delta),
        currentChangeSet(db),
      ])
      if (part) return { ...part, changeSetId }
      const current = await getPart(db, companyId, id)
      throw current ? impossible(current.stockLevel, -delta) : errors.NOT_FOUND()
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

const figure = (value: number) => value.toLocaleString('en-US')

function impossible(stockLevel: number, delta: number) {
  if (delta < 0) {
    const message = `Only ${figure(stockLevel)} on hand: ${figure(-delta)} cannot be taken off`
    return new ORPCError('CONFLICT', { status: 409, message, data: { reason: 'below_zero', stockLevel } })
  }
  const message = `${figure(stockLevel)} on hand: the sum would be above 2,147,483,647`
  return new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'too_much', stockLevel } })
}

function movedMeanwhile(onHand: number | null, stockLevel: number) {
  const message = `Stock moved from ${figure(onHand ?? stockLevel)} to ${figure(stockLevel)} since this count began. Check the count, then apply it again.`
  return new ORPCError('CONFLICT', { status: 409, message, data: { reason: 'moved', stockLevel } })
}
