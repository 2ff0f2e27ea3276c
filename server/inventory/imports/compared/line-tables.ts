// Takes compared rows, makes the stages `file_items` and `row_lines`.

import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { type ImportKey, isOf } from '../import-key.ts'
import { makeStage, type Stage } from '../stages.ts'
import type { Target } from './targets.ts'

/** `items`: the items as they will be after the import. `lines`: the lines of its rows, each with the number of its component, if known. */
export type LineStages = { items: Stage<'file_items'>; lines: Stage<'row_lines'> }

const isUuid = sql`'^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'`

/** The last good row with a number counts. */
export async function makeLineStages(db: Db, key: ImportKey, targets: Target[]): Promise<LineStages> {
  const withItems = targets.filter(({ sql: { component } }) => component !== null)
  const items = await makeStage(
    db,
    'file_items',
    withItems.map((target) => itemsOf(key, target)),
  )
  const lines = await makeStage(db, 'row_lines', [linesOf(key, items)])
  await resolveNames(db, key, { items, lines })
  return { items, lines }
}

const linesOf = ({ companyId }: ImportKey, items: Stage<'file_items'>) => sql`
    with l as materialized (
      select f.row_number, l.place, l.type, case when l.id ~ ${isUuid} then l.id::uuid end as id, nullif(l.number, '') as number,
        nullif(l.name, '') as name, l.quantity, app.folded(nullif(l.number, '')) as folded,
        coalesce(nullif(l.number, ''), nullif(l.name, ''), l.id) as called
      from ${items.table} f cross join lateral rows from (
        jsonb_to_recordset(f.list) as (type text, id text, number text, name text, quantity numeric)
      ) with ordinality as l(type, id, number, name, quantity, place)
    )
    select l.row_number, l.place, l.type, l.called, l.quantity, l.number is null and l.name is not null as is_by_name, l.name,
      coalesce(p.part_number, a.assembly_number, o.sku, pn.part_number, an.assembly_number, onn.sku, f.number)::text as number,
      coalesce(p.id, a.id, o.id, pn.id, an.id, onn.id) is not null as is_stored, 1 as matches
    from l
    left join parts p on l.type = 'part' and p.company_id = ${companyId} and p.id = l.id
    left join assemblies a on l.type = 'assembly' and a.company_id = ${companyId} and a.id = l.id
    left join products o on l.type = 'product' and o.company_id = ${companyId} and o.id = l.id
    left join parts pn on l.type = 'part' and pn.company_id = ${companyId} and app.folded(pn.part_number) = l.folded
    left join assemblies an on l.type = 'assembly' and an.company_id = ${companyId} and app.folded(an.assembly_number) = l.folded
    left join products onn on l.type = 'product' and onn.company_id = ${companyId} and app.folded(onn.sku) = l.folded
    left join ${items.table} f on f.type = l.type and f.folded = l.folded`

/** A stored item keeps its spelling of the number. Where empty cells keep the stored value, an empty cell keeps the stored lines. */
const itemsOf = (
  key: ImportKey,
  { type, sql: { component, keyColumn }, section, name, key: number, lines }: Target,
) => {
  const value = (at: { place: number }) => sql`i.values[${sql.lit(at.place)}]`
  return sql`
    select i.row_number, i.section, ${component}::text, coalesce(t.${sql.ref(keyColumn)}, ${value(number)}), i.entity_key,
      coalesce(${name ? value(name) : sql`null`}, t.name), i.entity_id,
      ${lines ? sql`${value(lines)}::jsonb` : sql`null::jsonb`},
      ${lines?.isKept ? sql`${value(lines)} is not null` : sql.lit(lines !== null)}
    from (select distinct on (r.entity_key) r.row_number, r.section, r.type, r.entity_key, r.values, r.entity_id from import_rows r
      where ${isOf(key, 'r')} and r.type = ${type} and r.action <> 'error'
      order by r.entity_key, r.row_number desc) i
    left join ${sql.table(type)} t on t.company_id = ${key.companyId} and t.id = i.entity_id
    where i.section = ${section}`
}

/** A name is used only without a known id and without a number, and only when exactly one item has it after the import. */
const resolveNames = (db: Db, { companyId }: ImportKey, { items, lines }: LineStages) =>
  sql`
  with wanted as materialized (select distinct type, name from ${lines.table} where number is null and is_by_name),
  found as (
    select w.type, w.name, i.part_number::text as number, true as is_stored from wanted w
      join parts i on i.company_id = ${companyId} and i.name = w.name where w.type = 'part'
    union all select w.type, w.name, i.assembly_number::text, true from wanted w
      join assemblies i on i.company_id = ${companyId} and i.name = w.name where w.type = 'assembly'
    union all select w.type, w.name, i.sku::text, true from wanted w
      join products i on i.company_id = ${companyId} and i.name = w.name where w.type = 'product'
  ), after_import as (
    select * from found x where not exists (select from ${items.table} f where f.type = x.type and f.number = x.number)
    union all select f.type, f.name, f.number, f.entity_id is not null from ${items.table} f join wanted w using (type, name)
  ), counted as (
    select type, name, min(number) as number, bool_and(is_stored) as is_stored, count(*)::int as matches
    from after_import group by type, name
  )
  update ${lines.table} l set number = case when c.matches = 1 then c.number end, is_stored = c.is_stored, matches = c.matches
  from counted c where l.number is null and l.is_by_name and l.type = c.type and l.name = c.name`.execute(db)
