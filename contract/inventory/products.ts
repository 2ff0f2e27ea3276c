import { z } from 'zod'
import { BulkResult, listQuery, pageOf, savedOf, selectionOf } from '../list.ts'
import { Money } from '../money.ts'
import { route } from '../route.ts'
import { SopReference } from '../sops/sops.ts'
import { optionalText, requiredText } from '../text.ts'
import { BomLine, NewBomLines } from './bom.ts'

export const ProductFields = z.strictObject({
  sku: requiredText(100, 'SKU is required'),
  name: requiredText(300, 'Name is required'),
  location: optionalText(200),
  cost: Money,
  retailPrice: Money,
  shopifyProductId: optionalText(100),
  sopId: z.uuid().nullable(),
  category: optionalText(200),
})
export type ProductFields = z.infer<typeof ProductFields>

/** A product in a list; its bill of materials comes with `get`. */
export const ProductItem = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...ProductFields.shape,
  bomCount: z.int(),
  fileCount: z.int(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type ProductItem = z.infer<typeof ProductItem>

export const Product = ProductItem.extend({ bom: z.array(BomLine), sop: SopReference })
export type Product = z.infer<typeof Product>

export const NewProduct = ProductFields.partial().extend({
  sku: ProductFields.shape.sku,
  name: ProductFields.shape.name,
  bom: NewBomLines.optional(),
})
export const ProductChanges = ProductFields.partial().extend({ bom: NewBomLines.optional() })

export const productFilters = {
  category: z.string().max(200).optional(),
  location: z.string().max(200).optional(),
}
export const ProductSelection = selectionOf(z.strictObject({ q: z.string().max(200).optional(), ...productFilters }))

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That product no longer exists' } }
const clash = { CONFLICT: { status: 409, data: z.unknown() } }
const unknownReference = { UNPROCESSABLE: { status: 422, data: z.unknown() } }
const modify = { needs: 'inventory.write', refusal: 'modify products' } as const

export const productsContract = {
  list: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/products', summary: 'List products' })
    .input(listQuery(['name', 'sku', 'cost', 'retailPrice', 'createdAt', 'updatedAt'], productFilters))
    .output(pageOf(ProductItem)),
  get: route
    .meta({ needs: 'inventory.read' })
    .route({ method: 'GET', path: '/companies/{companyId}/products/{id}', summary: 'One product, its BOM' })
    .input(z.strictObject(one))
    .output(Product)
    .errors(gone),
  create: route
    .meta(modify)
    .route({ method: 'POST', path: '/companies/{companyId}/products', summary: 'Add a product', successStatus: 201 })
    .input(NewProduct.extend({ companyId: z.uuid() }))
    .output(savedOf(Product))
    .errors({ ...clash, ...unknownReference }),
  update: route
    .meta({ ...modify, versioned: true })
    .route({
      method: 'PATCH',
      path: '/companies/{companyId}/products/{id}',
      summary: 'Change a product (If-Match: version); its BOM is replaced as a whole',
    })
    .input(ProductChanges.extend(one))
    .output(savedOf(Product))
    .errors({ ...gone, ...clash, ...unknownReference }),
  remove: route
    .meta({ needs: 'inventory.write', refusal: 'delete products' })
    .route({ method: 'DELETE', path: '/companies/{companyId}/products/{id}', summary: 'Delete a product' })
    .input(z.strictObject(one))
    .output(BulkResult)
    .errors({ ...gone, ...clash }),
  removeMany: route
    .meta({ needs: 'inventory.write', refusal: 'delete products', changes: 'bulk_delete' })
    .route({ method: 'POST', path: '/companies/{companyId}/products/bulk-delete', summary: 'Delete products' })
    .input(z.strictObject({ companyId: z.uuid(), selection: ProductSelection }))
    .output(BulkResult)
    .errors({ ...gone, ...clash }),
}
