import { columnName, type Field } from 'contract/catalogue.ts'
import { fieldOf, itemCatalogues } from 'contract/inventory/catalogues.ts'
import type { exportFiles } from 'contract/inventory/exports.ts'
import { type ItemType, itemTypes, type RowType } from 'contract/inventory/imports.ts'
import pg from 'pg'
import { formulaInSql } from '../../platform/spreadsheet/formula.ts'
import { type ImportField, importFields, isMeasure } from '../imports/mapped/import-fields.ts'
import type { FileTraits } from './file-traits.queries.ts'

export type ExportFile = (typeof exportFiles)[number]
export type ExportFormat = 'internal' | 'shopify'

/** One section of an exported file: its title, if any, the query of COPY, with the header, and one that counts its rows. */
export type ExportSection = { title: string | null; copy: string; count: string }

/** Where the guarded columns are read: the bank data of vendors, and the SOPs that a link may name. */
type GuardedSources = { bankData: string; sops: string }
const forPerson: GuardedSources = { bankData: 'vendor_private', sops: 'sops' }
/** A job reads neither table. These functions answer the nightly backup, and no other job. */
export const forNightlyBackup: GuardedSources = {
  bankData: 'app.bank_data_for_backup()',
  sops: 'app.sops_for_backup()',
}

const { escapeIdentifier, escapeLiteral } = pg

/**
 * The sections of a file, in order; none when the type has no such format: the store format has only products.
 * @param mark the beginning of sealed cells (opened-cells.ts)
 */
export function sectionsOf(
  companyId: string,
  file: ExportFile,
  format: ExportFormat,
  { mark, hasPlaces, sources = forPerson, ...traits }: FileTraits & { mark: string; sources?: GuardedSources },
): ExportSection[] {
  const cells = { mark, sources, ...traits }
  if (format === 'shopify') {
    return file === 'products.csv' || file === 'inventory.csv'
      ? [{ title: null, copy: shopifyProducts(companyId), count: counting('products', companyId) }]
      : []
  }
  const sectionOf = (type: ItemType) => ({ copy: table(companyId, type, cells), count: counting(type, companyId) })
  if (file === 'stock.csv') return [{ title: null, ...stock(companyId) }]
  if (file !== 'inventory.csv') return [{ title: null, ...sectionOf(file.replace('.csv', '') as ItemType) }]
  const items = itemTypes.map((type) => ({ title: titleOf(type), ...sectionOf(type) }))
  if (!hasPlaces) return items
  return [
    ...items,
    { title: titleOf('places'), copy: places(companyId), count: counting('locations', companyId) },
    { title: titleOf('stock'), ...stock(companyId) },
  ]
}

const counting = (table: string, companyId: string) =>
  `select count(*) from ${table} where company_id = ${escapeLiteral(companyId)}`

const titleOf = (type: RowType) => `# ${type.toUpperCase()}\n`

/** The tables of a type, with those that its fields need. */
function sourceOf(type: ItemType, company: string, { bankData, sops }: GuardedSources): string {
  const { table, noun, fields } = itemCatalogues[type]
  const all: Field[] = Object.values(fields)
  const has = (asks: (field: Field) => unknown) => all.some(asks)
  const joins = [
    has(({ kind }) => kind === 'lines') && linesOf(`${noun}_id`, company),
    has(({ kind }) => kind === 'files') && filesOf(`${noun}_id`, company),
    has(({ linksTo }) => linksTo === 'vendors') && vendorOf(company),
    has(({ linksTo }) => linksTo === 'sops') && sopOf(company, sops),
    has(({ seenBy }) => seenBy) && `left join ${bankData} p on p.company_id = t.company_id and p.id = t.id`,
  ]
  return [`${table} t`, ...joins.filter(Boolean)].join(' ')
}

/** The lines of all assemblies or products as JSON, in one pass instead of one query each. */
const linesOf = (parent: string, company: string) => `left join (
  select l.parent_id, '[' || string_agg(json_build_object('type', l.component_type, 'id', l.component_id,
      'number', coalesce(p.part_number, a.assembly_number, o.sku), 'name', coalesce(p.name, a.name, o.name), 'quantity', trim_scale(l.quantity))::text,
    ',' order by l.position, l.id) || ']' as list
  from bom_lines l
  left join parts p on p.company_id = l.company_id and p.id = l.part_id
  left join assemblies a on a.company_id = l.company_id and a.id = l.sub_assembly_id
  left join products o on o.company_id = l.company_id and o.id = l.sub_product_id
  where l.company_id = ${company} and l.${parent} is not null group by l.parent_id) lines on lines.parent_id = t.id`

/** The files attached to each record, as product.md 3 describes a file. */
const filesOf = (parent: string, company: string) => `left join (
  select f.${parent}, json_agg(json_build_object('name', f.name, 'path', f.path, 'type', f.type, 'size', f.size) order by f.id) as list
  from files f where f.company_id = ${company} and f.${parent} is not null group by f.${parent}) files on files.${parent} = t.id`

const vendorOf = (company: string) => `left join vendors v on v.company_id = ${company} and v.id = t.vendor_id`

/** The linked SOP, if the caller may read it. */
const sopOf = (company: string, sops: string) =>
  `left join ${sops} sop on sop.id = t.sop_id and sop.company_id in (${company}, app.firm())`

