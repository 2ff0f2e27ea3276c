import { ORPCError } from '@orpc/server'
import { ruleErrors } from 'contract/errors.ts'
import type { CompanyMovement, NewMovement } from 'contract/inventory/movements.ts'
import { maxQuantity } from 'contract/money.ts'
import { foldText } from 'contract/same-text.ts'
import { addQuantities, excessDecimals } from 'contract/units.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import { notValid } from '../../platform/http/answers/error-replies.ts'
import { divideStock } from './divided-stock.ts'
import { movementsOfAction } from './movements.queries.ts'
import { impossible } from './refusals.ts'
import { nameMovements, type StockLine } from './stock.queries.ts'
import { addToStock, type HeldItem, holdItems } from './stock-items.queries.ts'

/**
 * Posts movements once: an action that is known answers with what it posted the first time, also when two requests bring it at once.
 * @param lines makes the lines to be posted, with their items, which are locked
 * @param isSame whether these movements are what the request asks for
 * @throws 409 when the action posted something else
 */
export async function postOnce(
  db: Db,
  companyId: string,
  actionId: string,
  lines: () => Promise<{ items: HeldItem[]; lines: StockLine[] }>,
  isSame: (movements: CompanyMovement[]) => boolean | Promise<boolean>,
): Promise<{ movements: CompanyMovement[] }> {
  await sql`select pg_advisory_xact_lock(hashtextextended('stock action:' || ${companyId} || ${actionId}, 0))`.execute(
    db,
  )
  const earlier = await movementsOfAction(db, companyId, actionId)
  if (earlier.length > 0) {
    if (await isSame(earlier)) return { movements: earlier }
    const message = 'This action id has posted other movements: use a new one'
    throw new ORPCError('CONFLICT', { status: 409, message, data: { reason: 'action_used' } })
  }
  const posting = await lines()
  const sums = new Map<string, number>()
  for (const { itemId, quantity } of posting.lines)
    sums.set(itemId, addQuantities(sums.get(itemId) ?? 0, quantity ?? 0))
  await nameMovements(db, posting.lines)
  await addToStock(db, companyId, posting.items, sums)
  return { movements: await movementsOfAction(db, companyId, actionId) }
}

/**
 * The lines of a document, in their order, and their items, which are locked. What is moved from place to place is two lines.
 * @throws 400 naming the line of an unknown item or place, 409 when more would go out than is on hand, there and of that lot, at that line
 */
export async function documentLines(db: Db, companyId: string, actionId: string, wanted: NewMovement[]) {
  const items = await holdItems(db, companyId, [...new Set(wanted.map(({ itemId }) => itemId))])
  const onHand = new Map(items.map((item) => [item.id, item]))
  const named = wanted.flatMap((line) => [line.locationId, line.toLocationId]).filter((id) => typeof id === 'string')
  const divided = await divideStock(db, companyId, [...onHand.keys()], named)
  const lines = wanted.flatMap(({ toLocationId, ...line }, index): StockLine[] => {
    const item = onHand.get(line.itemId)
    if (!item) throw badLine(index, 'itemId', 'There is no such part, assembly or product')
    const excess = excessDecimals(line.quantity, item.decimals)
    if (excess) throw badLine(index, 'quantity', excess)
    for (const [field, id] of Object.entries({ locationId: line.locationId, toLocationId }))
      if (id && !divided.isPlace(id)) throw badLine(index, field, 'There is no such place')
    const spot = {
      itemId: item.id,
      locationId: line.locationId ?? divided.homeOf(item.id),
      lotNumber: line.lotNumber ?? null,
    }
    if (toLocationId === spot.locationId && toLocationId) throw badLine(index, 'toLocationId', 'It is there already')
    if (!toLocationId && line.quantity > 0 && spot.lotNumber === null && divided.needsLot(item.id))
      throw badLine(index, 'lotNumber', ruleErrors.lot_missing.message)
    const booked = halvesOf({ ...line, ...spot, toLocationId, note: line.note ?? null, actionId })
    try {
      const left = toLocationId ? item.stockLevel : addQuantities(item.stockLevel, line.quantity)
      const isShort = left < 0 && left < item.stockLevel && !divided.isNegativeAllowed
      if (isShort || Math.abs(left) > maxQuantity) throw impossible(item, line.quantity)
      for (const { locationId, quantity } of booked) divided.move({ ...spot, locationId }, quantity)
      onHand.set(item.id, { ...item, stockLevel: left })
      return booked
    } catch (refusal) {
      throw refusal instanceof ORPCError ? ofItem(refusal, item, index) : refusal
    }
  })
  return { items, lines }
}

/** The movements of a line: what is moved from place to place goes out of the one and into the other. */
function halvesOf<Line extends Pick<NewMovement, 'quantity' | 'reason' | 'locationId' | 'toLocationId'>>({
  toLocationId,
  ...line
}: Line) {
  if (!toLocationId) return [line]
  const moved = { ...line, reason: 'moved' as const }
  return [
    { ...moved, quantity: -line.quantity },
    { ...moved, locationId: toLocationId },
  ]
}

/** The movements of a document in the order of its lines: they are booked item by item. */
export function inOrderOf(wanted: NewMovement[], movements: CompanyMovement[]): CompanyMovement[] {
  const left = Map.groupBy(movements, ({ itemId }) => itemId)
  return wanted.flatMap(halvesOf).flatMap(({ itemId }) => left.get(itemId)?.shift() ?? [])
}

/** Whether these are the movements of a document: those of each item in its order. A line without a place was booked at home, wherever that was. */
export function areOfDocument(movements: CompanyMovement[], wanted: NewMovement[]): boolean {
  const [posted, asked] = [byItem(movements), byItem(wanted.flatMap(halvesOf))]
  return asked.length === posted.length && asked.every((line, index) => isOfLine(posted[index], line))
}

const byItem = <Line extends { itemId: string }>(lines: Line[]) =>
  lines.toSorted((one, other) => Number(one.itemId > other.itemId) - Number(one.itemId < other.itemId))

const isOfLine = (movement: CompanyMovement | undefined, line: NewMovement) =>
  movement !== undefined &&
  movement.reverses === null &&
  movement.itemId === line.itemId &&
  movement.quantity === line.quantity &&
  movement.reason === line.reason &&
  movement.unitCost === (line.unitCost ?? null) &&
  movement.note === (line.note ?? null) &&
  movement.arrivedOn === (line.arrivedOn ?? null) &&
  foldText(movement.lotNumber ?? '') === foldText(line.lotNumber ?? '') &&
  (!line.locationId || movement.locationId === line.locationId)

const badLine = (index: number, field: string, message: string) =>
  new ORPCError('BAD_REQUEST', notValid([{ field: `lines.${index}.${field}`, message }]))

const ofItem = (refusal: ORPCError<string, unknown>, { id, number }: HeldItem, index: number) =>
  new ORPCError(refusal.code, {
    status: refusal.status,
    message: `${number}: ${refusal.message}`,
    data: { ...(refusal.data as object), itemId: id, line: index },
  })
