import type { ItemType } from 'contract/inventory/imports.ts'
import { normalHeader } from './header-names.ts'
import { importFields } from './import-fields.ts'
import type { CsvRow } from './rows.ts'

/** A '#' line that begins a section (spec.md 5): `type` is null when its title names none of ours. */
type SectionTitle = { title: string; type: ItemType | null }

/**
 * A section line is one unquoted cell starting with '#', alone in its row (a spreadsheet pads it with empty cells).
 * A part named '#10 screw' has neighbours and stays a row; a quoted '#PARTS' is never a title (security.md T83).
 */
export function sectionTitle(row: CsvRow): SectionTitle | undefined {
  const [first = ''] = row.cells
  if (row.isQuoted || !first.startsWith('#')) return undefined
  if (row.cells.some((cell, index) => index > 0 && cell.trim() !== '')) return undefined
  const title = first.replace(/^[#\s]+/, '').trim()
  const word = /^(parts|assemblies|products|vendors)\b/i.exec(title)?.[1]
  return { title, type: (word?.toLowerCase() as ItemType | undefined) ?? null }
}

/** A store product export: Handle, Title and Variant Price among the headers (spec.md 5). */
export function isShopifyHeader(header: string[]): boolean {
  const names = new Set(header.map(normalHeader))
  return ['handle', 'title', 'variantprice'].every((name) => names.has(name))
}

const signs: [header: string, type: ItemType][] = [
  ['assemblynumber', 'assemblies'],
  ['partnumber', 'parts'],
  ['sku', 'products'],
  ['vendorname', 'vendors'],
  ['contactperson', 'vendors'],
]

/** What a file without section lines holds, told from its header; null when only the user can tell. */
export function typeOfHeader(header: string[]): ItemType | null {
  const names = new Set(header.map(normalHeader))
  return signs.find(([name]) => names.has(name))?.[1] ?? (isPartsHeader(names) ? 'parts' : null)
}

/** Part numbers go by many names; by those that others have as well ('Number') they are known beside a stock level. */
function isPartsHeader(names: Set<string>): boolean {
  const [number, stock] = ['partNumber', 'stockLevel'].map((name) =>
    importFields.parts.find(({ field }) => field === name),
  )
  const found = [...names].filter((name) => number?.ranks.has(name))
  return (
    found.some((name) => !shared.has(name)) || (found.length > 0 && [...names].some((name) => stock?.ranks.has(name)))
  )
}

const shared = new Set(['Number', 'Item Number', 'Item Code'].map(normalHeader))
