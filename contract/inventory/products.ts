import { z } from 'zod'
import { listQuery, pageOf } from '../list.ts'
import { Money } from '../money.ts'
import { route } from '../route.ts'
import { optionalText, requiredText } from '../text.ts'

export const ProductFields = z.strictObject({
  sku: requiredText(100, 'SKU is required'),
  name: requiredText(300, 'Name is required'),
  location: optionalText(200),
  cost: Money,
  retailPrice: Money,
  shopifyProductId: optionalText(100),
  category: optionalText(200),
})
export type ProductFields = z.infer<typeof ProductFields>

export const Product = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...ProductFields.shape,
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Product = z.infer<typeof Product>

/** Reading only: products come from the Shopify import until their own screen is built. */
export const productsContract = {
  list: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/products', summary: 'List products' })
    .input(listQuery(['name', 'sku', 'cost', 'retailPrice', 'createdAt', 'updatedAt'], {}))
    .output(pageOf(Product)),
  get: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/products/{id}', summary: 'One product' })
    .input(z.strictObject({ companyId: z.uuid(), id: z.uuid() }))
    .output(Product)
    .errors({ NOT_FOUND: { status: 404, message: 'That product no longer exists' } }),
}
