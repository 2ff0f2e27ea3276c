import { z } from 'zod'
import { catalogueOf, filtersOf, sortKeysOf } from '../catalogue.ts'
import { attachedFiles } from '../files/files.ts'
import { pictured } from '../files/pictures.ts'
import { exactCount, pageOf, rankedListQuery, selectionOf, wholeList } from '../list.ts'
import { Money } from '../money.ts'
import { SopReference } from '../sops/sop-reference.ts'
import { optionalText, requiredText } from '../text.ts'
import { BomLine, NewBomLines, picturedLines } from './bom.ts'
import { cost, createdAt, files, location, retailPrice, sopId, stockLevel, updatedAt } from './item-fields.ts'
import { recordsOf, removalsOf } from './item-routes.ts'
import { listFileOf } from './list-files.ts'

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

export const productCatalogue = catalogueOf({
  table: 'products',
  noun: 'product',
  key: 'sku',
  sortedBy: 'name',
  columns: ['sku', 'name', 'location', 'cost', 'retailPrice', 'shopifyProductId', 'bom', 'files'],
  schema: ProductFields,
  fields: {
    sku: { label: 'SKU', kind: 'code', group: 'item', list: 'shown', sort: 'stored', isSearched: true, csv: true },
    name: { label: 'Name', kind: 'text', group: 'item', list: 'shown', sort: 'stored', isSearched: true, csv: true },
    category: { label: 'Category', kind: 'text', group: 'item', isFilter: true, isSearched: true, csv: true },
    location,
    stockLevel,
    cost: { ...cost, list: 'shown' },
    retailPrice: { ...retailPrice, list: 'shown' },
    shopifyProductId: { label: 'Shopify Product ID', kind: 'code', group: 'item', csv: true },
    bom: { label: 'Bill of Materials', kind: 'lines', csv: ['BOM (JSON)', 'BOM', 'Bill of Materials'] },
    files,
    sopId,
    createdAt,
    updatedAt: { ...updatedAt, list: 'shown' },
  },
})

/** A product in a list; `get` adds its bill of materials. */
export const ProductItem = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  ...ProductFields.shape,
  stockLevel: z.int(),
  bomCount: z.int(),
  fileCount: z.int(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type ProductItem = z.infer<typeof ProductItem>

/** `rolledUpCost`: of a product with a BOM and without a cost of its own; null for all others. */
export const ListedProduct = ProductItem.extend({ ...pictured, rolledUpCost: z.number().nullable() })
export type ListedProduct = z.infer<typeof ListedProduct>

/** A product with its bill of materials, its SOP and its files. */
export const Product = ProductItem.extend({ bom: z.array(BomLine), sop: SopReference, files: attachedFiles })
export type Product = z.infer<typeof Product>

/** A new product; what is left out is empty. */
export const NewProduct = ProductFields.partial().extend({
  sku: ProductFields.shape.sku,
  name: ProductFields.shape.name,
  bom: NewBomLines.optional(),
})
/** What changes of a product. `bom`, when it is sent, is the whole bill of materials. */
export const ProductChanges = ProductFields.partial().extend({ bom: NewBomLines.optional() })

export const productFilters = filtersOf(productCatalogue)
export const ProductSelection = selectionOf(z.strictObject({ q: z.string().max(200).optional(), ...productFilters }))

export const productsContract = {
  ...recordsOf(productCatalogue, {
    query: rankedListQuery(sortKeysOf(productCatalogue), { ...productFilters, ...exactCount, ...wholeList }),
    page: pageOf(ListedProduct),
    details: Product.extend(picturedLines),
    saved: Product,
    added: NewProduct,
    changes: ProductChanges,
    summaries: {
      get: 'One product, its BOM',
      update: 'Change a product; its BOM is replaced as a whole',
    },
  }),
  ...removalsOf(productCatalogue, ProductSelection),
  ...listFileOf(productCatalogue, sortKeysOf(productCatalogue), productFilters),
}
