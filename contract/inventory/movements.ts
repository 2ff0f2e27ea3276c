import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { type Fields, sortKeysOf } from '../catalogue.ts'
import { listQuery, pageOf } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { route } from '../route.ts'
import { movementReasonLabels, movementReasons, StockMovement } from './stock.ts'

/** A movement in the list of a company. Number and name are null when the part is deleted for good. `isThere`: the part is not deleted. */
export const CompanyMovement = StockMovement.extend({
  partId: z.uuid(),
  partNumber: z.string().nullable(),
  partName: z.string().nullable(),
  isThere: z.boolean(),
})
export type CompanyMovement = z.infer<typeof CompanyMovement>

/** The catalogue of movements, as a company lists them. */
export const movementFields = {
  createdAt: { label: 'Time', kind: 'moment', sort: 'stored', list: 'shown' },
  partNumber: { label: 'Part Number', kind: 'text', sort: 'derived', isSearched: true, list: 'shown' },
  partName: { label: 'Part', kind: 'text', isSearched: true, list: 'shown' },
  delta: { label: 'Change', kind: 'quantity', sort: 'stored', list: 'shown' },
  balance: { label: 'On Hand', kind: 'quantity', list: 'shown' },
  reason: { label: 'Reason', kind: 'choice', isFilter: true, list: 'shown', choices: movementReasonLabels },
  note: { label: 'Note', kind: 'text', list: 'shown' },
  userName: { label: 'Person', kind: 'text', list: 'shown' },
} as const satisfies Fields

/** `q`: words of the number or name of the part. `from` and `to`: days of the company's calendar, both included. Newest first. */
export const MovementQuery = listQuery(sortKeysOf({ fields: movementFields, sortedBy: 'createdAt' }), {
  partId: z.uuid().optional(),
  userId: z.uuid().optional(),
  reason: z.enum(movementReasons).optional(),
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type MovementQuery = z.infer<typeof MovementQuery>

/** The catalogue of what the stock of parts was worth. */
export const stockValueFields = {
  partNumber: { label: 'Part Number', kind: 'text', sort: 'stored', isSearched: true, list: 'shown' },
  name: { label: 'Name', kind: 'text', sort: 'stored', isSearched: true, list: 'shown' },
  stockLevel: { label: 'On Hand', kind: 'quantity', sort: 'derived', list: 'shown' },
  cost: { label: 'Cost', kind: 'money', sort: 'derived', list: 'shown' },
  value: { label: 'Value', kind: 'money', sort: 'derived', list: 'shown' },
} as const satisfies Fields

/** The stock of a part at the end of a day, at its cost on that day. In dollars, with up to 6 decimals. */
export const PartValue = z.object({
  id: z.uuid(),
  partNumber: z.string(),
  name: z.string(),
  stockLevel: z.int(),
  cost: z.number(),
  value: z.number(),
})
export type PartValue = z.infer<typeof PartValue>

/** `on`: the end of this day of the company's calendar; today means now. The most valuable first. */
export const StockValueQuery = listQuery(sortKeysOf({ fields: stockValueFields, sortedBy: 'value' }), {
  on: CalendarDay.optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type StockValueQuery = z.infer<typeof StockValueQuery>

export const movementsContract = {
  list: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/movements', summary: 'What changed the stock of all parts' })
    .input(MovementQuery)
    .output(pageOf(CompanyMovement)),
  listFile: listFileRoute({
    ...{ name: 'movements', needs: 'inventory.read' },
    ...{ query: MovementQuery, fields: movementFields },
  }),
}

export const stockValueContract = {
  /** `totalValue`: of all parts that the search finds. `recordedFrom`: the first day that the log knows parts of; null without parts. */
  list: route
    .meta({ needs: 'figures.read', refusal: 'see the value of the stock' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/stock-value',
      summary: 'What each part was worth at the end of a day',
    })
    .input(StockValueQuery)
    .output(
      pageOf(PartValue).extend({
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
