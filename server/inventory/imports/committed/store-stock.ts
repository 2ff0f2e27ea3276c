// Takes compared rows of stock; posts a movement for each that differs from what is there.

import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { problemSql } from '../compared/problem-sql.ts'
import { emptyOthers, type StockSection, stockLines } from '../compared/stock-rows.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'

const tables = ['parts', 'assemblies', 'products'] as const

const goodRows = (key: ImportKey, { section }: StockSection): Sql =>
  sql`import_rows r where ${isOf(key, 'r')} and r.section = ${section} and r.action <> 'error'`

const linesOf = (key: ImportKey, section: StockSection): Sql =>
  stockLines(
    key,
    section,
    sql`(select r.row_number, r.values as vals, r.cells, r.problems from ${goodRows(key, section)}) s`,
  )

/**
 * A row becomes an error if somebody has moved its stock since the preview. A new item of the same file was not there then.
 * @param check refuses the import for such a row, unless the user wants the good rows anyway
 */
export async function refuseMoved(db: Db, key: ImportKey, section: StockSection, check: () => Promise<unknown>) {
  await lockItems(db, key, section)
  const at = { field: sql`null`, row: sql`r.row_number` }
  await sql`update import_rows r set action = 'error', problems = jsonb_build_array(${problemSql('changed_since', {}, at)})
    from (${linesOf(key, section)}) l where ${isOf(key, 'r')} and r.row_number = l.row_number and r.entity_id is not null
      and (r.seen is distinct from trim_scale(l.there)::text or r.entity_key not in (l.key, l.key_before))`.execute(db)
  await check()
}

/** The stock with which deleted items of a backup came back was not there at the preview: what the backup does not have becomes 0. */
export async function settleReturned(db: Db, key: ImportKey, section: StockSection): Promise<void> {
  await sql`update import_rows r set entity_id = l.item_id, entity_key = l.key from (${linesOf(key, section)}) l
    where ${isOf(key, 'r')} and r.section = ${section.section} and r.row_number = l.row_number and r.entity_key is distinct from l.key`.execute(
    db,
  )
  await emptyOthers(db, key, section)
}

/** What comes in is booked before what goes out, and has a price only if the item has more afterwards: one that only changes places keeps its value. */
export async function storeStock(db: Db, key: ImportKey, section: StockSection): Promise<void> {
  await lockItems(db, key, section)
  await sql`select app.name_movements(coalesce(jsonb_agg(jsonb_build_object('itemId', l.item_id, 'quantity', l.quantity - l.there,
      'reason', 'imported', 'unitCost', case when l.quantity > l.there and l.added > 0 then l.unit_cost end, 'locationId', l.location_id, 'lotNumber', l.lot)
      order by l.quantity < l.there, l.row_number), '[]')::text)
    from (select l.*, sum(l.quantity - l.there) over (partition by l.item_id) as added from (${linesOf(key, section)}) l) l
    where l.quantity <> l.there`.execute(db)
  for (const table of tables)
    await sql`update ${sql.table(table)} t set stock_level = t.stock_level + s.quantity, updated_at = now()
      from (select (l ->> 'itemId')::uuid as id, sum((l ->> 'quantity')::numeric) as quantity
        from jsonb_array_elements(current_setting('app.stock_lines')::jsonb) l group by 1) s
      where t.company_id = ${key.companyId} and t.id = s.id`.execute(db)
  await sql`select app.name_movements('')`.execute(db)
}

async function lockItems(db: Db, key: ImportKey, section: StockSection): Promise<void> {
  for (const table of tables)
    await sql`select count(*) from (select from ${sql.table(table)} t where t.company_id = ${key.companyId}
      and t.id in (select r.entity_id from ${goodRows(key, section)}) order by t.id for no key update) locked`.execute(
      db,
    )
}
