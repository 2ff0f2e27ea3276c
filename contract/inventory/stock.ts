import { z } from 'zod'
import { pageOf, savedOf, wholeNumberedList } from '../list.ts'
import { Quantity, SignedQuantity } from '../money.ts'
import { route } from '../route.ts'
import { optionalText, requiredText } from '../text.ts'
import { Part } from './parts.ts'

/** The reasons that a person gives for a change of stock. */
export const adjustmentReasons = ['received', 'used', 'damaged', 'returned', 'other'] as const
export const AdjustmentReason = z.enum(adjustmentReasons)
export type AdjustmentReason = z.infer<typeof AdjustmentReason>

/** The reasons that a person gives, a count, and the reasons that the database sets when the stock changes in another way. */
export const movementReasons = [
  ...adjustmentReasons,
  'counted',
  'edited',
  'imported',
  'undone',
  'opening',
  'deleted',
  'revalued',
  'moved',
] as const

export const movementReasonLabels: Record<(typeof movementReasons)[number], string> = {
  received: 'Received',
  used: 'Used in production',
  counted: 'Counted',
  damaged: 'Damaged',
  returned: 'Returned',
  other: 'Other',
  edited: 'Edited',
  imported: 'Import',
  undone: 'Undo',
  opening: 'Opening stock',
  deleted: 'Deleted',
  revalued: 'Revalued',
  moved: 'Moved',
}

/** The number of a lot, of one item. A serial number is a lot of one. */
export const LotNumber = requiredText(100, 'Enter the number of the lot')

/** Describes a field that another one has replaced (docs/api.md). */
export const olderWord = (word: string) => ({ description: `The older word for \`${word}\``, deprecated: true })

/**
 * One change of the stock of an item; `onHandAfter` is the stock after it. A count that finds the expected stock has the quantity 0.
 * What is moved from place to place is two movements, the first out and the second in.
 */
export const StockMovement = z.object({
  id: z.string(),
  quantity: z.number(),
  onHandAfter: z.number(),
  delta: z.number().meta(olderWord('quantity')),
  balance: z.number().meta(olderWord('onHandAfter')),
  reason: z.enum(movementReasons),
  note: z.string().nullable(),
  userId: z.uuid().nullable(),
  userName: z.string().nullable(),
  changeSetId: z.uuid(),
  createdAt: z.string(),
})
export type StockMovement = z.infer<typeof StockMovement>

/** A movement of one part. `isReversed`: a later movement reverses it, and that one is not reversed itself. */
export const PartMovement = StockMovement.extend({ isReversed: z.boolean() })
export type PartMovement = z.infer<typeof PartMovement>

/** What is added to the stock of a part, or below 0 taken from it. */
export const StockAdjustment = z.strictObject({
  delta: SignedQuantity.refine((delta) => delta !== 0, { error: 'Must not be 0' }),
  reason: z
    .enum(adjustmentReasons, {
      error: ({ input }) => (input === 'counted' ? 'Send what was counted as a stock count' : undefined),
    })
    .default('other'),
  note: optionalText(200).optional(),
})

/**
 * A count: the stock becomes this figure. `onHand`: the stock that the counter saw; the count is refused when the stock has moved since.
 * null skips that check. With a place or a lot both figures are of that place and lot; without, they are of all that is on hand.
 */
export const StockCount = z.strictObject({
  counted: Quantity,
  onHand: SignedQuantity.nullable(),
  locationId: z.uuid().nullish(),
  lotNumber: LotNumber.nullish(),
  note: optionalText(200).optional(),
})
export type StockCount = z.infer<typeof StockCount>

/** The id of a movement: a number, as text. */
export const MovementId = z.string().regex(/^\d{1,18}$/, 'Must be the id of a movement')

