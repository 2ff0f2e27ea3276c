import { z } from 'zod'
import { route } from '../route.ts'
import { StockCount } from './stock.ts'

export const stockCountsContract = {
  /**
   * Sets the stock of a part, an assembly or a product to what was counted. A count that finds the expected stock is a movement of 0, and nothing can be
   * undone; 409 with `data.stockLevel` when the stock has moved since the count began.
   */
  create: route
    .meta({ needs: 'stock.move', refusal: 'change stock' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/stock/{id}/counts',
      summary: 'Set the stock of an item to what was counted',
    })
    .input(StockCount.extend({ companyId: z.uuid(), id: z.uuid().toLowerCase() }))
    .output(z.object({ stockLevel: z.number(), changeSetId: z.uuid().nullable() }))
    .errors({
      NOT_FOUND: { status: 404, message: 'That item no longer exists' },
      CONFLICT: { status: 409, data: z.unknown() },
    }),
}
