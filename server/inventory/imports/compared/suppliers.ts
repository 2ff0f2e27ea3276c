// Takes staged rows that name suppliers, makes links to vendors and rows for missing vendors (decision 0053).

import { type ImportChoices, SupplierNames } from 'contract/inventory/import-choices.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import type { StoredSection } from '../imports.queries.ts'
import { nothingPatterns } from '../mapped/noted-cells.ts'
import type { Stage } from '../stages.ts'
import { vendorLink } from './link-sql.ts'
import type { Target, TargetColumn } from './targets.ts'

/** Adds a section for vendors to be created: they are classified, stored and undone like rows of the file. */
export function withSuppliers(sections: StoredSection[], { suppliers }: Partial<ImportChoices>): StoredSection[] {
  const hasLinks = sections.some(({ fields }) => fields.includes('vendorId'))
  if (suppliers !== 'create' || !hasLinks) return sections
  const column = { header: 'Name', fields: ['name'], samples: [] }
  const derived: StoredSection = {
    ...{ kind: 'table', type: 'vendors', title: null, headerRow: 0, header: ['Name'], fields: ['name'] },
    ...{ columns: [column], missing: [], problems: [], isDerived: true },
  }
  return [...sections, derived]
}

/** Whether a name stands for none: the text of a part may be 'n/a', but no vendor is called so. */
const isNoName = (name: Sql) => sql`btrim(${name}) ~* any (${[...nothingPatterns, '^([?]+|[-–—.]+)$']}::text[])`

/** Whether the names come from the column of suppliers, which may also name unknown vendors. */
const namesSupplier = (link: TargetColumn, { columns }: Target) =>
  columns.some(({ field, header }) => field === 'supplierName' && header === link.header)

/**
 * Replaces the supplier names in the staged rows of a section by the names of stored vendors. An unknown name stays, in one spelling, when
 * it becomes a new vendor; when suppliers are only linked, the row gets no link.
 */
export async function nameSuppliers(
  db: Db,
  companyId: string,
  { target, staging }: { target: Target; staging: Stage<'staging'> },
  { suppliers }: Partial<ImportChoices>,
) {
  const link = vendorLink(target)
  if (!link || (suppliers !== 'create' && !(suppliers === 'link' && namesSupplier(link, target)))) return
  const place = sql.lit(link.place)
  const unknown =
    suppliers === 'create'
      ? sql`case when not ${isNoName(sql`n.name`)} then first_value(n.name) over (partition by app.folded(n.name) order by n.name in (upper(n.name), lower(n.name)), n.uses desc, n.first) end`
      : sql`null`
  await sql`
    with n as materialized (select s.vals[${place}] as name, count(*) as uses, min(s.row_number) as first from ${staging.table} s
      where s.section = ${target.section} and s.vals[${place}] is not null group by 1),
    meant as (
      select n.name, n.uses, n.first, (array_agg(v.name::text order by v.name = n.name desc) filter (where v.id is not null))[1] as vendor
      from n left join vendors v on v.company_id = ${companyId} and app.folded(v.name) = app.folded(n.name) group by n.name, n.uses, n.first
    ), spelled as (select n.name, coalesce(n.vendor, ${unknown}) as vendor from meant n)
    update ${staging.table} s set vals[${place}] = m.vendor from spelled m
    where s.section = ${target.section} and s.vals[${place}] = m.name and m.vendor is distinct from m.name`.execute(db)
}

/** Makes a row, before the other rows, for each missing vendor that good rows name. Its number is that of the first of them, negative. */
export async function makeSuppliers(db: Db, key: ImportKey, targets: Target[]): Promise<void> {
  const derived = targets.find(({ isDerived }) => isDerived)
  if (!derived) return
  const { companyId, importId } = key
  await sql`delete from import_rows r where ${isOf(key, 'r')} and r.section = ${derived.section}`.execute(db)
  const named = targets.flatMap((target) => {
    const link = vendorLink(target)
    return link
      ? [
          sql`select r.row_number, r.values[${sql.lit(link.place)}] as name from import_rows r
            where ${isOf(key, 'r')} and r.section = ${target.section} and r.action <> 'error'`,
        ]
      : []
  })
  await sql`
    insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells, entity_key)
    select ${companyId}, ${importId}, -min(n.row_number), ${derived.section}, 'vendors', 'create', array[n.name], array[n.name], app.folded(n.name)
    from (${sql.join(named, sql` union all `)}) n
    where n.name is not null and not exists (select from vendors v where v.company_id = ${companyId} and app.folded(v.name) = app.folded(n.name))
      and not exists (select from import_rows f where ${isOf(key, 'f')}
        and f.type = 'vendors' and f.action <> 'error' and f.entity_key = app.folded(n.name))
    group by n.name`.execute(db)
}

/**
 * How many suppliers of a file are vendors, to offer links to them; null when it names none or has a column that links vendors. Those of faulty
 * rows count as well, until vendors are made for the others.
 */
export async function countSuppliers(db: Db, key: ImportKey, sections: StoredSection[]): Promise<SupplierNames | null> {
  const at = sections.findIndex(
    ({ type, fields, isOfBom }) => type === 'parts' && !isOfBom && fields.includes('supplierName'),
  )
  const { fields = [], columns = [] } = sections[at] ?? {}
  const feeds = (field: string) => columns.find((column) => column.fields.includes(field))
  const own = feeds('vendorId')
  if (at < 0 || (own && own !== feeds('supplierName'))) return null
  const place = sql.lit(fields.indexOf('supplierName') + 1)
  const isMade = sections.some(({ isDerived, type }) => isDerived && type === 'vendors')
  const rows = await rowsOf(
    db,
    SupplierNames,
    sql`
    with n as (select app.folded(r.values[${place}]) as name, count(*) as rows from import_rows r
      where ${isOf(key, 'r')} and r.section = ${at} and (r.action <> 'error' or not ${isMade}) and not ${isNoName(sql`r.values[${place}]`)} group by 1),
    v as (select distinct app.folded(name) as name from vendors where company_id = ${key.companyId})
    select (count(*) filter (where v.name is not null))::int as known, (count(*) filter (where v.name is null))::int as unknown,
      coalesce(sum(n.rows) filter (where v.name is not null), 0)::int as linked_rows
    from n left join v on v.name = n.name`,
  )
  const [counts] = rows
  return counts && counts.known + counts.unknown > 0 ? counts : null
}
