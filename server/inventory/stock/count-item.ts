import { ORPCError } from '@orpc/server'
import type { StockCount } from 'contract/inventory/stock.ts'
import { addQuantities, excessDecimals } from 'contract/units.ts'
import { currentChangeSet } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { notValid } from '../../platform/http/answers/error-replies.ts'
import { divideStock } from './divided-stock.ts'
import { movedMeanwhile } from './refusals.ts'
import { nameMovements } from './stock.queries.ts'
import { addToStock, type HeldItem, holdItems } from './stock-items.queries.ts'

type Count = StockCount & { companyId: string; id: string }

/**
 * Counts an item, or what of it is at one place or in one lot. A count that finds the expected stock changes nothing that could be undone.
 * @throws 409 when what was counted has moved since the count began
 */
export async function countItem(db: Db, count: Count, gone: () => Error) {
  const { companyId, id, counted, onHand, note = null } = count
  const [item] = await holdItems(db, companyId, [id])
  if (!item) throw gone()
  const excess = excessDecimals(counted, item.decimals)
  if (excess) throw new ORPCError('BAD_REQUEST', notValid([{ field: 'counted', message: excess }]))
  const { there, ...spot } = await countedSpot(db, item, count)
  if (onHand !== null && onHand !== there) throw movedMeanwhile(onHand, { stockLevel: there, unit: item.unit })
  const quantity = addQuantities(counted, -there)
  await nameMovements(db, [{ itemId: id, quantity, reason: 'counted', note, ...spot }])
  await addToStock(db, companyId, [item], new Map([[id, quantity]]))
  const changeSetId = quantity === 0 ? null : await currentChangeSet(db)
  return { stockLevel: addQuantities(item.stockLevel, quantity), changeSetId }
}

/** Where the count is, and what is there; without a place and a lot all that is on hand. */
async function countedSpot(db: Db, item: HeldItem, { companyId, ...count }: Count) {
  const { locationId: wanted = null, lotNumber = null } = count
  if (wanted === null && lotNumber === null) return { there: item.stockLevel }
  const divided = await divideStock(db, companyId, [item.id], wanted === null ? [] : [wanted])
  if (wanted !== null && !divided.isPlace(wanted))
    throw new ORPCError('NOT_FOUND', { status: 404, message: 'That place no longer exists' })
  const locationId = wanted ?? divided.homeOf(item.id)
  return { there: divided.quantityAt({ itemId: item.id, locationId, lotNumber }), locationId, lotNumber }
}
