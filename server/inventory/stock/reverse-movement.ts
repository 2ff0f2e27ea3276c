import { ORPCError } from '@orpc/server'
import type { CompanyMovement } from 'contract/inventory/movements.ts'
import { AdjustmentReason, StockMovement } from 'contract/inventory/stock.ts'
import { formatQuantity } from 'contract/units.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue, rowOf } from '../../platform/database/rows.ts'
import { divideStock, type Spot } from './divided-stock.ts'
import { onlyOnHand } from './refusals.ts'
import type { StockLine } from './stock.queries.ts'
import { type HeldItem, holdItems } from './stock-items.queries.ts'

const Repeated = AdjustmentReason.or(z.literal('counted'))

const Reversible = StockMovement.pick({ delta: true, reason: true }).extend({
  itemId: z.uuid(),
  locationId: z.uuid().nullable(),
  lotNumber: z.string().nullable(),
  isReversed: z.boolean(),
  /** on request: what an edit of the cost revalued is taken back by an edit */
  isRevaluation: z.boolean(),
  /** the newest of its chain of reversals, or the movement itself; the new reversal names it */
  newest: z.string(),
  /** its day in the company's time zone, as shown */
  on: z.string(),
})

const movementOf = (db: Db, companyId: string, id: string) =>
  rowOf(
    db,
    Reversible,
    sql`select m.delta, m.reason, m.item_id, m.location_id, m.lot_number, m.delta = 0 and app.is_reversible(m.reason, m.delta, m.action_id, m.reverses) as is_revaluation,
        r.is_reversed, r.newest::text, to_char(m.created_at at time zone c.time_zone, 'Mon FMDD, YYYY') as on
      from stock_movements m join companies c on c.id = m.company_id
      cross join lateral app.reversals_of(m.company_id, m.item_id, m.id) r
      where m.company_id = ${companyId} and m.id = ${id}::bigint`,
  )

type Wanted = { companyId: string; movementId: string; itemId?: string; actionId?: string }

/** Of what was moved from place to place: the other of its two movements. A change books the two of each move one after the other. */
const otherHalfOf = (db: Db, companyId: string, itemId: string, newest: string) =>
  rowOf(
    db,
    z.object({ id: z.string() }),
    sql`with half as (
        select m.id, (row_number() over (order by m.id) - 1) / 2 as move from stock_movements h join stock_movements m on m.company_id = h.company_id
          and m.item_id = h.item_id and m.change_set_id = h.change_set_id and m.reason = 'moved'
        where h.company_id = ${companyId} and h.item_id = ${itemId} and h.id = ${newest}::bigint)
      select o.id::text from half h join half o on o.move = h.move and o.id <> h.id where h.id = ${newest}::bigint`,
  )

/**
 * The opposite of a movement, as lines to be posted, and its item, which is locked: of two reversals of one movement one comes second. What was
 * moved from place to place goes back, by two lines. After that of a revaluation the stock is worth what it would be without it.
 * @param wanted.itemId only a movement of this item
 * @throws 409 when it is reversed already or what came in has been used, 422 for what changed no quantity
 */
export async function oppositeOf(db: Db, { companyId, movementId, itemId, actionId }: Wanted, gone: () => Error) {
  const wanted = await movementOf(db, companyId, movementId)
  if (!wanted || (itemId && wanted.itemId !== itemId)) throw gone()
  const [item] = await holdItems(db, companyId, [wanted.itemId])
  const movement = await movementOf(db, companyId, movementId)
  if (!item || !movement) throw gone()
  const { delta, isReversed, isRevaluation, on, reason, newest } = movement
  if (isReversed) throw conflict('This movement has been reversed already', { reason: 'reversed' })
  if (isRevaluation) {
    const line = {
      itemId: item.id,
      quantity: 0,
      reason: 'revalued' as const,
      reverses: newest,
      ...(actionId && { actionId }),
    }
    return { item, lines: [{ ...line, note: `Reverses the revaluation of ${on}` }], quantity: 0 }
  }
  if (delta === 0)
    throw new ORPCError('UNPROCESSABLE', {
      ...{ status: 422, message: 'This movement changed no quantity that could be reversed' },
    })
  const other = reason === 'moved' ? await otherHalfOf(db, companyId, item.id, newest) : undefined
  const half = other && (await movementOf(db, companyId, other.id))
  const halves = half ? [movement, half].sort((one, next) => next.delta - one.delta) : [movement]
  const divided = await divideStock(
    db,
    companyId,
    [item.id],
    halves.flatMap(({ locationId }) => locationId ?? []),
  )
  if (half)
    await refuseDeleted(
      db,
      companyId,
      halves.flatMap(({ locationId }) => (locationId && !divided.isPlace(locationId) ? locationId : [])),
    )
  const spotOf = ({ locationId, lotNumber }: Pick<typeof movement, 'locationId' | 'lotNumber'>) => ({
    itemId: item.id,
    locationId: locationId && divided.isPlace(locationId) ? locationId : divided.homeOf(item.id),
    lotNumber,
  })
  if (half && spotOf(movement).locationId === spotOf(half).locationId)
    throw conflict('It is there already: the stock is at home', { reason: 'already_there' })
  const left = Math.min(item.stockLevel, divided.quantityAt(spotOf(movement)))
  if (!half && delta > 0 && left < delta && !divided.isNegativeAllowed)
    throw await usedSince(db, companyId, movementId, { item, spot: spotOf(movement), left, delta })
  const lines = halves.map((back): StockLine => {
    const spot = spotOf(back)
    divided.move(spot, -back.delta)
    return {
      ...spot,
      quantity: -back.delta,
      // A reason of a person is repeated, so that sums by reason (all that was received) are right again.
      reason: half ? 'moved' : (Repeated.safeParse(reason).data ?? 'undone'),
      note: `Reverses ${delta < 0 && !half ? '−' : '+'}${formatQuantity(Math.abs(delta), item.unit)} of ${on}`,
      reverses: back.newest,
      ...(actionId && { actionId }),
    }
  })
  return { item, lines, quantity: half ? 0 : -delta }
}

