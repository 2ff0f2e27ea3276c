import { Part } from 'contract/inventory/parts.ts'
import { type AdjustmentReason, PartMovement, type StockCount, StockMovement } from 'contract/inventory/stock.ts'
import { maxQuantity } from 'contract/money.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf, rowsOf } from '../../platform/database/rows.ts'
import { partColumns } from '../parts/parts.queries.ts'

/** Settings that app.move_stock writes into the movements of this transaction; sent in the same round trip. */
export const tellReason = (db: Db, reason: AdjustmentReason | 'counted', note: string | null, reverses = '') =>
  sql`select set_config('app.stock_reason', ${reason}, true), set_config('app.stock_note', ${note ?? ''}, true),
    set_config('app.stock_reverses', ${reverses}, true)`.execute(db)

/** Adds to the current stock. Undefined when there is no such part, or the sum is no valid stock. */
export function moveStock(db: Db, companyId: string, id: string, delta: number) {
  const sum = sql`stock_level::bigint + ${delta}::bigint`
  const change = db
    .updateTable('parts')
    .set({ stockLevel: sql<number>`stock_level + ${delta}::int` })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where(sql<boolean>`${sum} between 0 and ${maxQuantity}`)
  return rowOf(db, Part, change.returning(partColumns('parts')))
}

/** Sets the stock to a counted figure. Undefined when there is no such part, or its stock differs from the one the count started with. */
export function setCounted(db: Db, companyId: string, id: string, { counted, onHand }: StockCount) {
  const change = db
    .updateTable('parts')
    .set({ stockLevel: counted })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(onHand !== null, (query) => query.where('stockLevel', '=', onHand))
  return rowOf(db, Part, change.returning(partColumns('parts')))
}

const Movements = z.object({ total: z.int(), opening: z.int() })

/** The number of a part's movements, and its stock before the first one; undefined when there is no such part. */
export async function movementsOf(db: Db, companyId: string, id: string) {
  return rowOf(
    db,
    Movements,
    sql`select (select count(*) from stock_movements m where m.company_id = p.company_id and m.part_id = p.id) as total,
      coalesce((select m.balance - m.delta from stock_movements m
                where m.company_id = p.company_id and m.part_id = p.id order by m.id limit 1), p.stock_level) as opening
    from parts p where p.company_id = ${companyId} and p.id = ${id}`,
  )
}

export async function listMovements(
  db: Db,
  { companyId, id, page, pageSize }: { companyId: string; id: string; page: number; pageSize: number },
): Promise<PartMovement[]> {
  return rowsOf(
    db,
    PartMovement,
    sql`select m.id::text, m.delta, m.balance, m.reason, m.note, m.user_id, m.change_set_id, m.created_at,
      app.shown_name(m.user_id) as user_name, (${reversals} select count(*) % 2 = 1 from line) as is_reversed
    from stock_movements m where m.company_id = ${companyId} and m.part_id = ${id}
    order by m.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
}

const Reversible = StockMovement.pick({ delta: true, reason: true }).extend({
  isReversed: z.boolean(),
  last: z.string(),
  on: z.string(),
})

/** Locks the part until the end of the transaction, so that two reversals of one movement run one after the other. */
export const holdPart = (db: Db, companyId: string, id: string) =>
  sql`select from parts where company_id = ${companyId} and id = ${id} for update`.execute(db)

/**
 * A movement to be reversed. `last`: the newest of its chain of reversals, or the movement itself; the new reversal names it. `on`: its day
 * in the company's time zone, as shown.
 */
export function reversible(db: Db, companyId: string, id: string, movementId: string) {
  return rowOf(
    db,
    Reversible,
    sql`select m.delta, m.reason, l.count % 2 = 1 as is_reversed, coalesce(l.last, m.id)::text as last,
      to_char(m.created_at at time zone c.time_zone, 'Mon FMDD, YYYY') as on
    from stock_movements m join companies c on c.id = m.company_id
    cross join lateral (${reversals} select count(*), max(line.id) as last from line) l
    where m.company_id = ${companyId} and m.part_id = ${id} and m.id = ${movementId}::bigint`,
  )
}

/** SQL: the chain `line` of reversals of the movement `m`: each reverses the one before it. */
const reversals = sql`with recursive line as (
    select r.id from stock_movements r where r.company_id = m.company_id and r.part_id = m.part_id and r.reverses = m.id
    union all
    select r.id from line join stock_movements r on r.company_id = m.company_id and r.part_id = m.part_id and r.reverses = line.id)`
