import { parseMoney } from 'contract/amounts.ts'
import { normalHeader } from './header-names.ts'
import { type ImportField, importFields } from './import-fields.ts'
import type { CsvRow } from './rows.ts'

/** The columns of a store export that are read; a product's cells stand in this order. */
export const shopifyColumns = ['Handle', 'Title', 'Variant SKU', 'Variant Price'] as const

const productField = (name: string): ImportField => {
  const field = importFields.products.find((candidate) => candidate.field === name)
  if (!field) throw new Error(`No product field ${name}`)
  return field
}

/** No column feeds the cost: it is 0 (spec.md 5). The SKU falls back to the handle (decisions.md). */
export const shopifySources = [
  { field: productField('sku'), header: 'Variant SKU', index: 2 },
  { field: productField('name'), header: 'Title', index: 1 },
  { field: productField('cost'), header: 'Cost', index: -1 },
  { field: productField('retailPrice'), header: 'Variant Price', index: 3 },
]

/** The rows of one handle as one row: its first title and SKU and its highest price; an unreadable price stays as it is. */
type ShopifyProduct = {
  rowNumber: number
  cells: [handle: string, title: string, sku: string, price: string]
  error?: string
}

/** Collects the variant rows of a store export, in any order, into one product per handle. */
export function shopifyGrouping(header: string[]) {
  const products = new Map<string, ShopifyProduct>()
  const strays: ShopifyProduct[] = []
  const names = header.map(normalHeader)
  const columns = shopifyColumns.map((name) => names.indexOf(normalHeader(name)))
  return {
    add(row: CsvRow): void {
      const [handle = '', title = '', sku = '', price = ''] = columns.map((index) => row.cells[index]?.trim())
      const misfit = `expected ${header.length} columns, found ${row.cells.length}`
      const error = row.error ?? (row.cells.length === header.length ? undefined : `row ${row.rowNumber}: ${misfit}`)
      const product: ShopifyProduct = {
        rowNumber: row.rowNumber,
        cells: [handle, title, sku, price],
        ...(error && { error }),
      }
      const first = products.get(handle)
      if (handle === '') strays.push(product)
      else if (first) merge(first, product)
      else products.set(handle, product)
    },
    products: (): ShopifyProduct[] => [...products.values(), ...strays],
  }
}

function merge(product: ShopifyProduct, variant: ShopifyProduct): void {
  const [handle, title, sku, price] = product.cells
  const [, variantTitle, variantSku, variantPrice] = variant.cells
  product.cells = [handle, title || variantTitle, sku || variantSku, higher(price, variantPrice)]
  if (variant.error) product.error ??= variant.error
}

function higher(one: string, other: string): string {
  const [first, second] = [parseMoney(one), parseMoney(other)]
  if ('error' in first) return one
  return 'error' in second || Number(second.value) > Number(first.value) ? other : one
}
