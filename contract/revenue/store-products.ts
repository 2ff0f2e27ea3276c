import { z } from 'zod'
import { searchText } from '../list.ts'
import { route } from '../route.ts'

/** A product of the online store, as a picker shows it. `currency`: of the prices. `quantity`: what the store has for sale. */
export const PickedProduct = z.object({
  id: z.string(),
  title: z.string(),
  currency: z.string(),
  variants: z.array(
    z.object({ id: z.string(), title: z.string(), sku: z.string().nullable(), price: z.number(), quantity: z.int() }),
  ),
})
export type PickedProduct = z.infer<typeof PickedProduct>

export const storeProductsContract = {
  list: route
    .meta({ needs: 'revenue.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/integrations/shopify/products',
      summary: 'Products of the online store with their variants, by title, SKU or id; at most 50',
    })
    .input(z.strictObject({ companyId: z.uuid(), q: searchText().optional() }))
    .output(z.object({ items: z.array(PickedProduct) }))
    .errors({ NOT_CONFIGURED: { status: 409, message: 'Make sure Shopify is configured.' } }),
}
