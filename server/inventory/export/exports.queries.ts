import type { exportFiles } from 'contract/inventory/exports.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { VendorPrivate } from 'contract/inventory/vendors.ts'
import pg from 'pg'
import { formulaPatternInSql } from '../csv/formula.ts'
import { type ImportField, importFields } from '../csv/import-fields.ts'

export type ExportFile = (typeof exportFiles)[number]
export type ExportFormat = 'internal' | 'shopify'

/** Tables that exist to be exported; assemblies join them with their own feature. */
type ExportType = Exclude<ItemType, 'assemblies'>

/** One part of an exported file: the line above it, if any, and what COPY has to write, header included. */
export type ExportSection = { title: string | null; copy: string }

const { escapeIdentifier, escapeLiteral } = pg

/** What a file holds, in order; nothing for a file that has no such format: a store knows products only. */
export function sectionsOf(companyId: string, file: ExportFile, format: ExportFormat): ExportSection[] {
  if (format === 'shopify') {
    return file === 'products.csv' || file === 'inventory.csv'
      ? [{ title: null, copy: shopifyProducts(companyId) }]
      : []
  }
  if (file !== 'inventory.csv') return [{ title: null, copy: table(companyId, file.replace('.csv', '') as ExportType) }]
  return (['parts', 'products', 'vendors'] as const).map((type) => ({
    title: `# ${type.toUpperCase()}\n`,
    copy: table(companyId, type),
  }))
}

const sources: Record<ExportType, { from: string; order: string }> = {
  parts: { from: 'parts t', order: 't.part_number' },
  products: { from: 'products t', order: 't.sku' },
  vendors: {
    from: 'vendors t left join vendor_private p on p.company_id = t.company_id and p.id = t.id',
    order: 't.name',
  },
}

/** The columns of the template, so that an exported file can be imported again without a change. */
function table(companyId: string, type: ExportType): string {
  const columns = importFields[type]
    .filter(({ isIgnored }) => !isIgnored)
    .map((field): Column => [field.label, cellOf(type, field)])
  return copyOf(
    columns,
    `${sources[type].from} where t.company_id = ${escapeLiteral(companyId)} order by ${sources[type].order}`,
  )
}

type Column = [header: string, sql: string]

/** COPY takes no parameters: everything in the text is ours or went through escapeLiteral. */
function copyOf(columns: Column[], rest: string): string {
  const list = columns.map(([header, sql]) => `${sql} as ${escapeIdentifier(header)}`).join(', ')
  // The first cell of a row is quoted, or a part called '#PARTS' would begin a section when the file is imported.
  const first = columns.slice(0, 1).map(([header]) => escapeIdentifier(header))
  return `copy (select ${list} from ${rest}) to stdout with (format csv, header true, force_quote (${first}))`
}

function cellOf(type: ExportType, { field, kind }: ImportField): string {
  const name = field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  const column = type === 'vendors' && field in VendorPrivate.shape ? `p.${name}` : `t.${name}`
  if (kind === 'json') return 'null::text' // no bill of materials is stored yet
  if (kind === 'money') return `trim_scale(${column})`
  if (kind === 'integer') return column
  if (kind === 'choice') return `coalesce(${column}, 'none')`
  return withoutFormula(column)
}

/** The same as escapeFormula. A first letter or digit decides nearly always, without a regular expression. */
const withoutFormula = (
  column: string,
) => `case when ascii(${column}) between 48 and 57 or ascii(${column}) between 65 and 126
  or ${column} collate "C" !~ ${escapeLiteral(formulaPatternInSql)} then ${column} else '''' || ${column} end`

/** A store's product list: one variant each, named after its SKU. SKUs that would share a handle get a hash behind it. */
function shopifyProducts(companyId: string): string {
  const columns: Column[] = [
    ['Handle', 't.handle'],
    ['Title', withoutFormula('t.name')],
    ['Type', withoutFormula('t.category')],
    ['Published', `'TRUE'`],
    ['Option1 Name', `'Title'`],
    ['Option1 Value', `'Default Title'`],
    ['Variant SKU', withoutFormula('t.sku')],
    ['Variant Inventory Policy', `'deny'`],
    ['Variant Fulfillment Service', `'manual'`],
    ['Variant Price', 'trim_scale(t.retail_price)'],
    ['Variant Requires Shipping', `'TRUE'`],
    ['Variant Taxable', `'TRUE'`],
    ['Cost per item', 'trim_scale(t.cost)'],
    ['Status', `'active'`],
  ]
  const handle = `trim(both '-' from regexp_replace(lower(sku), '[^[:alnum:]]+', '-', 'g'))`
  return copyOf(
    columns,
    `(select *, case when plain = '' or count(*) over (partition by plain) > 1 then ltrim(plain || '-' || left(md5(sku), 8), '-')
        else plain end as handle
      from (select *, ${handle} as plain from products where company_id = ${escapeLiteral(companyId)}) h) t order by t.sku`,
  )
}
