import { z } from 'zod'
import { type Fields, sortKeysOf } from '../catalogue.ts'
import { listQuery, pageOf, searchText, type WholeList, wholeList } from '../list.ts'
import { listFileRoute } from '../list-files.ts'
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

export const differenceLabels = {
  price: 'Different price',
  stock: 'Store offers more than can be built',
} as const
const differences = ['price', 'stock'] as const satisfies (keyof typeof differenceLabels)[]

/** The differences of the store, in words: 'Price and stock'; empty when it says the same. */
export const differenceWords = ({ differences: found }: Pick<ComparedProduct, 'differences'>): string =>
  found.length === 2 ? 'Price and stock' : found.map((each) => ({ price: 'Price', stock: 'Stock' })[each]).join()

/** The catalogue of the comparison of our products with those of the online store. */
export const comparisonFields = {
  sku: { label: 'SKU', kind: 'code', sort: 'stored', isSearched: true, list: 'shown' },
  name: { label: 'Name', kind: 'text', sort: 'stored', isSearched: true, list: 'shown' },
  storeTitle: { label: 'In the Store', kind: 'text', isSearched: true, list: 'optional' },
  retailPrice: { label: 'Retail Price', kind: 'money', sort: 'stored', list: 'shown' },
  storePrice: { label: 'Store Price', kind: 'money', sort: 'derived', list: 'shown' },
  canBuild: { label: 'Can Be Built', kind: 'quantity', sort: 'derived', list: 'shown' },
  storeStock: { label: 'Store Stock', kind: 'quantity', sort: 'derived', list: 'shown' },
  differences: { label: 'Differs In', kind: 'text', list: 'shown' },
} as const satisfies Fields

/**
 * One of our products beside the variant of the store with the same SKU. If there is none, it stands beside the product it is linked to, with the highest
 * price and the stock of all variants. `storePrice`: in `currency`; it is compared with ours only when that is USD. `canBuild`: null without a BOM.
 * `storeStock`: null when the store does not count it.
 */
export const ComparedProduct = z.object({
  id: z.uuid(),
  sku: z.string(),
  name: z.string(),
  storeTitle: z.string(),
  currency: z.string(),
  retailPrice: z.number(),
  storePrice: z.number(),
  canBuild: z.int().nullable(),
  storeStock: z.int().nullable(),
  differences: z.array(z.enum(differences)),
})
export type ComparedProduct = z.infer<typeof ComparedProduct>

/** `differs`: only products with this difference. `productId`: only this one. */
export const ComparisonQuery = listQuery(sortKeysOf({ fields: comparisonFields, sortedBy: 'sku' }), {
  differs: z.enum([...differences, 'any']).optional(),
  productId: z.uuid().optional(),
})
export type ComparisonQuery = z.infer<typeof ComparisonQuery> & WholeList

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
  compare: route
    .meta({ needs: 'revenue.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/integrations/shopify/comparison',
      summary: 'Price and stock of products here and in the online store, side by side',
    })
    .input(ComparisonQuery.extend({ cursor: wholeList.cursor }))
    .output(pageOf(ComparedProduct)),
  compareFile: listFileRoute({
    ...{ name: 'store-comparison', needs: 'revenue.read' },
    ...{ query: ComparisonQuery, fields: comparisonFields },
  }),
}
