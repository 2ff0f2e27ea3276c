// Takes the staged rows of a section of stock, makes its compared rows: what there is at a place and of a lot, beside what the file says.

import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { countOf } from '../../../platform/database/rows.ts'
import { itemNumber, joinedItem } from '../../items/item-names.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import type { StoredSection } from '../imports.queries.ts'
import type { Stage } from '../stages.ts'
import { problemSql } from './problem-sql.ts'
import { isNegativeAllowed } from './stock-misfits.ts'

/** A section of stock. `section`: its place in the file, from 0. */
export type StockSection = { section: number; stored: StoredSection }

export const sectionsWith = (type: 'stock' | 'places', sections: StoredSection[]): StockSection[] =>
  sections.flatMap((stored, section) => (stored.type === type ? [{ section, stored }] : []))

/** SQL: the value of a row of a section. */
export const valueIn = ({ stored }: StockSection, field: string): Sql => {
  const at = stored.fields.indexOf(field)
  return at < 0 ? sql`null::text` : sql`s.vals[${sql.lit(at + 1)}]`
}

/**
 * SQL of a query: each row with its item, its place, and what is there of its lot. Without a place it speaks of the home place. `key` is null for a row
 * with a problem. `key_before`: the key before the import made the place. @param rows SQL of a FROM named s, with row_number, vals, cells and problems
 */
export function stockLines({ companyId, importId }: ImportKey, section: StockSection, rows: Sql): Sql {
  const value = (field: string) => valueIn(section, field)
  const lot = value('lot')
  // A lot is known by its text in any letters (app.folded), and keeps those in which it first came in.
  const sameLot = sql`(select b.lot_number from stock_balances b where b.company_id = ${companyId} and b.item_id = i.id
    and app.folded(b.lot_number) = app.folded(${lot}) order by b.lot_number = ${lot} desc, b.lot_number limit 1)`
  const firstLot = sql`first_value(${lot}) over (partition by app.folded(${value('itemNumber')}), app.folded(${lot}) order by s.row_number)`
  const there = sql`(select item_id, location_id, lot_number, quantity from stock_balances where company_id = ${companyId}
    union all
    select i.item_id, null, null, i.on_hand - coalesce(sum(b.quantity), 0) from stock_items i
      left join stock_balances b on b.company_id = i.company_id and b.item_id = i.item_id
      where i.company_id = ${companyId} group by i.item_id, i.on_hand)`
  return sql`with item as materialized (
      select app.folded(n.number) as number, count(*) as matches, (array_agg(n.id) filter (where n.id is not null))[1] as id, bool_or(n.has_lots) as has_lots,
        max(n.decimals) as decimals, (array_agg(n.location) filter (where n.location is not null))[1] as location
      from (select part_number::text as number, id, has_lots, decimals, location from parts where company_id = ${companyId}
        union all select assembly_number, id, false, 0, location from assemblies where company_id = ${companyId}
        union all select sku, id, false, 0, location from products where company_id = ${companyId}
        union all select r.entity_key, null, false, 4, null from import_rows r where ${isOf({ companyId, importId }, 'r')}
          and r.action = 'create' and r.type in ('parts', 'assemblies', 'products')) n group by 1
    ), line as materialized (
      select s.row_number, s.vals, s.cells, s.problems, ${value('itemNumber')} as number, ${value('place')} as place,
        coalesce(${sameLot}, ${firstLot}) as lot,
        ${value('quantity')}::numeric as quantity, ${value('unitCost')}::numeric as unit_cost, i.id as item_id, i.matches, i.has_lots, i.decimals,
        l.id as location_id
      from ${rows} left join item i on i.number = app.folded(${value('itemNumber')})
      left join locations l on l.company_id = ${companyId} and app.folded(l.code) = app.folded(coalesce(${value('place')}, i.location))
    )
    select l.*, coalesce(t.quantity, 0) as there, case when l.problems is null then ${spot(sql`l.location_id::text`)} end as key,
      ${spot(sql`null`)} as key_before
    from line l left join ${there} t on t.item_id = l.item_id and t.location_id is not distinct from l.location_id
      and app.folded(t.lot_number) is not distinct from app.folded(l.lot)`
}

/** SQL: what a row of a line l speaks of. @param placeId null before the place is made */
const spot = (placeId: Sql): Sql =>
  sql`concat_ws(chr(31), coalesce(l.item_id::text, app.folded(l.number)), coalesce(${placeId}, app.folded(l.place), '-'), coalesce(app.folded(l.lot), ''))`