/** Whether these movements reverse that one, or the newest of its reversals. */
export async function areReversalsOf(db: Db, companyId: string, movements: CompanyMovement[], id: string) {
  const [first] = movements
  if (!movements.every(({ reverses }) => reverses)) return false
  return isTrue(
    db,
    sql`with recursive back(id) as (
        select unnest(${movements.map(({ reverses }) => reverses)}::bigint[])
        union select m.reverses from back b join stock_movements m on m.company_id = ${companyId} and m.item_id = ${first?.itemId} and m.id = b.id
          where m.reverses is not null)
      select exists (select from back where id = ${id}::bigint)`,
  )
}

const conflict = (message: string, data: object) => new ORPCError('CONFLICT', { status: 409, message, data })

/** What was moved to or from a place that is gone would go from home to home. */
async function refuseDeleted(db: Db, companyId: string, [placeId]: string[]) {
  if (!placeId) return
  const place = await rowOf(
    db,
    z.object({ code: z.string().nullable() }),
    sql`select entity_number as code from activity_logs where company_id = ${companyId} and entity_id = ${placeId} order by id desc limit 1`,
  )
  const message = `${place?.code ?? 'A place'} was deleted: bring it back, or move the stock to where it is now`
  throw conflict(message, { reason: 'place_gone' })
}

const Use = z.object({ id: z.string(), delta: z.number(), on: z.string(), isMove: z.boolean() })

/** The newest movement after another one that took stock of an item and is not reversed. @param taken SQL: from where, begins with `and` */
const newestUse = (db: Db, companyId: string, itemId: string, after: string, taken: RawBuilder<unknown>) =>
  rowOf(
    db,
    Use,
    sql`select m.id::text, m.delta, to_char(m.created_at at time zone c.time_zone, 'Mon FMDD, YYYY') as on, m.reason = 'moved' as is_move
      from stock_movements m join companies c on c.id = m.company_id
      where m.company_id = ${companyId} and m.item_id = ${itemId} and m.delta < 0 and m.id > ${after}::bigint ${taken}
        and not (app.reversals_of(m.company_id, m.item_id, m.id)).is_reversed order by m.id desc limit 1`,
  )

/** The refusal names the newest movement that took some of it: of the same place and lot, else any that took it from the company. */
async function usedSince(
  db: Db,
  companyId: string,
  movementId: string,
  { item, spot, left, delta }: { item: HeldItem; spot: Spot; left: number; delta: number },
) {
  const there = sql`and m.location_id is not distinct from ${spot.locationId}
    and app.folded(m.lot_number) is not distinct from app.folded(${spot.lotNumber})`
  const use =
    (await newestUse(db, companyId, item.id, movementId, there)) ??
    (await newestUse(db, companyId, item.id, movementId, sql`and m.reason <> 'moved'`))
  const taken = use && formatQuantity(-use.delta, item.unit)
  const advice = use?.isMove
    ? `: ${taken} moved away on ${use.on}. Move that back first`
    : `: ${taken} went out on ${use?.on}. Return what is left instead`
  const data = { reason: 'below_zero', stockLevel: item.stockLevel, usedBy: use?.id ?? null }
  return conflict(
    `${onlyOnHand({ stockLevel: left, unit: item.unit }, delta, left < item.stockLevel ? 'there' : 'on hand')}${use ? advice : ''}`,
    data,
  )
}
