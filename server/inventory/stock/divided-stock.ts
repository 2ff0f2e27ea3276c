import { ORPCError } from '@orpc/server'
import { foldText } from 'contract/same-text.ts'
import { addQuantities, each, formatQuantity } from 'contract/units.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue, rowsOf } from '../../platform/database/rows.ts'

const Row = z.object({
  itemId: z.uuid(),
  homeId: z.uuid().nullable(),
  hasLots: z.boolean(),
  unit: z.string(),
  locationId: z.uuid().nullable(),
  lotNumber: z.string().nullable(),
  quantity: z.number(),
})

/** Where a movement takes from or puts to. */
export type Spot = { itemId: string; locationId: string | null; lotNumber: string | null }

const keyOf = ({ itemId, locationId, lotNumber }: Spot) =>
  JSON.stringify([itemId, locationId, lotNumber && foldText(lotNumber)])

/** What is at each place and in each lot, of locked items, while the lines of a document are looked at one after the other. */
export async function divideStock(db: Db, companyId: string, itemIds: string[], locationIds: string[]) {
  const [rows, places, isNegativeAllowed] = await Promise.all([
    rowsOf(
      db,
      Row,
      sql`select i.id as item_id, case when (select app.has_places(array[${companyId}]::uuid[])) then app.place_of(${companyId}, i.id, null) end as home_id,
          coalesce(p.has_lots, false) as has_lots, coalesce(p.unit, ${each}) as unit, d.location_id, d.lot_number, coalesce(d.quantity, 0) as quantity
        from unnest(${itemIds}::uuid[]) i(id) left join parts p on p.company_id = ${companyId} and p.id = i.id
        left join app.divided_stock(${companyId}, ${itemIds}::uuid[]) d on d.item_id = i.id
        order by d.lot_number collate app.natural`,
    ),
    rowsOf(
      db,
      z.object({ id: z.uuid(), code: z.string() }),
      sql`select id, code::text from locations where company_id = ${companyId} and id = any (${locationIds}::uuid[])`,
    ),
    isTrue(db, sql`select app.allows_negative_stock(${companyId})`),
  ])
  const items = new Map(rows.map((row) => [row.itemId, row]))
  const codes = new Map(places.map(({ id, code }) => [id, code]))
  const quantities = new Map(rows.map((row) => [keyOf(row), row.quantity]))
  const lotsAt = ({ itemId, locationId }: Spot) =>
    rows.filter((row) => row.itemId === itemId && row.locationId === locationId && row.lotNumber !== null)

  return {
    isNegativeAllowed,
    isPlace: (id: string) => codes.has(id),
    homeOf: (itemId: string) => items.get(itemId)?.homeId ?? null,
    /** Whether what comes in has to name its lot. */
    needsLot: (itemId: string) => items.get(itemId)?.hasLots ?? false,
    /** @throws 409 when less would be left there than nothing, unless the company allows it */
    move(spot: Spot, quantity: number): void {
      const there = quantities.get(keyOf(spot)) ?? 0
      const left = addQuantities(there, quantity)
      if (left < 0 && quantity < 0 && !isNegativeAllowed) {
        const at = spot.locationId === null ? '' : ` at ${codes.get(spot.locationId) ?? 'the home place'}`
        const figure = (amount: number) => formatQuantity(amount, items.get(spot.itemId)?.unit)
        const lots = spot.lotNumber === null ? lotsAt(spot) : []
        const message =
          lots.length > 0
            ? `Choose the lot${at}: ${lots.map((lot) => `${lot.lotNumber} has ${figure(lot.quantity)}`).join(', ')}`
            : `Only ${figure(there)}${spot.lotNumber === null ? '' : ` of lot ${spot.lotNumber}`}${at}: ${figure(-quantity)} cannot be taken off`
        const data = { reason: 'place_short', locationId: spot.locationId, lotNumber: spot.lotNumber, quantity: there }
        throw new ORPCError('CONFLICT', { status: 409, message, data })
      }
      quantities.set(keyOf(spot), left)
    },
    quantityAt: (spot: Spot) => quantities.get(keyOf(spot)) ?? 0,
  }
}