/** Decides for each row whether it changes a stock, and stores it for the preview, with what was there. */
export async function classifyStock(
  db: Db,
  key: ImportKey,
  section: StockSection,
  { staging, isBackup, choices }: { staging: Stage<'staging'>; isBackup: boolean; choices: Partial<ImportChoices> },
): Promise<ImportProblem[]> {
  const { companyId, importId } = key
  const addsPlaces = choices.places === 'create'
  const merged = choices.repeats ? await mergeRepeats(db, section, staging, choices.repeats) : 0
  const rows = sql`(select * from ${staging.table} where section = ${section.section}) s`
  const problems = sql`coalesce(l.problems, ${misfit(key, section, { isBackup, addsPlaces })})`
  await sql`
    insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells, problems, entity_key, entity_id, seen, changes)
    select ${companyId}, ${importId}, l.row_number, ${section.section}, 'stock',
      case when ${problems} is not null then 'error' when l.quantity = l.there then 'unchanged' when l.there = 0 then 'create' else 'update' end,
      l.vals, l.cells, ${problems}, l.key, l.item_id, trim_scale(l.there)::text,
      case when ${problems} is null and l.quantity <> l.there and l.there <> 0 then jsonb_build_array(jsonb_build_object('field', 'quantity',
        'oldValue', trim_scale(l.there)::text, 'newValue', trim_scale(l.quantity)::text)) end
    from (${stockLines(key, section, rows)}) l`.execute(db)
  const refused = await refuseTwice(db, key, section)
  return [
    ...(merged > 0 ? [problem('rows_repeat', { rows: merged, kept: choices.repeats ?? 'none' })] : []),
    ...(refused > 0 ? [problem('rows_repeat', { rows: refused, kept: 'none' })] : []),
  ]
}

/** Leaves one of the rows of the same item, place and lot. @returns how many are left out */
function mergeRepeats(db: Db, section: StockSection, staging: Stage<'staging'>, kept: 'last' | 'first' | 'add') {
  const key = sql.join(['itemNumber', 'place', 'lot'].map((field) => sql`app.folded(${valueIn(section, field)})`))
  const quantity = section.stored.fields.indexOf('quantity') + 1
  return countOf(
    db,
    sql`
    with same as (
      select s.row_number, ${kept === 'first' ? sql`min` : sql`max`}(s.row_number) over spots as kept,
        count(*) over spots as rows, sum(${valueIn(section, 'quantity')}::numeric) over spots as quantity
      from ${staging.table} s where s.section = ${section.section} and s.problems is null window spots as (partition by ${key})
    ), gone as (
      delete from ${staging.table} s using same where s.section = ${section.section}
        and s.row_number = same.row_number and same.row_number <> same.kept returning s.row_number
    ), added as (
      update ${staging.table} s set vals[${sql.lit(quantity)}] = trim_scale(same.quantity)::text from same
      where ${kept === 'add'} and s.section = ${section.section} and s.row_number = same.kept and same.row_number = same.kept and same.rows > 1
    ) select count(*) from gone`,
  )
}

/** Two rows of a file that speak of the same stock contradict each other, or were meant to be added up. @returns how many there are */
async function refuseTwice(db: Db, key: ImportKey, { section }: StockSection): Promise<number> {
  const at = { field: sql.lit('itemNumber'), row: sql`r.row_number` }
  const { numAffectedRows = 0n } =
    await sql`update import_rows r set action = 'error', changes = null, problems = jsonb_build_array(${problemSql('stock_twice', { first: sql`f.first` }, at)})
    from (select o.entity_key, min(o.row_number) as first from import_rows o where ${isOf(key, 'o')} and o.type = 'stock' and o.action <> 'error'
      group by o.entity_key having count(*) > 1) f
    where ${isOf(key, 'r')} and r.section = ${section} and r.entity_key = f.entity_key and r.row_number > f.first and r.action <> 'error'`.execute(
      db,
    )
  return Number(numAffectedRows)
}

