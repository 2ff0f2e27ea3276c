// Takes a header, makes the type of the rows below it.

import type { RowType } from 'contract/inventory/imports.ts'
import { once } from 'contract/once.ts'
import { foldText } from 'contract/same-text.ts'
import { bomFields } from '../bom/bom-columns.ts'
import { type ImportField, importFields } from '../import-fields.ts'
import { closeName, nameMatcher, normalHeader } from './header-names.ts'

const knownNames = once(
  () =>
    new Set(
      [...Object.values(importFields).flat(), ...bomFields].flatMap(({ ranks }) => [...ranks.keys()].filter(Boolean)),
    ),
)
/** Whether the cell is the name of one of our fields. */
export const isKnownName = (cell: string): boolean => knownNames().has(normalHeader(cell))

/** A store product export: Handle, Title and Variant Price among the headers (product.md 5). */
export function isShopifyHeader(header: string[]): boolean {
  const names = new Set(header.map(normalHeader))
  return ['handle', 'title', 'variantprice'].every((name) => names.has(name))
}

const signs: [header: string, type: RowType][] = [
  ['assemblynumber', 'assemblies'],
  ['partnumber', 'parts'],
  ['sku', 'products'],
  ['vendorname', 'vendors'],
  ['contactperson', 'vendors'],
]

/** The type of a file without section lines, by its header; null when only the user can tell. */
export function typeOfHeader(header: string[]): RowType | null {
  const names = new Set(header.map(normalHeader))
  if (isStockHeader(names) || isCountSheet(header) || names.has(stockOfStore)) return 'stock'
  if (isShopList(header)) return 'products'
  const type = signs.find(([name]) => names.has(name))?.[1] ?? (isPartsHeader(header) ? 'parts' : null)
  // A list of stock with names calls the numbers of its parts SKU.
  return type === 'products' && hasStock(header) ? 'parts' : type
}

/** What a file or a sheet holds by its name: 'Lieferanten 2026.xlsx'; null when that says nothing. */
export function typeOfName(name: string): RowType | null {
  const [found] = names.filter(([pattern]) => pattern.test(foldText(name).replaceAll('_', ' ')))
  return found?.[1] ?? null
}

const names: [RegExp, RowType][] = [
  [
    /\b(?:vendors?|suppliers?|lieferanten?|kreditoren|fournisseurs?|proveedor(?:es)?|fornitor[ei]|leveranciers?)\b/,
    'vendors',
  ],
  [/\b(?:assembl(?:y|ies)|sub-?assemblies|baugruppen?|ensembles|conjuntos|assiemi)\b/, 'assemblies'],
  [/\b(?:products?|finished goods|catalog(?:ue)?|webshop|shop|produkte?|produits?|productos?|prodotti)\b/, 'products'],
  [
    /\b(?:parts?|components?|materials?|inventory|stock|spares?|teile|artikel|bauteile|bestand|lager|pi(?:è|e)ces|piezas|existencias|ricambi)\b/,
    'parts',
  ],
]

/** What web shops say of the products that they sell, whatever these have in stock: two such columns beside a number of products. */
export function isShopList(header: string[]): boolean {
  const spaced = header.map((name) => foldText(name.replace(/(?<=\p{Ll})(?=\p{Lu})|[_-]/gu, ' ')))
  const words = new Set(spaced.flatMap((name) => shopWord.exec(name)?.[0] ?? []))
  const isOfParts = header.some((name) => normalHeader(name) === 'partnumber')
  return isShopifyHeader(header) || (words.size > (header.some(isSku) ? 1 : 2) && !isOfParts)
}

const shopWord =
  /\b(?:published|visible|visibility|image|images|picture|tags|permalink|slug|handle|url key|meta|seo|search keywords|listing|asin|marketplace|variation|sellable|fulfillment|watchers|start price|buy it now|sale price|regular price|online|channels|allow purchases)(?=\d*\b)/
const isSku = (header: string) => /sku|customlabel/.test(normalHeader(header))

/** Shopify says what is on hand of its products at each place. */
const stockOfStore = normalHeader('On hand (current)')

/** Lots have stock. A list with names is one of parts, which may have a column of lots. */
function isStockHeader(names: Set<string>): boolean {
  const has = (type: RowType, name: string) =>
    importFields[type].some(({ field, ranks }) => field === name && [...names].some((known) => ranks.has(known)))
  return ['itemNumber', 'lot', 'quantity'].every((field) => has('stock', field)) && !has('parts', 'name')
}

/** What was counted of assemblies or products: their numbers, a quantity, and nothing that such a list would say beside them. */
function isCountSheet(header: string[]): boolean {
  const names = new Set(header.map(normalHeader))
  const isOfAssemblies = names.has('assemblynumber')
  if (!isOfAssemblies && !names.has('sku') && !names.has('productsku')) return false
  const beside = isOfAssemblies ? [...spot, ...importFields.assemblies.filter(({ field }) => field === 'name')] : spot
  const others = [...names].filter((name) => knownNames().has(name) && !beside.some(({ ranks }) => ranks.has(name)))
  const isCounted = header.some((name) => counted?.closeRanks.has(closeName(name)))
  return isCounted && others.every((name) => ['assemblynumber', 'sku', 'productsku'].includes(name))
}

const spot = importFields.stock.filter(({ field }) => ['place', 'lot', 'quantity'].includes(field))
const counted = importFields.stock.find(({ field }) => field === 'quantity')

/** Only parts have a stock level and a threshold. */
const hasStock = (header: string[]) => header.some(isNameOf('stockLevel')) || header.some(isNameOf('reorderThreshold'))

const isNameOf = (name: string) => {
  const { ranks, closeRanks } = importFields.parts.find(({ field }) => field === name) as ImportField
  return (header: string) => ranks.has(normalHeader(header)) || closeRanks.has(closeName(header))
}

/**
 * Part numbers have many names. Some of them have other uses too ('Number'): they count only beside a stock level, and names that are only close
 * ('No.', 'Name' in NetSuite) beside a name as well.
 */
function isPartsHeader(header: string[]): boolean {
  const numbers = header.filter((name) => partNumber?.ranks.has(normalHeader(name)))
  if (numbers.some((name) => !isShared(name))) return true
  const others = (own: string) => header.filter((name) => name !== own)
  const mayBeNumber = (name: string) => isNameOf('partNumber')(name) || normalHeader(name) === 'name'
  return (
    hasStock(header) &&
    (numbers.length > 0 || header.some((name) => mayBeNumber(name) && others(name).some(isNameOf('name'))))
  )
}

const partNumber = importFields.parts.find(({ field }) => field === 'partNumber')

const isShared = nameMatcher(
  'Number, Item Number, Item Code, Item #, Item No., Item SKU, Code, Código, Codice, Kod, Part, Ref, Reference, Referencia, Material, Article, Catalog Number, Catalogue No., Internal ID, Product SKU, Product Number, Product ID, Product No., Product Code, Variant SKU, Code produit, Código de producto, Codice prodotto, Código do produto, 商品コード, Product/Internal Reference',
)
