import { ORPCError } from '@orpc/server'
import type { CompanyMovement, NewMovement } from 'contract/inventory/movements.ts'
import { maxQuantity } from 'contract/money.ts'
import { addQuantities, excessDecimals } from 'contract/units.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import { movementsOfAction } from './movements.queries.ts'
import { impossible } from './refusals.ts'
import { nameMovements, type StockLine } from './stock.queries.ts'
import { addToStock, type HeldItem, holdItems } from './stock-items.queries.ts'

/**
 * Posts movements once: an action that is known answers with what it posted the first time, also when two requests bring it at once.
 * @param lines makes the lines to be posted, with their items, which are locked
 */
export async function postOnce(
  db: Db,
  companyId: string,
  actionId: string,
  lines: () => Promise<{ items: HeldItem[]; lines: StockLine[] }>,
): Promise<{ movements: CompanyMovement[] }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stock action:' || ${companyId} || ${actionId}, 0))`.execute(
    db,
  )
  const earlier = await movementsOfAction(db, companyId, actionId)
  if (earlier.length > 0) return { movements: earlier }
  const posting = await lines()
  const sums = new Map<string, number>()
  for (const { itemId, quantity } of posting.lines)
    sums.set(itemId, addQuantities(sums.get(itemId) ?? 0, quantity ?? 0))
  await nameMovements(db, posting.lines)
  await addToStock(db, companyId, posting.items, sums)
  return { movements: await movementsOfAction(db, companyId, actionId) }
}

/**
 * The lines of a document, in their order, and their items, which are locked.
 * @throws 400 naming the line of an unknown item, 409 when more would go out than is on hand at that line
 */
export async function documentLines(db: Db, companyId: string, actionId: string, wanted: NewMovement[]) {
  const items = await holdItems(db, companyId, [...new Set(wanted.map(({ itemId }) => itemId))])
  const onHand = new Map(items.map((item) => [item.id, item]))
  const lines = wanted.map((line, index): StockLine => {
    const item = onHand.get(line.itemId)
    if (!item) throw badLine(index, 'itemId', 'There is no such part, assembly or product')
    const excess = excessDecimals(line.quantity, item.decimals)
    if (excess) throw badLine(index, 'quantity', excess)
    const left = addQuantities(item.stockLevel, line.quantity)
    if (left < 0 || left > maxQuantity) throw ofItem(impossible(item.stockLevel, line.quantity), item, index)
    onHand.set(item.id, { ...item, stockLevel: left })
    return { ...line, note: line.note ?? null, actionId }
  })
  return { items, lines }
}

const badLine = (index: number, field: string, message: string) =>
  new ORPCError('BAD_REQUEST', {
    ...{ status: 400, message, data: { issues: [{ field: `lines.${index}.${field}`, message }] } },
  })

const ofItem = (refusal: ReturnType<typeof impossible>, { id, number }: HeldItem, index: number) =>
  new ORPCError(refusal.code, {
    status: refusal.status,
    message: `${number}: ${refusal.message}`,
    data: { ...refusal.data, itemId: id, line: index },
  })