/** The columns of the template, so that an import of the exported file changes nothing; then attached files and links. */
type Cells = { mark: string; sources: GuardedSources } & Omit<FileTraits, 'hasPlaces'>

function table(companyId: string, type: ItemType, { mark, hasUnits, hasLots, sources }: Cells): string {
  const fields = importFields[type].filter(
    (field) => (hasUnits || !isMeasure(field)) && (hasLots || field.kind !== 'flag'),
  )
  const columns = fields.map((field): Column => [field.label, cellOf(type, field, mark)])
  const company = escapeLiteral(companyId)
  return copyOf(
    columns,
    `${sourceOf(type, company, sources)} where t.company_id = ${company} order by t.${columnName(itemCatalogues[type].key)}`,
  )
}

type Column = [header: string, sql: string]

/** COPY takes no parameters: every text here is our own, or escaped by escapeLiteral. */
function copyOf(columns: Column[], rest: string): string {
  const list = columns.map(([header, sql]) => `${sql} as ${escapeIdentifier(header)}`).join(', ')
  // The first cell of a row is quoted: otherwise a part called '#PARTS' would begin a section when the file is imported.
  const first = columns.slice(0, 1).map(([header]) => escapeIdentifier(header))
  return `copy (select ${list} from ${rest}) to stdout with (format csv, header true, force_quote (${first}))`
}

function cellOf(type: ItemType, { field, kind, choices, isSealed }: ImportField, mark: string): string {
  const column = `${fieldOf(type, field)?.seenBy ? 'p' : 't'}.${columnName(field)}`
  if (isSealed) return `${escapeLiteral(`${mark}${field}:`)} || ${column}`
  if (field === 'files') return withoutBreaks('files.list::text')
  if (kind === 'vendor') return withoutFormula('v.name')
  if (kind === 'sop') return 'sop.id'
  if (kind === 'json') return withoutBreaks(`coalesce(lines.list, '[]')`)
  if (kind === 'money' || kind === 'quantity') return `trim_scale(${column})`
  if (kind === 'count') return column
  if (kind === 'flag') return `case when ${column} then 'Yes' else 'No' end`
  if (kind === 'choice') return `coalesce(${column}, ${escapeLiteral(choices[0] ?? '')})`
  return withoutFormula(column)
}

/**
 * escapeFormula in SQL. Nearly every cell starts with a letter or digit and has no separator, so it needs no pattern: a one-character LIKE,
 * compared by bytes, costs a quarter of a pattern or of `translate`.
 */
function withoutFormula(column: string): string {
  const text = `${column} collate "C"`
  const { sign, edge, breaks, guarded } = formulaInSql
  const isPlain = `(ascii(${column}) between 48 and 57 or ascii(${column}) between 65 and 126)
    and not (${[...breaks].map((mark) => `${text} like ${escapeLiteral(`%${mark}%`)}`).join(' or ')} or ${text} like 'Err:%')`
  const apostrophe = `case when ${text} ~ ${escapeLiteral(edge)} or ${text} ~ ${escapeLiteral(guarded)} then '''' else '' end`
  const harmless = `regexp_replace(${text}, ${escapeLiteral(sign)}, ${escapeLiteral("\\1\\2'\\3")}, 'g')`
  return `case when ${isPlain} then ${column} else ${apostrophe} || ${harmless} end`
}

/** JSON does not need semicolons outside its texts, and escapes tabs and line breaks there. */
const withoutBreaks = (json: string) => `replace(${json}, ';', ${escapeLiteral('\\u003b')})`

function places(companyId: string): string {
  const columns = importFields.places.map(
    ({ field, label }): Column => [label, field === 'kind' ? 't.kind' : withoutFormula(`t.${field}`)],
  )
  const list = `(select l.code::text, l.name::text, l.kind, u.code::text as inside from locations l
    left join locations u on u.company_id = l.company_id and u.id = l.parent_id where l.company_id = ${escapeLiteral(companyId)}) t`
  return copyOf(columns, `${list} order by t.code`)
}

/** How much there is of each item at each place and of each lot. An import of the exported file changes nothing. */
function stock(companyId: string): Pick<ExportSection, 'copy' | 'count'> {
  const company = escapeLiteral(companyId)
  const divided = `app.divided_stock(${company}, array(select item_id from stock_items where company_id = ${company})) d`
  const columns = importFields.stock.map(({ field, label, kind }): Column => {
    const column = `t.${columnName(field)}`
    return [label, kind === 'money' || kind === 'quantity' ? `trim_scale(${column})` : withoutFormula(column)]
  })
  const copy = copyOf(
    columns,
    `(select coalesce(p.part_number, a.assembly_number, r.sku) as item_number, l.code as place, d.lot_number as lot, d.quantity,
        round(i.average_cost, 6) as unit_cost
      from ${divided}
      join stock_items i on i.company_id = ${company} and i.item_id = d.item_id
      left join parts p on p.company_id = i.company_id and p.id = i.item_id
      left join assemblies a on a.company_id = i.company_id and a.id = i.item_id
      left join products r on r.company_id = i.company_id and r.id = i.item_id
      left join locations l on l.company_id = i.company_id and l.id = d.location_id) t order by t.item_number, t.place nulls first, t.lot nulls first`,
  )
  return { copy, count: `select count(*) from ${divided}` }
}

/** The product list for a store: each product has one variant. Its handle comes from the SKU, with a hash where SKUs would share one. */
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
