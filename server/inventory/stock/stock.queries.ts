import { Part } from 'contract/inventory/parts.ts'
import { type AdjustmentReason, PartMovement } from 'contract/inventory/stock.ts'
import type { WholeList } from 'contract/list.ts'
import { maxQuantity } from 'contract/money.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf, rowsOf } from '../../platform/database/rows.ts'
import { slicePage } from '../../platform/database/whole-list.ts'
import { partColumns } from '../parts/parts.queries.ts'
import { isReversed } from './movements.queries.ts'

/**
 * A movement that app.move_stock posts when the item's stock changes in this transaction; a quantity of null is the whole difference, no place is
 * the home place.
 */
export type StockLine = {
  itemId: string
  quantity: number | null
  reason: AdjustmentReason | 'counted' | 'moved' | 'undone' | 'revalued'
  note: string | null
  unitCost?: number | undefined
  /** the id of the movement that it reverses */
  reverses?: string
  actionId?: string
  arrivedOn?: string | undefined
  locationId?: string | null | undefined
  lotNumber?: string | null | undefined
}

/** Names the movements of this transaction; sent in the same round trip as the change of the items. */
export const nameMovements = (db: Db, lines: StockLine[]) =>
  sql`select app.name_movements(${JSON.stringify(lines)})`.execute(db)

/** Adds to the current stock. Undefined when there is no such part, or the sum is no valid stock. */
export function moveStock(db: Db, companyId: string, id: string, delta: number) {
  const sum = sql`stock_level + ${delta}::numeric`
  const change = db
    .updateTable('parts')
    .set({ stockLevel: sql<number>`${sum}`, updatedAt: sql`now()` })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .where(
      sql<boolean>`abs(${sum}) <= ${maxQuantity} and (${sum} >= 0 or ${delta}::numeric > 0 or app.allows_negative_stock(company_id))`,
    )
  return rowOf(db, Part, change.returning(partColumns('parts')))
}

const Movements = z.object({ total: z.int(), opening: z.number() })

/** The number of a part's movements after its opening stock, and that stock; undefined when there is no such part. */
export const movementsOf = (db: Db, companyId: string, id: string) =>
  rowOf(
    db,
    Movements,
    sql`select m.total, m.opening from parts p cross join lateral (
        select count(*) filter (where s.reason <> 'opening') as total, coalesce(sum(s.delta) filter (where s.reason = 'opening'), 0) as opening
        from stock_movements s where s.company_id = p.company_id and s.item_id = p.id) m
      where p.company_id = ${companyId} and p.id = ${id}`,
  )

/** Without the opening stock. */
export async function listMovements(
  db: Db,
  { companyId, id, ...page }: { companyId: string; id: string; page: number; pageSize: number } & WholeList,
): Promise<PartMovement[]> {
  return rowsOf(
    db,
    PartMovement,
    sql`select m.id::text, m.delta as quantity, m.balance as on_hand_after, m.delta, m.balance, m.reason, m.note, m.user_id, m.change_set_id, m.created_at,
      app.shown_name(m.user_id) as user_name, ${isReversed}
    from stock_movements m
    where m.company_id = ${companyId} and m.item_id = ${id} and m.reason <> 'opening'
    ${slicePage(page, sql`m.id desc`, 'm', { type: 'bigint' })}`,
  )
}
