import type { StockCount } from 'contract/inventory/stock.ts'
import { addQuantities } from 'contract/units.ts'
import { currentChangeSet } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { divideStock } from './divided-stock.ts'
import { movedMeanwhile } from './refusals.ts'
import { moveStock, nameMovements } from './stock.queries.ts'
import { holdItems } from './stock-items.queries.ts'

type Counted = StockCount & { companyId: string; id: string; note: string | null }

/**
 * Counts a part at one place, or in one lot: the difference there is added to its stock.
 * @throws 409 when what is there has moved since the count began
 */
export async function countAt(db: Db, counted: Counted, gone: () => Error) {
  const { companyId, id, note, onHand, lotNumber = null } = counted
  const [item] = await holdItems(db, companyId, [id])
  if (!item) throw gone()
  const wanted = counted.locationId ?? null
  const divided = await divideStock(db, companyId, [id], wanted === null ? [] : [wanted])
  if (wanted !== null && !divided.isPlace(wanted)) throw gone()
  const locationId = wanted ?? divided.homeOf(id)
  const there = divided.quantityAt({ itemId: id, locationId, lotNumber })
  if (onHand !== null && onHand !== there) throw movedMeanwhile(onHand, there)
  const quantity = addQuantities(counted.counted, -there)
  const [, part, changeSetId] = await Promise.all([
    nameMovements(db, [{ itemId: id, quantity, reason: 'counted', note, locationId, lotNumber }]),
    moveStock(db, companyId, id, quantity),
    currentChangeSet(db),
  ])
  if (!part) throw gone()
  return { ...part, changeSetId: quantity === 0 ? null : changeSetId }
}