/**
 * What is on hand of an item, and what it is worth at the moving average; in dollars, with up to 6 decimals. `available` = on hand - allocated -
 * on hold, `projected` = available + on order. `places`: what is on hand, by place and lot; `placeCodes`: of those places and of the home place, by
 * id. `homeId`: the place whose code its Location spells. `hasPlaces`: its company has places. `hasLots`: each receipt names its lot.
 * `lastPrice`: of one, at the newest receipt with a price that is not reversed. `valueAtCost`: what a revaluation would make it worth; null when nothing is on
 * hand or the item has no cost.
 */
export const StockCard = z.object({
  itemId: z.uuid(),
  homeId: z.uuid().nullable(),
  hasPlaces: z.boolean(),
  hasLots: z.boolean(),
  placeCodes: z.record(z.uuid(), z.string()),
  onHand: z.number(),
  value: z.number(),
  averageCost: z.number(),
  lastPrice: z.number().nullable(),
  valueAtCost: z.number().nullable(),
  allocated: z.number(),
  available: z.number(),
  onOrder: z.number(),
  projected: z.number(),
  places: z.array(
    z.object({ locationId: z.uuid().nullable(), lotNumber: z.string().nullable(), quantity: z.number() }),
  ),
})
export type StockCard = z.infer<typeof StockCard>

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That part no longer exists' } }

export const stockContract = {
  get: route
    .meta({ needs: 'inventory.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/stock/{id}',
      summary: 'What is on hand of an item, and what it is worth',
    })
    .input(z.strictObject(one))
    .output(StockCard)
    .errors({ NOT_FOUND: { status: 404, message: 'That item no longer exists' } }),
  /**
   * Adds to the stock on hand, whatever it is by now: it needs no version, and simultaneous changes add up. It is at the home place of the part;
   * `movements.post` takes places, lots, prices and many lines.
   */
  adjust: route
    .meta({ needs: 'stock.move', refusal: 'modify parts' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/parts/{id}/stock',
      summary: 'Add to or take from the stock',
    })
    .input(StockAdjustment.extend(one))
    .output(savedOf(Part))
    .errors({
      ...gone,
      CONFLICT: { status: 409, data: z.unknown() },
      UNPROCESSABLE: { status: 422, data: z.unknown() },
    }),
  /**
   * Sets the stock to the counted figure. A count that finds the expected stock is a movement of 0; 409 with `data.stockLevel` when the
   * stock has moved since the count began.
   */
  count: route
    .meta({ needs: 'stock.move', refusal: 'modify parts' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/parts/{id}/stock-counts',
      summary: 'Set the stock to what was counted',
    })
    .input(StockCount.extend(one))
    .output(savedOf(Part))
    .errors({ ...gone, CONFLICT: { status: 409, data: z.unknown() } }),
  /**
   * Adds the opposite movement, once (product.md 12), even when the stock has moved since. It answers with the part; `movements.reverse` takes any item, and
   * answers with the movement.
   */
  reverse: route
    .meta({ needs: 'stock.move', refusal: 'modify parts' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/parts/{id}/stock-reversals',
      summary: 'Reverse a stock movement by one of the opposite size',
    })
    .input(z.strictObject({ ...one, movementId: MovementId }))
    .output(savedOf(Part))
    .errors({
      NOT_FOUND: { status: 404, message: 'That movement no longer exists' },
      CONFLICT: { status: 409, data: z.unknown() },
      UNPROCESSABLE: { status: 422, data: z.unknown() },
    }),
  /** Newest first. `opening`: what the part began with; opening + sum of movements = stock. */
  movements: route
    .meta({ needs: 'inventory.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/parts/{id}/stock-movements',
      summary: 'What changed the stock, newest first',
    })
    .input(
      z.strictObject({
        ...one,
        page: z.coerce.number().int().min(1).max(1_000_000).default(1),
        pageSize: z.coerce.number().int().min(1).max(200).default(20),
        cursor: wholeNumberedList.cursor,
      }),
    )
    .output(pageOf(PartMovement).extend({ opening: z.number() }))
    .errors(gone),
}
