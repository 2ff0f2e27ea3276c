import { z } from 'zod'
import { type Fields, sortKeysOf } from '../catalogue.ts'
import { listQuery, pageOf, type WholeList, wholeList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
import { route } from '../route.ts'

/** The periods that a list of units sold covers: the last days, today included. */
export const soldPeriods = { 30: '30 days', 90: '90 days', 365: '365 days' } as const
export const usualPeriod = 90

export const soldTypes = ['product', 'part'] as const
export const soldTypeLabels: Record<(typeof soldTypes)[number], string> = { product: 'Product', part: 'Part' }

/** The catalogue of what the online store has sold. */
export const soldFields = {
  number: { label: 'Number', kind: 'code', sort: 'derived', isSearched: true, list: 'shown' },
  name: { label: 'Name', kind: 'text', sort: 'derived', isSearched: true, list: 'shown' },
  type: { label: 'Type', kind: 'text', list: 'shown' },
  sold: { label: 'Units Sold', kind: 'quantity', sort: 'derived', list: 'shown' },
  soldItself: { label: 'Sold Itself', kind: 'quantity', sort: 'derived', list: 'shown' },
  inOthers: { label: 'In Other Products', kind: 'quantity', sort: 'derived', list: 'shown' },
  onHand: { label: 'In Stock', kind: 'quantity', sort: 'derived', list: 'shown' },
  lastsDays: { label: 'Lasts (days)', kind: 'quantity', sort: 'derived', list: 'shown' },
} as const satisfies Fields

/**
 * How many units of a product or part the orders of a period have taken, after refunds. `soldItself`: as a product of the store; `inOthers`: inside
 * other products, by their bills of materials. `onHand`: parts only. `lastsDays`: how long the stock lasts at this rate.
 */
export const SoldItem = z.object({
  id: z.uuid(),
  type: z.enum(soldTypes),
  number: z.string(),
  name: z.string(),
  sold: z.number(),
  soldItself: z.number(),
  inOthers: z.number(),
  onHand: z.number().nullable(),
  unit: z.string(),
  lastsDays: z.int().nullable(),
})
export type SoldItem = z.infer<typeof SoldItem>

/**
 * `days`: the last days until now; `low`: only parts at or below their reorder threshold; `itemId`: only this product or part. Parts sorted by
 * urgency come as in the list of parts.
 */
export const SoldQuery = listQuery([...sortKeysOf({ fields: soldFields, sortedBy: 'sold' }), 'urgency'], {
  days: z.coerce.number().int().min(1).max(3_660).default(usualPeriod),
  type: z.enum(soldTypes).optional(),
  low: z.literal('yes').optional(),
  itemId: z.uuid().optional(),
}).extend({ order: z.enum(['asc', 'desc']).default('desc') })
export type SoldQuery = z.infer<typeof SoldQuery> & WholeList

/** `unknown`: units of lines that belong to no product here: their SKU is none of ours, and their product of the store is not linked. */
export const SoldPage = pageOf(SoldItem).extend({ unknown: z.object({ units: z.int(), titles: z.int() }) })
export type SoldPage = z.infer<typeof SoldPage>

/** A line of an order. `productId`: of our product. `currentQuantity`: what is left after refunds. */
export const OrderLine = z.object({
  title: z.string(),
  sku: z.string().nullable(),
  quantity: z.int(),
  currentQuantity: z.int(),
  unitPrice: z.number(),
  productId: z.uuid().nullable(),
  productName: z.string().nullable(),
})
export type OrderLine = z.infer<typeof OrderLine>

export const unitsSoldContract = {
  list: route
    .meta({ needs: 'revenue.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/revenue/units-sold',
      summary: 'Units that the online store has sold, by product and by part (through bills of materials)',
    })
    .input(SoldQuery.extend({ cursor: wholeList.cursor }))
    .output(SoldPage),
  file: listFileRoute({
    ...{ name: 'units-sold', needs: 'revenue.read' },
    ...{ query: SoldQuery, fields: soldFields },
  }),
}
