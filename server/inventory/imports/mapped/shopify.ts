// Takes the rows of a store export, makes one row for each product or variant.

import type { ImportChoices, StoreVariants } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import type { CsvRow } from '../rows/rows.ts'
import { normalHeader } from './columns/header-names.ts'
import { type ColumnDecimals, parsePrice } from './values.ts'

/** The columns of a store export that are read; the cells of a product are in this order. */
export const shopifyColumns = ['Handle', 'Title', 'Variant SKU', 'Variant Price', 'Type'] as const

// A missing SKU is replaced by the handle (product.md 5). No column feeds the cost: it is 0 for a new product (product.md 5).
const fields = new Map([
  ['title', ['name']],
  ['variantsku', ['sku']],
  ['variantprice', ['retailPrice']],
  ['type', ['category']],
])

/** The fields that a column of a store export feeds. */
export const shopifyFields = (header: string): string[] => fields.get(normalHeader(header)) ?? []

const notes = new Map([
  ['handle', 'It tells which rows are one product, and stands in for a missing SKU.'],
  ['vendor', 'Products have no vendor.'],
  ['variantinventoryqty', 'Products have no stock level.'],
  ['costperitem', 'A store export sets no cost.'],
  ['imagesrc', 'Pictures are not fetched from the internet: attach them to the product.'],
  ['variantimage', 'Pictures are not fetched from the internet: attach them to the product.'],
  ...[1, 2, 3].map((n) => [`option${n}value`, 'It is part of the name where each variant becomes a product.'] as const),
])

/** Why a column of a store export feeds no field, if people should know. */
export const shopifyNote = (header: string): string | null => notes.get(normalHeader(header)) ?? null

type Variant = { rowNumber: number; sku: string; price: string; options: string[]; problem?: ImportProblem }

/** The rows of one handle: its first title and type, and its variants. */
type Product = { handle: string; rowNumber: number; title: string; category: string; variants: Variant[] }

/** A row to store: one product, or one variant as a product. */
type StoreRow = { rowNumber: number; cells: string[]; problem?: ImportProblem }

type VariantChoice = ImportChoices['variants']

/** Collects the variant rows of a store export, in any order, into products. @param decimals the mark of its prices */
export function shopifyGrouping(header: string[], choice: VariantChoice, decimals: ColumnDecimals) {
  const products = new Map<string, Product>()
  const strays: Product[] = []
  const names = header.map(normalHeader)
  const columns = shopifyColumns.map((name) => names.indexOf(normalHeader(name)))
  const options = [1, 2, 3].map((n) => names.indexOf(`option${n}value`))
  return {
    add(row: CsvRow): void {
      const [handle = '', title = '', sku = '', price = '', category = ''] = columns.map((at) => row.cells[at]?.trim())
      const found = row.problem ?? misfit(header, row)
      const chosen = options.flatMap((at) => row.cells[at]?.trim() || []).filter((value) => value !== 'Default Title')
      const variant = { rowNumber: row.rowNumber, sku, price, options: chosen, ...(found && { problem: found }) }
      const first = handle === '' ? undefined : products.get(handle)
      if (first) {
        first.title ||= title
        first.category ||= category
        first.variants.push(variant)
        return
      }
      const product = { handle, rowNumber: row.rowNumber, title, category, variants: [variant] }
      if (handle === '') strays.push(product)
      else products.set(handle, product)
    },
    products: (): StoreRow[] =>
      [...products.values(), ...strays].flatMap((product) => rowsOf(product, choice, decimals)),
    variants: (): StoreVariants => variantsOf([...products.values()], decimals),
  }
}

function rowsOf(product: Product, choice: VariantChoice, decimals: ColumnDecimals): StoreRow[] {
  const { handle, rowNumber, title, category } = product
  if (choice === 'merged') {
    const sku = product.variants.find((variant) => variant.sku)?.sku ?? ''
    const found = product.variants.find((variant) => variant.problem)?.problem
    return [
      {
        rowNumber,
        cells: [handle, title, sku, highest(product, decimals), category],
        ...(found && { problem: found }),
      },
    ]
  }
  return sold(product).map(({ sku, price, options, problem: found, ...variant }) => ({
    rowNumber: variant.rowNumber,
    cells: [
      handle,
      [title, options.join(' / ')].filter(Boolean).join(' - '),
      sku || slug(handle, options),
      price,
      category,
    ],
    ...(found && { problem: found }),
  }))
}

function misfit({ length: expected }: string[], { rowNumber: line, cells }: CsvRow): ImportProblem | undefined {
  const { length: found } = cells
  return found === expected ? undefined : problem('cell_count_of_variant', { line, expected, found })
}

/** A row that only adds a picture is not a variant. */
function sold({ variants }: Product): Variant[] {
  const found = variants.filter((each) => each.sku || each.price || each.options.length > 0 || each.problem)
  return found.length > 0 ? found : variants.slice(0, 1)
}

const slug = (handle: string, options: string[]) =>
  [handle, ...options.map((value) => value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '-'))].join('-')

/** The highest price as written; a price that cannot be read stays, so that its row gets the error. */
function highest({ variants }: Product, decimals: ColumnDecimals): string {
  const read = variants.map(({ price }) => ({ price, parsed: parsePrice(price, decimals) }))
  const faulty = read.find(({ parsed }) => 'error' in parsed)
  if (faulty) return faulty.price
  const amount = ({ parsed }: (typeof read)[number]) => ('value' in parsed ? Number(parsed.value) : 0)
  return read.reduce((one, other) => (amount(other) > amount(one) ? other : one), read[0] as (typeof read)[number])
    .price
}

const maxNamed = 20

function variantsOf(all: Product[], decimals: ColumnDecimals): StoreVariants {
  const products = all.map((product) => ({ ...product, variants: sold(product) }))
  const merged = products.filter(
    ({ variants }) => differ(variants.map(({ sku }) => sku)) || differ(variants.map(({ price }) => price)),
  )
  return {
    products: products.length,
    variants: products.reduce((count, { variants }) => count + variants.length, 0),
    mergedCount: merged.length,
    merged: merged.slice(0, maxNamed).map((product) => ({
      handle: product.handle,
      rows: product.variants.map(({ rowNumber }) => rowNumber),
      skus: product.variants.map(({ sku }) => sku),
      prices: product.variants.map(({ price }) => price),
      price: highest(product, decimals),
    })),
  }
}

const differ = (values: string[]) => new Set(values).size > 1
