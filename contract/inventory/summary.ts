import { z } from 'zod'
import { listQuery, pageOf, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { LimitingPart, partsWithoutCost } from './bom-analysis.ts'

export const maxLimitingShown = 3

/** How many of a product could be built, and its cost: as stored, and rolled up from its parts. */
export const BuildAnalysis = z.object({
  id: z.uuid(),
  sku: z.string(),
  name: z.string(),
  /** null when it contains no part: then no stock limits it */
  maxBuildable: z.int().nullable(),
  /** the first three by number; `limitingCount` counts all */
  limiting: z.array(LimitingPart),
  limitingCount: z.int(),
  cost: z.number(),
  calculatedCost: z.number(),
  partsWithoutCost,
  retailPrice: z.number(),
  /**
   * percent of the retail price. `margin` uses the stored cost, or the calculated one when none is stored; `calculatedMargin` uses the
   * calculated cost. null without a retail price or without a cost
   */
  margin: z.number().nullable(),
  calculatedMargin: z.number().nullable(),
})
export type BuildAnalysis = z.infer<typeof BuildAnalysis>

/** The figures of the cards. Dollars have up to 6 decimals and are shown with 2. */
export const InventorySummary = z.object({
  totalProducts: z.int(),
  /**
   * mean of (retail - cost) / retail x 100 over the products where it is positive (product.md 9); null when there is none. A product
   * without a stored cost counts with its rolled-up cost
   */
  averageMargin: z.number().nullable(),
  /** how many products are in that mean */
  productsWithMargin: z.int(),
  /** how many products with a retail price are left out, because they have no cost, stored or rolled up */
  productsWithoutCost: z.int(),
  /** parts whose stock is at or below their reorder threshold */
  criticalStock: z.int(),
  /** retail price x stock of all parts + retail prices of all products (product.md 9) */
  totalValue: z.number(),
  /** the two terms of totalValue */
  partsAtRetail: z.number(),
  productsAtRetail: z.number(),
  /** what the stock of all parts, assemblies and products is worth, at the moving average */
  valueAtCost: z.number(),
  partCount: z.int(),
  assemblyCount: z.int(),
  vendorCount: z.int(),
})
export type InventorySummary = z.infer<typeof InventorySummary>

export const inventoryContract = {
  summary: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/inventory/summary', summary: 'The figures of an inventory' })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(InventorySummary),
  buildAnalysis: route
    .meta({ needs: 'inventory.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/inventory/build-analysis',
      summary: 'How many of each product could be built, what limits it, and its cost',
    })
    .input(listQuery(['name', 'sku', 'maxBuildable', 'cost', 'calculatedCost', 'margin'], { cursor: wholeList.cursor }))
    .output(pageOf(BuildAnalysis)),
}
