// Takes the stage `staging`, makes the compared rows of an import: import_rows.

import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import type { ImportKey, Sql } from '../import-key.ts'
import type { Stage } from '../stages.ts'
import type { Names } from '../types/type-sql.ts'
import { changesOf, differs, foldedKey, recordsOf, seenOf } from './compare-sql.ts'
import { cellText, linkedVendor } from './link-sql.ts'
import { misfits } from './misfits.ts'
import { problemSql } from './problem-sql.ts'
import { isNegativeAllowed, stockMisfit } from './stock-misfits.ts'
import type { Target } from './targets.ts'

/**
 * Decides for each staged row of a section whether it creates, updates, leaves unchanged or fails, and what an update changes. Stores the
 * result for the preview, with the state of the record.
 */
export async function classifyRows(
  db: Db,
  { companyId, importId }: ImportKey,
  { target, staging }: { target: Target; staging: Stage<'staging'> },
) {
  const names: Names = { values: sql`s.vals`, record: 't', secret: 'p', vendor: 'linked' }
  const key = foldedKey(target, names)
  const keyOfGood = sql`case when s.problems is null then ${key} end`
  const isDifferent = differs(target, names)
  const row = sql`s.row_number`
  const look = { names, row, cells: sql`s.cells`, isNegativeAllowed: isNegativeAllowed(companyId) }
  const problems = sql`coalesce(s.problems, ${nameless(target, { names, row, found: sql`s.problems` })},
    ${misfits(target, look)}, ${stockMisfit(target, { companyId, ...look })})`
  await sql`
    insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells, problems, entity_key,
      entity_id, seen, changes)
    select ${companyId}, ${importId}, s.row_number, ${target.section}, ${target.type},
      case when ${problems} is not null then 'error' when t.id is null then 'create'
           when ${isDifferent} then 'update' else 'unchanged' end,
      s.vals, s.cells, ${problems}, ${key}, t.id, ${seenOf(target, names)},
      case when t.id is not null and (${isDifferent}) then ${changesOf(target, names)} end
    from ${staging.table} s ${linkedVendor(companyId, target, names)}
    left join ${recordsOf(companyId, target, keyOfGood, names)}
    where s.section = ${target.section}`.execute(db)
}

type NamelessRow = { names: Names; row: Sql; found: Sql }

/** The problem of a new record without a name; an existing record keeps its name. */
function nameless({ needsName, name, sql: { noun }, key }: Target, { names, row, found }: NamelessRow): Sql {
  if (!needsName) return sql`null::jsonb`
  const hasName = name ? sql`${cellText(name, names)} is not null` : sql`false`
  const params = { column: sql`${name?.header ?? 'Name'}::text`, noun: sql.lit(noun), number: cellText(key, names) }
  return sql`case when ${found} is null and ${sql.ref(`${names.record}.id`)} is null and not ${hasName}
    then jsonb_build_array(${problemSql('name_needed', params, { field: sql.lit('name'), row })}) end`
}

/**
 * Tells PostgreSQL the size of the tables before its statistics know it: otherwise single lookups take seconds, and sorts spill to disk.
 */
export const expectManyRows = (db: Db) =>
  sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`.execute(db)
