import { rowCatalogues } from 'contract/inventory/catalogues.ts'
import type { ImportPreview, ImportType, RowType } from 'contract/inventory/imports.ts'
import { listed } from 'contract/listed.ts'

export const typeLabels: Record<ImportType, string> = {
  parts: 'Parts',
  assemblies: 'Assemblies',
  products: 'Products',
  vendors: 'Vendors',
  stock: 'Stock',
  bom: 'Bill of materials',
  auto: 'Detect automatically',
}

export const formatCount = (count: number): string => count.toLocaleString('en-US')

/** '1 row', '20 rows'. */
export const rowsOf = (count: number): string => `${formatCount(count)} ${count === 1 ? 'row' : 'rows'}`

/** How many vendors an import creates because rows name them. */
export const madeVendors = ({ choices, suppliers }: ImportPreview): number =>
  choices.suppliers === 'create' ? (suppliers?.unknown ?? 0) : 0

/** ' and 2 new vendors'; empty without any. */
const andVendors = (made: number): string =>
  made > 0 ? ` and ${formatCount(made)} new ${made === 1 ? 'vendor' : 'vendors'}` : ''

/** How many rows later ones with the same number replace. */
export const replacedRows = ({ problems }: Pick<ImportPreview, 'problems'>): number =>
  Number(problems.find(({ code }) => code === 'rows_repeat')?.params.rows ?? 0)

/** '20 products', '31 rows of parts and products' for a file of several sections, '20 parts and 2 new vendors' if it also creates vendors. */
export function recognised(preview: ImportPreview): string {
  const { types, summary } = preview
  const made = madeVendors(preview)
  const vendors = andVendors(made)
  const count = summary.create + summary.update + summary.unchanged + summary.error - made - replacedRows(preview)
  const [type, ...others] = types
  if (!type || others.length > 0) return `${rowsOf(count)} of ${listed(types)}${vendors}`
  if (type === 'stock') return `${rowsOf(count)} of stock`
  return `${formatCount(count)} ${count === 1 ? rowCatalogues[type].noun : type}${vendors}`
}

/** The type of the first section, whose columns a preview describes; undefined when only the user can tell. */
export const describedType = ({ types }: ImportPreview): RowType | undefined => types[0]

export const isSeveralSections = ({ types }: ImportPreview): boolean => types.length > 1

/** A bill of materials: its columns are parents, components and levels, its rows are items of several types. */
export const isBillOfMaterials = ({ bom }: ImportPreview): boolean => bom !== null

/** The label of a field of a type. A file of several types needs the labels of each type, not only of its first one. */
export function labelOf(type: RowType, field: string): string {
  const fields: Partial<Record<string, { label: string }>> = rowCatalogues[type].fields
  return fields[field]?.label ?? field
}