/** The problems of a row as a list, null without any. */
function misfit(
  key: ImportKey,
  { stored }: StockSection,
  { isBackup, addsPlaces }: { isBackup: boolean; addsPlaces: boolean },
): Sql {
  const cellOf = (field: string) => {
    const at = stored.columns.findIndex(({ fields }) => fields.includes(field))
    const column = sql`${stored.columns[at]?.header.trim() || field}::text`
    return { column, found: sql`left(btrim(l.cells[${sql.lit(at + 1)}]), 40)` }
  }
  const at = (field: string) => ({ field: sql.lit(field), row: sql`l.row_number` })
  const quantity = cellOf('quantity')
  const number = { column: cellOf('itemNumber').column, name: sql`l.number` }
  const isTooFine = sql`l.quantity <> trunc(l.quantity, l.decimals)`
  const lotColumn = stored.columns.some(({ fields }) => fields.includes('lot'))
    ? cellOf('lot').column
    : sql`'Lot'::text`
  const found = [
    sql`case when l.quantity is null then ${problemSql('required', { column: quantity.column }, at('quantity'))} end`,
    sql`case when l.matches is null then ${problemSql('unknown_record', number, at('itemNumber'))} end`,
    sql`case when l.matches > 1 then ${problemSql('number_of_several', number, at('itemNumber'))} end`,
    sql`case when not ${addsPlaces} and l.place is not null and l.location_id is null and not exists (select from import_rows p where ${isOf(key, 'p')}
        and p.type = 'places' and p.action <> 'error' and p.entity_key = app.folded(l.place))
      then ${problemSql('unknown_record', { column: cellOf('place').column, name: sql`l.place` }, at('place'))} end`,
    sql`case when l.quantity < 0 and l.quantity < l.there and not ${isNegativeAllowed(key.companyId)}
      then ${problemSql('not_whole', quantity, at('quantity'))} end`,
    // A backup may hold what came in before the part kept lots.
    sql`case when ${!isBackup} and l.has_lots and l.lot is null and l.quantity > l.there
      then ${problemSql('required', { column: lotColumn }, at('lot'))} end`,
    sql`case when ${isTooFine} and l.decimals = 0 then ${problemSql('not_whole', quantity, at('quantity'))}
      when ${isTooFine} then ${problemSql('excess_decimals', { ...quantity, max: sql`l.decimals` }, at('quantity'))} end`,
  ]
  return sql`(select jsonb_agg(v.problem) from (values ${sql.join(found.map((problem) => sql`(${problem})`))}) v(problem) where v.problem is not null)`
}

/**
 * A backup holds all stock of its items: what there is today at other places and of other lots becomes 0. Such rows have negative numbers, since they
 * are not in the file.
 */
export async function emptyOthers(db: Db, key: ImportKey, { section, stored }: StockSection): Promise<void> {
  const { companyId, importId } = key
  const values: Record<string, Sql> = {
    itemNumber: sql`o.number`,
    place: sql`o.code`,
    lot: sql`o.lot_number`,
    quantity: sql`'0'`,
  }
  const row = sql`array[${sql.join(stored.fields.map((field) => values[field] ?? sql`null`))}]::text[]`
  await sql`
    insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells, entity_key, entity_id, seen, changes)
    select ${companyId}, ${importId}, 
      least(0, (select min(n.row_number) from import_rows n where ${isOf(key, 'n')})) - row_number() over (order by o.number, o.code, o.lot_number), ${section}, 'stock', 'update', ${row},
      array[o.number, coalesce(o.code, ''), coalesce(o.lot_number, ''), '0', ''], o.key, o.entity_id, trim_scale(o.quantity)::text,
      jsonb_build_array(jsonb_build_object('field', 'quantity', 'oldValue', trim_scale(o.quantity)::text, 'newValue', '0'))
    from (with r as materialized (select distinct on (i.entity_id) i.entity_id, ${itemNumber} as number from import_rows i
        ${joinedItem(companyId, sql`i.entity_id`)}
        where ${isOf(key, 'i')} and i.type in ('parts', 'assemblies', 'products') and i.entity_id is not null)
      select r.entity_id, r.number, l.code::text as code, d.lot_number, d.quantity,
        concat_ws(chr(31), r.entity_id, coalesce(l.id::text, '-'), coalesce(app.folded(d.lot_number), '')) as key
      from r join app.divided_stock(${companyId}, array(select entity_id from r)) d on d.item_id = r.entity_id
      left join locations l on l.company_id = ${companyId} and l.id = d.location_id) o
    where not exists (select from import_rows n where ${isOf(key, 'n')} and n.type = 'stock' and n.entity_key = o.key)`.execute(
    db,
  )
}
