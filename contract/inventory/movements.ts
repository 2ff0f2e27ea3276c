import { z } from 'zod'
import { CalendarDay } from '../calendar-day.ts'
import { listQuery, pageOf } from '../list.ts'
import { type FileColumns, listFileRoute } from '../list-files.ts'
import { route } from '../route.ts'
import { movementReasons, StockMovement } from './stock.ts'

/** A movement in the list of a company. Number and name are null when the part is deleted for good; `isThere`: it is not deleted. */
export const CompanyMovement = StockMovement.extend({
  partId: z.uuid(),
  partNumber: z.string().nullable(),
  partName: z.string().nullable(),
  isThere: z.boolean(),
})
export type CompanyMovement = z.infer<typeof CompanyMovement>

/** `q`: words of the number or name of the part. `from` and `to`: days of the company's calendar, both included. Newest first. */
export const MovementQuery = listQuery(['createdAt', 'partNumber', 'delta'], {
  partId: z.uuid().optional(),
  userId: z.uuid().optional(),
  reason: z.enum(movementReasons).optional(),
  from: CalendarDay.optional(),
  to: CalendarDay.optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type MovementQuery = z.infer<typeof MovementQuery>

export const movementColumns = {
  createdAt: { title: 'Time', kind: 'time' },
  partNumber: { title: 'Part Number', kind: 'text' },
  partName: { title: 'Part', kind: 'text' },
  delta: { title: 'Change', kind: 'count' },
  balance: { title: 'On Hand', kind: 'count' },
  reason: { title: 'Reason', kind: 'text' },
  note: { title: 'Note', kind: 'text' },
  userName: { title: 'Person', kind: 'text' },
} as const satisfies FileColumns

/** What was on hand of a part at the end of a day, at the cost that it had then. Dollars, with up to 4 decimals. */
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
export const StockValueQuery = listQuery(['value', 'partNumber', 'name', 'stockLevel', 'cost'], {
  on: CalendarDay.optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type StockValueQuery = z.infer<typeof StockValueQuery>

export const stockValueColumns = {
  partNumber: { title: 'Part Number', kind: 'text' },
  name: { title: 'Name', kind: 'text' },
  stockLevel: { title: 'On Hand', kind: 'count' },
  cost: { title: 'Cost', kind: 'amount' },
  value: { title: 'Value', kind: 'amount' },
} as const satisfies FileColumns

export const movementsContract = {
  list: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/movements', summary: 'What changed the stock of all parts' })
    .input(MovementQuery)
    .output(pageOf(CompanyMovement)),
  listFile: listFileRoute({
    ...{ name: 'movements', needs: 'inventory.read' },
    ...{ query: MovementQuery, columns: Object.keys(movementColumns) },
  }),
}

export const stockValueContract = {
  /** `totalValue`: of all parts that the search finds. */
  list: route
    .meta({ needs: 'figures.read', refusal: 'see the value of the stock' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/stock-value',
      summary: 'What each part was worth at the end of a day',
    })
    .input(StockValueQuery)
    .output(pageOf(PartValue).extend({ on: z.string(), today: z.string(), totalValue: z.number() })),
  listFile: listFileRoute({
    ...{ name: 'stock-value', needs: 'figures.read', refusal: 'see the value of the stock' },
    ...{ query: StockValueQuery, columns: Object.keys(stockValueColumns) },
  }),
}
