// Takes the staged rows of the places of an inventory, makes its compared rows, and those of places that rows of stock name; takes these, stores places.

import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import { locationKinds } from 'contract/inventory/locations.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import type { StoredSection } from '../imports.queries.ts'
import type { Stage } from '../stages.ts'
import { problemSql } from './problem-sql.ts'
import { type StockSection, sectionsWith, valueIn } from './stock-rows.ts'

/** SQL of a query: each row beside the place with its code. @param rows SQL of a FROM named s, with row_number, vals, cells and problems */
const placeLines = (companyId: string, section: StockSection, rows: Sql): Sql =>
  sql`select x.*, l.id, l.version, l.name::text as old_name, l.kind as old_kind, u.code::text as old_inside,
      l.id is not null and (l.name::text, l.kind, app.folded(u.code)) is distinct from (x.name, x.kind, app.folded(x.inside)) as is_changed
    from (select s.*, ${valueIn(section, 'code')} as code, ${valueIn(section, 'name')} as name,
        coalesce(${valueIn(section, 'kind')}, ${locationKinds[0]}) as kind, ${valueIn(section, 'inside')} as inside from ${rows}) x
    left join locations l on l.company_id = ${companyId} and app.folded(l.code) = app.folded(x.code)
    left join locations u on u.company_id = l.company_id and u.id = l.parent_id`

/** Decides for each row whether it makes a place or changes one. */
export async function classifyPlaces(db: Db, key: ImportKey, section: StockSection, staging: Stage<'staging'>) {
  const { companyId, importId } = key
  const rows = sql`(select * from ${staging.table} where section = ${section.section}) s`
  const lines = placeLines(companyId, section, rows)
  const problems = sql`coalesce(l.problems, case when l.inside is not null and not exists (select from lines o where app.folded(o.code) = app.folded(l.inside))
      and not exists (select from locations o where o.company_id = ${companyId} and app.folded(o.code) = app.folded(l.inside))
    then jsonb_build_array(${problemSql('unknown_record', { column: sql`'Inside'::text`, name: sql`l.inside` }, { field: sql.lit('inside'), row: sql`l.row_number` })}) end)`
  const changes = sql`(select jsonb_agg(jsonb_build_object('field', c.field, 'oldValue', c.old, 'newValue', c.new))
    from (values ('name', l.old_name, l.name), ('kind', l.old_kind, l.kind), ('inside', l.old_inside, l.inside)) c(field, old, new)
    where c.old is distinct from c.new)`
  await sql`with lines as materialized (${lines})
    insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells, problems, entity_key, entity_id, seen, changes)
    select ${companyId}, ${importId}, l.row_number, ${section.section}, 'places',
      case when ${problems} is not null then 'error' when l.id is null then 'create' when l.is_changed then 'update' else 'unchanged' end,
      l.vals, l.cells, ${problems}, app.folded(l.code), l.id, l.version::text, case when l.is_changed then ${changes} end
    from lines l`.execute(db)
}

/** Adds a section for the places that rows of stock name and that shall be created: they are stored and undone like rows of the file. */
export function withPlaces(sections: StoredSection[], { places }: Partial<ImportChoices>): StoredSection[] {
  const hasPlaces = sectionsWith('stock', sections).some(({ stored }) => stored.fields.includes('place'))
  if (places !== 'create' || !hasPlaces) return sections
  const fields = ['code', 'name']
  const derived: StoredSection = {
    ...{ kind: 'table', type: 'places', title: null, headerRow: 0, header: ['Code', 'Name'], fields },
    ...{ columns: fields.map((field) => ({ header: field, fields: [field], samples: [] })) },
    ...{ missing: [], problems: [], isDerived: true },
  }
  return [...sections, derived]
}

/** Makes a row, before the other rows, for each unknown place that good rows of stock name. Its number is that of the first of them, negative. */
export async function makePlaces(db: Db, key: ImportKey, sections: StoredSection[]): Promise<void> {
  const [derived] = sectionsWith('places', sections).filter(({ stored }) => stored.isDerived)
  if (!derived) return
  const { companyId, importId } = key
  await sql`delete from import_rows r where ${isOf(key, 'r')} and r.section = ${derived.section}`.execute(db)
  const named = sectionsWith('stock', sections).map(
    (
      stock,
    ) => sql`select s.row_number, ${valueIn(stock, 'place')} as place from (select r.row_number, r.values as vals from import_rows r
      where ${isOf(key, 'r')} and r.section = ${stock.section} and r.action <> 'error') s`,
  )
  await sql`
    insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells, entity_key)
    select ${companyId}, ${importId}, -min(n.row_number), ${derived.section}, 'places', 'create', array[min(n.place), min(n.place)],
      array[min(n.place), min(n.place)], app.folded(n.place)
    from (${sql.join(named, sql` union all `)}) n
    where n.place is not null and not exists (select from locations l where l.company_id = ${companyId} and app.folded(l.code) = app.folded(n.place))
      and not exists (select from import_rows p where ${isOf(key, 'p')} and p.type = 'places' and p.action <> 'error' and p.entity_key = app.folded(n.place))
    group by app.folded(n.place)`.execute(db)
}

/**
 * Stores the places before the items whose homes they are. A place finds the one that it is inside of when all are there. A deleted one comes back from
 * a backup with its id: its movements, and the stock of deleted items, are at it.
 */
export async function storePlaces(db: Db, key: ImportKey, section: StockSection, isBackup: boolean): Promise<void> {
  const { companyId } = key
  const rows = sql`(select r.row_number, r.values as vals, r.cells, r.problems from import_rows r
    where ${isOf(key, 'r')} and r.section = ${section.section} and r.action <> 'error') s`
  const lines = placeLines(companyId, section, rows)
  await sql`with deleted as (
      select distinct on (app.folded(g.entity_number)) app.folded(g.entity_number) as code, g.entity_id as id from activity_logs g
      where ${isBackup} and g.company_id = ${companyId} and g.entity_type = 'location' and g.action = 'deleted'
        and not exists (select from locations o where o.company_id = ${companyId} and o.id = g.entity_id)
      order by app.folded(g.entity_number), g.id desc
    ) insert into locations (company_id, id, code, name, kind)
    select distinct on (app.folded(l.code)) ${companyId}, coalesce(d.id, uuidv7()), l.code, l.name, l.kind
    from (${lines}) l left join deleted d on d.code = app.folded(l.code) where l.id is null
    order by app.folded(l.code), l.row_number desc`.execute(db)
  await sql`update locations t set name = l.name, kind = l.kind, parent_id = u.id
    from (${lines}) l left join locations u on u.company_id = ${companyId} and app.folded(u.code) = app.folded(l.inside)
    where t.company_id = ${companyId} and t.id = l.id and l.is_changed`.execute(db)
}
