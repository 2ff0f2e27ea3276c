// Takes compared rows, makes the stage `merging` and stores records.

import { ImportedRecords } from 'contract/activity/imported.ts'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { assigned, differs, foldedKey, recordsOf, seenOf, sent } from '../compared/compare-sql.ts'
import { linkedVendor } from '../compared/link-sql.ts'
import { problemSql } from '../compared/problem-sql.ts'
import type { Target, TargetColumn } from '../compared/targets.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import { makeStage, type Stage } from '../stages.ts'
import type { Names } from '../types/type-sql.ts'
import { storeSecrets } from '../types/vendors.ts'

const names: Names = { values: sql`s.values`, record: 't', secret: 'p', vendor: 'linked' }

/**
 * Collects the rows that have something to store, compares them again with the current records, and locks these. A row becomes an error if
 * somebody has changed its record since the preview.
 * @returns the stage, and the number of such errors
 */
export async function collectRows(
  db: Db,
  key: ImportKey,
  targets: Target[],
): Promise<{ merging: Stage<'merging'>; touched: number }> {
  const compared = targets.map((target) => ({ target, ...comparedRows(key, target) }))
  for (const { rows, record, saysMore } of compared) {
    await sql`select count(*) from (
      select from ${rows} join ${record} where ${saysMore} order by t.id for no key update of t) locked`.execute(db)
  }
  const selects = compared.map(
    ({ target, rows, record, saysMore }) => sql`
      select s.row_number, ${target.section}::int, t.id, ${seenOf(target, names)} is not distinct from s.seen, ${linesDiffer(target, sql`s.changes`)}
      from ${rows} left join ${record} where t.id is null or ${saysMore}`,
  )
  const merging = await makeStage(db, 'merging', selects, false)
  return { merging, touched: await refuseTouched(db, key, merging) }
}

/** SQL: the good rows of a section, with the key that joins their records, and whether a row differs from its record. */
function comparedRows(key: ImportKey, target: Target) {
  return {
    rows: sql`(${goodRows(key, target)}) s ${linkedVendor(key.companyId, target, names)}`,
    record: recordsOf(key.companyId, target, sql`s.entity_key`, names),
    saysMore: sql`(${differs(target, names)} or ${linesDiffer(target, sql`s.changes`)})`,
  }
}

async function refuseTouched(db: Db, key: ImportKey, merging: Stage<'merging'>): Promise<number> {
  const at = { field: sql`null`, row: sql`r.row_number` }
  const { numAffectedRows = 0n } = await sql`
    update import_rows r set action = 'error', problems = jsonb_build_array(
      case when m.id is null then ${problemSql('deleted_since', {}, at)} when r.seen is null then ${problemSql('added_since', {}, at)}
        else ${problemSql('changed_since', {}, at)} end)
    from ${merging.table} m where ${isOf(key, 'r')} and r.row_number = m.row_number
      and case when m.id is null then r.seen is not null else not m.is_as_seen end`.execute(db)
  return Number(numAffectedRows)
}

/** Stores the collected rows of a section in a few statements. New records by a plain insert: ON CONFLICT would take a fifth longer. */
export async function mergeRows(
  db: Db,
  key: ImportKey,
  { target, merging }: { target: Target; merging: Stage<'merging'> },
): Promise<void> {
  const { companyId } = key
  const columns = [target.key, ...target.columns]
  const rows = sql`${merging.table} m join (select r.row_number, r.values from import_rows r where ${isOf(key, 'r')}) s
    on m.section = ${target.section} and s.row_number = m.row_number ${linkedVendor(companyId, target, names)}`
  if (target.columns.length > 0) {
    const assignments = target.columns.map(
      (column) => sql`${sql.ref(column.column)} = ${assigned(target, column, names)}`,
    )
    await sql`update ${sql.table(target.type)} t set ${sql.join(assignments)} from ${rows}
      where t.company_id = ${companyId} and t.id = m.id and (${differs({ ...target, privateColumns: [] }, names)})`.execute(
      db,
    )
  }
  // After the updates: one of them may give up the product of the store that a new product takes.
  await sql`insert into ${sql.table(target.type)} (company_id, ${columnNames(columns)})
    select ${companyId}, ${sql.join(columns.map((column) => sent(column, names)))} from ${rows} where m.id is null`.execute(
    db,
  )
  if (target.privateColumns.length > 0) {
    const ofVendor = { ...names, record: 'v' }
    const values = target.privateColumns.map((column) => ({
      column: column.column,
      sent: sent(column, ofVendor),
      assigned: assigned(target, column, ofVendor),
    }))
    await storeSecrets(companyId, { rows, key: foldedKey(target, names), values }, ofVendor).execute(db)
  }
}

const columnNames = (columns: TargetColumn[]) => sql.join(columns.map(({ column }) => sql.ref(column)))

/** SQL: the good row of each key that counts, if it is in this section. Rows from the preview of an older version have no key. */
function goodRows(key: ImportKey, { type, section, key: number, keepsFirst }: Target) {
  const entityKey = sql`coalesce(r.entity_key, app.folded(r.values[${sql.lit(number.place)}]))`
  return sql`
  select * from (
    select distinct on (${entityKey}) r.row_number, r.section, ${entityKey} as entity_key, r.values, r.seen, r.changes
    from import_rows r where ${isOf(key, 'r')} and r.type = ${type} and r.action <> 'error'
    order by 3, r.row_number ${keepsFirst ? sql`asc` : sql`desc`}) last
  where section = ${section}`
}

/** SQL: whether the row changes the lines of its record. @param changes the column of the row's changes */
const linesDiffer = ({ lines }: Target, changes: Sql) =>
  lines
    ? sql`coalesce(${changes} @> jsonb_build_array(jsonb_build_object('field', ${lines.field}::text)), false)`
    : sql`false`

/** SQL: the type of the record that a row g of the log changed. The log of a line says which item it belongs to, but not of which type that is. */
const recordType = sql`case
  when g.entity_type = 'vendor_private' then 'vendor'
  when g.entity_type <> 'bom_line' then coalesce(g.parent_type, g.entity_type)
  when exists (select from assemblies a where a.company_id = g.company_id and a.id = g.parent_id) then 'assembly'
  else 'product' end`

/** The changes of a change set to the records of an import, by their kind; a change of a line counts as a change of its record. */
export const countChanges = (db: Db, companyId: string, changeSetId: string | null): Promise<ImportedRecords[]> =>
  rowsOf(
    db,
    ImportedRecords,
    sql`
    select type, made::int as create, (touched - made)::int as update from (
      select l.type, count(distinct l.record_id) as touched,
        count(distinct l.record_id) filter (where l.action = 'created' and l.is_own) as made
      from (select ${recordType} as type, coalesce(g.parent_id, g.entity_id) as record_id, g.action,
          g.parent_id is null and g.entity_type <> 'vendor_private' as is_own
        from activity_logs g where company_id = ${companyId} and change_set_id = ${changeSetId} and action <> 'deleted') l
      group by 1) n
    order by array_position(${ImportedRecords.shape.type.unwrap().options}::text[], type)`,
  )
