import { z } from 'zod'
import { route } from '../route.ts'

/** The files that an export offers. `inventory.csv` holds all types, in sections. */
export const exportFiles = [
  'parts.csv',
  'assemblies.csv',
  'products.csv',
  'vendors.csv',
  'stock.csv',
  'inventory.csv',
] as const

export const exportsContract = {
  download: route
    .meta({
      needs: 'inventory.export',
      refusal: 'export inventory',
      answer: ['csv'],
      copies: true,
      limit: 'export',
      long: true,
    })
    .route({ method: 'GET', path: '/companies/{companyId}/exports/{file}', summary: 'Inventory as CSV' })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        file: z.enum(exportFiles),
        format: z.enum(['internal', 'shopify']).default('internal'),
      }),
    ),
}
