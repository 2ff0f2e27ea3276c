import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { type Fields, sortKeysOf } from '../catalogue.ts'
import { listQuery, pageOf, type WholeList, wholeList, wholeNumberedList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { Money, SignedQuantity } from '../money.ts'
import { route } from '../route.ts'
import { optionalText } from '../text.ts'
import { componentTypeLabels, componentTypes } from './bom.ts'
import {
  adjustmentReasons,
  LotNumber,
  MovementId,
  movementReasonLabels,
  movementReasons,
  StockMovement,
} from './stock.ts'

/**
 * A movement of an item: a part, an assembly or a product. Money in dollars, with up to 6 decimals.
 * `unitCost`: the price that it came in with, or the credit for what was returned to its vendor; null = it took the average. `value`: by how much the value of the stock changed. `variance`: what
 * it cost beyond that. These and `valueAfter` are null in movements from before stock had a value. `actionId`: of the request that posted it.
 * `isReversed`: a later movement reverses it, and that one is not reversed itself.
 * `locationCode` is null when the movement has no place, or the place is deleted.
 * `arrivedOn` is information: the value follows the order of booking. `partId`, `partNumber` and `partName` are those of the item, whatever its
 * kind; number and name are null when it is deleted for good. `isThere`: the item is not deleted. `unit`: of its quantities.
 */
export const CompanyMovement = StockMovement.extend({
  itemId: z.uuid(),
  itemType: z.enum(componentTypes),
  unitCost: z.number().nullable(),
  value: z.number().nullable(),
  variance: z.number().nullable(),
  valueAfter: z.number().nullable(),
  reverses: z.string().nullable(),
  isReversed: z.boolean(),
  actionId: z.uuid().nullable(),
  arrivedOn: z.string().nullable(),
  locationId: z.uuid().nullable(),
  locationCode: z.string().nullable(),
  lotNumber: z.string().nullable(),
  partId: z.uuid(),
  partNumber: z.string().nullable(),
  partName: z.string().nullable(),
  isThere: z.boolean(),
  unit: z.string(),
})
export type CompanyMovement = z.infer<typeof CompanyMovement>

/** Files of a company that uses units have it. */
const unit = { label: 'Unit', kind: 'unit' } as const

/** The catalogue of movements, as a company lists them. */
export const movementFields = {
  createdAt: { label: 'Time', kind: 'moment', sort: 'stored', list: 'shown' },
  partNumber: { label: 'Part Number', kind: 'text', sort: 'derived', isSearched: true, list: 'shown' },
  partName: { label: 'Part', kind: 'text', isSearched: true, list: 'shown' },
  itemType: { label: 'Type', kind: 'choice', isFilter: true, list: 'optional', choices: componentTypeLabels },
  delta: { label: 'Change', kind: 'quantity', sort: 'stored', list: 'shown' },
  balance: { label: 'On Hand', kind: 'quantity', list: 'shown' },
  unit,
  reason: { label: 'Reason', kind: 'choice', isFilter: true, list: 'shown', choices: movementReasonLabels },
  value: { label: 'Value', kind: 'money', list: 'shown' },
  locationCode: { label: 'Place', kind: 'code', list: 'optional' },
  lotNumber: { label: 'Lot', kind: 'code', list: 'optional' },
  note: { label: 'Note', kind: 'text', list: 'shown' },
  userName: { label: 'Person', kind: 'text', list: 'shown' },
} as const satisfies Fields

/** `q`: words of the number or name of the item. `partId`: the same as `itemId`. `locationId`: at this place or at a place inside it. `from` and `to`: days of the company's calendar, both included. Newest first. */
export const MovementQuery = listQuery(sortKeysOf({ fields: movementFields, sortedBy: 'createdAt' }), {
  itemId: z.uuid().optional(),
  partId: z.uuid().optional(),
  itemType: z.enum(componentTypes).optional(),
  userId: z.uuid().optional(),
  reason: z.enum(movementReasons).optional(),
  locationId: z.uuid().optional(),
  lotNumber: LotNumber.optional(),
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type MovementQuery = z.infer<typeof MovementQuery> & WholeList

/** The catalogue of what stock was worth. */
export const stockValueFields = {
  partNumber: { label: 'Part Number', kind: 'text', sort: 'stored', isSearched: true, list: 'shown' },
  name: { label: 'Name', kind: 'text', sort: 'stored', isSearched: true, list: 'shown' },
  itemType: {
    label: 'Type',
    kind: 'choice',
    sort: 'derived',
    isFilter: true,
    list: 'optional',
    choices: componentTypeLabels,
  },
  stockLevel: { label: 'On Hand', kind: 'quantity', sort: 'derived', list: 'shown' },
  unit,
  cost: { label: 'Cost', kind: 'money', sort: 'derived', list: 'shown' },
  value: { label: 'Value', kind: 'money', sort: 'derived', list: 'shown' },
} as const satisfies Fields

/**
 * The stock of a part, an assembly or a product at the end of a day, and what it was worth; in dollars, with up to 6 decimals. `cost`: what one of
 * them was worth. `partNumber`: the number of the item, whatever its kind.
 */
export const ItemValue = z.object({
  id: z.uuid(),
  itemType: z.enum(componentTypes),
  partNumber: z.string(),
  name: z.string(),
  unit: z.string(),
  stockLevel: z.number(),
  cost: z.number(),
  value: z.number(),
})
export type ItemValue = z.infer<typeof ItemValue>

/** `on`: the end of this day of the company's calendar; today means now. The most valuable first. */
export const StockValueQuery = listQuery(sortKeysOf({ fields: stockValueFields, sortedBy: 'value' }), {
  itemType: z.enum(componentTypes).optional(),
  on: CalendarDay.optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type StockValueQuery = z.infer<typeof StockValueQuery> & WholeList

/** A quantity of an item; it has at most the decimals of its part, and none of an assembly or a product. */
const quantity = SignedQuantity.refine((value) => value !== 0, { error: 'Must not be 0' })

/**
 * A movement to be posted: what comes in is above 0, what goes out is below. `unitCost` is the price of what comes in. Of what goes out as `returned`
 * it is the credit of the vendor: the stock loses its average, and the difference is the `variance`. Without `locationId` it is at the home place
 * of the item, if it has one. With `toLocationId` the quantity, above 0, is moved from place to place, whatever the reason.
 */
export const NewMovement = z
  .strictObject({
    itemId: z.uuid().toLowerCase(),
    quantity,
    reason: z.enum([...adjustmentReasons, 'moved']).default('other'),
    locationId: z.uuid().toLowerCase().nullish(),
    toLocationId: z.uuid().toLowerCase().nullish(),
    lotNumber: LotNumber.nullish(),
    unitCost: Money.optional(),
    note: optionalText(200).optional(),
    arrivedOn: CalendarDay.optional(),
  })
  .refine(({ quantity, reason, unitCost }) => quantity > 0 || reason === 'returned' || unitCost === undefined, {
    ...{
      path: ['unitCost'],
      error: 'Only what comes in or is returned has a price: what goes out takes its share of the value',
    },
  })
  .refine(({ reason, toLocationId }) => reason !== 'moved' || toLocationId, {
    ...{ path: ['toLocationId'], error: 'Say where it is moved to' },
  })
  .refine(({ quantity, toLocationId }) => !toLocationId || quantity > 0, {
    ...{ path: ['quantity'], error: 'Must be above 0: it goes from the first place to the second' },
  })
  .refine(({ unitCost, toLocationId }) => !toLocationId || unitCost === undefined, {
    ...{ path: ['unitCost'], error: 'What is moved keeps its value' },
  })
export type NewMovement = z.infer<typeof NewMovement>

/** The movements of one action. */
const Posted = z.object({ movements: z.array(CompanyMovement) })

const refused = {
  CONFLICT: { status: 409, data: z.unknown() },
  UNPROCESSABLE: { status: 422, data: z.unknown() },
} as const

export const movementsContract = {
  /**
   * Posts up to 1,000 movements of any items, all or none, in their order. One `actionId` has one effect, for ever: sent again with the same
   * lines, it answers with the movements that it made the first time, and with others 409. 409 when more would go out than is on hand.
   */
  post: route
    .meta({ needs: 'stock.move', refusal: 'change stock' })
    .route({ method: 'POST', path: '/companies/{companyId}/movements', summary: 'Post movements of stock' })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        actionId: z.uuid().toLowerCase(),
        lines: z.array(NewMovement).min(1, 'Send at least one line').max(1_000, 'At most 1,000 lines'),
      }),
    )
    .output(Posted)
    .errors(refused),
  /**
   * Adds the opposite movement, once. What went out comes back with the value that it took. What came in leaves the stock at the value that it
   * would have had without it; the difference is the `variance`. 409 when it has been used meanwhile.
   */
  reverse: route
    .meta({ needs: 'stock.move', refusal: 'change stock' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/movements/{id}/reversal',
      summary: 'Reverse a movement of stock',
    })
    .input(z.strictObject({ companyId: z.uuid(), id: MovementId, actionId: z.uuid().toLowerCase() }))
    .output(Posted)
    .errors({ ...refused, NOT_FOUND: { status: 404, message: 'That movement no longer exists' } }),
  /**
   * Makes the stock of an item worth its cost, the `cost` of a part or a product, else what its parts cost: by a movement of 0. Until something has come
   * in with a price an edit of the cost does this by itself. It is taken back by Undo or by the reversal of its movement. `X-Preview` answers with what it would change. 422 when
   * nothing would change.
   */
  revalue: route
    .meta({ needs: 'stock.move', refusal: 'change stock' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/stock/{id}/revaluations',
      summary: 'Make the stock of an item worth its cost',
    })
    .input(z.strictObject({ companyId: z.uuid(), id: z.uuid().toLowerCase(), actionId: z.uuid().toLowerCase() }))
    .output(Posted)
    .errors({ ...refused, NOT_FOUND: { status: 404, message: 'That item no longer exists' } }),
  list: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/movements', summary: 'What changed the stock of all items' })
    .input(MovementQuery.extend(wholeNumberedList))
    .output(pageOf(CompanyMovement)),
  listFile: listFileRoute({
    ...{ name: 'movements', needs: 'inventory.read' },
    ...{ query: MovementQuery, fields: movementFields },
  }),
}

export const stockValueContract = {
  /** `totalValue`: of all that search and filter find. `recordedFrom`: the first day with a record of parts or stock; null without any. */
  list: route
    .meta({ needs: 'figures.read', refusal: 'see the value of the stock' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/stock-value',
      summary: 'What the stock of each item was worth at the end of a day',
    })
    .input(StockValueQuery.extend({ cursor: wholeList.cursor }))
    .output(
      pageOf(ItemValue).extend({
        on: z.string(),
        today: z.string(),
        recordedFrom: z.string().nullable(),
        totalValue: z.number(),
      }),
    ),
  listFile: listFileRoute({
    ...{ name: 'stock-value', needs: 'figures.read', refusal: 'see the value of the stock' },
    ...{ query: StockValueQuery, fields: stockValueFields },
  }),
}
