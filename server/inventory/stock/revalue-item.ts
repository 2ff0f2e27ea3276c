import { ORPCError } from '@orpc/server'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf } from '../../platform/database/rows.ts'
import type { StockLine } from './stock.queries.ts'
import { type HeldItem, holdItems } from './stock-items.queries.ts'

const Worth = z.object({ cost: z.number().nullable(), isAtCost: z.boolean() })

/**
 * What makes the stock of an item worth its cost, as a line to be posted, and the item, which is locked.
 * @throws 422 when nothing is on hand, when the item has no cost, or when the stock is worth its cost already
 */
export async function revaluationOf(
  db: Db,
  companyId: string,
  itemId: string,
  actionId: string,
  gone: () => Error,
): Promise<{ items: HeldItem[]; lines: StockLine[] }> {
  const [item] = await holdItems(db, companyId, [itemId])
  if (!item) throw gone()
  if (item.stockLevel === 0) throw nothingToRevalue('Nothing is on hand that could be revalued')
  const worth = await rowOf(
    db,
    Worth,
    sql`select c.cost, coalesce(round(s.on_hand * c.cost, 6) = s.value, false) as is_at_cost from stock_items s
      cross join lateral (select round(app.cost_of(s.company_id, s.item_type, s.item_id), 6) as cost offset 0) c
      where s.company_id = ${companyId} and s.item_id = ${itemId}`,
  )
  const cost = worth?.cost ?? null
  if (cost === null) throw nothingToRevalue('It has no cost, and no components that have one')
  if (worth?.isAtCost) throw nothingToRevalue('The stock is worth its cost already')
  return { items: [item], lines: [{ itemId, quantity: 0, reason: 'revalued', note: null, unitCost: cost, actionId }] }
}

const nothingToRevalue = (message: string) =>
  new ORPCError('UNPROCESSABLE', { status: 422, message, data: { reason: 'nothing_to_revalue' } })
