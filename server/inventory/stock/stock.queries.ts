import { Part } from 'contract/inventory/parts.ts'
import { type AdjustmentReason, type StockCount, StockMovement } from 'contract/inventory/stock.ts'
import { maxQuantity } from 'contract/money.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf, rowsOf } from '../../platform/database/rows.ts'
import { partColumns } from '../parts/parts.queries.ts'

/** Settings that app.move_stock writes into the movements of this transaction. Sent in the same round trip. */
export const tellReason = (db: Db, reason: AdjustmentReason | 'counted', note: string | null) =>
  sql`select set_config('app.stock_reason', ${reason}, true), set_config('app.stock_note', ${note ?? ''}, true)`.execute(
    db,
  )

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
): Promise<StockMovement[]> {
  return rowsOf(
    db,
    StockMovement,
    sql`select m.id::text, m.delta, m.balance, m.reason, m.note, m.user_id, m.change_set_id, m.created_at,
      app.shown_name(m.user_id) as user_name
    from stock_movements m where m.company_id = ${companyId} and m.part_id = ${id}
    order by m.id desc limit ${pageSize} offset ${(page - 1) * pageSize}`,
  )
}
