import { z } from 'zod'
import { route } from '../route.ts'

/**
 * The stock of an item over the last year, by days of the company's calendar. `points`: the first day, and each day that ended with another stock
 * or value than the day before; today means now. `value` in dollars; null before stock had a value.
 */
export const StockHistory = z.object({
  today: z.string(),
  points: z.array(z.object({ day: z.string(), onHand: z.number(), value: z.number().nullable() })),
})
export type StockHistory = z.infer<typeof StockHistory>

export const stockHistoryContract = {
  get: route
    .meta({ needs: 'inventory.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/stock/{id}/history',
      summary: 'What was on hand of an item over the last year, and what it was worth',
    })
    .input(z.strictObject({ companyId: z.uuid(), id: z.uuid() }))
    .output(StockHistory)
    .errors({ NOT_FOUND: { status: 404, message: 'That item no longer exists' } }),
}
