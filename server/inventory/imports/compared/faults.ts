// Takes the problems of compared rows, makes the stage `faults` and faulty rows.

import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import { makeStage, type Stage } from '../stages.ts'
import { problemSql } from './problem-sql.ts'

/**
 * Marks rows as faulty. Another row may fix them later, so every check of the file starts again with the rows marked here.
 * @param selects SQL of SELECTs with two columns: a row number, and an array of problems as jsonb
 * @returns the stage, null when nothing is wrong
 */
export async function markFaults(db: Db, key: ImportKey, selects: Sql[]): Promise<Stage<'faults'> | null> {
  // Joined with itself in one statement, import_rows would be read once for each row: it has no statistics yet.
  const faults = await makeStage(db, 'faults', selects)
  const { numAffectedRows = 0n } = await sql`
    update import_rows r set action = 'error', is_line_error = true, problems = f.problems
    from ${faults.table} f where ${isOf(key, 'r')} and r.row_number = f.row_number`.execute(db)
  return numAffectedRows > 0n ? faults : null
}

/** SQL: the first faulty row with each number or name. Other rows may name what it would have made. */
export const faultyRecords = (key: ImportKey): Sql => sql`(
  select r.type, r.entity_key, min(abs(r.row_number)) as row_number from import_rows r
  where ${isOf(key, 'r')} and r.action = 'error' and r.entity_key is not null group by r.type, r.entity_key)`

type Missing = { column: Sql; name: Sql; faulty: Sql }

/** SQL: the problem of a row that names a record which is nowhere. `faulty`: the number of the row that would have made it, if there is one. */
export const missingRecord = ({ faulty, ...params }: Missing, at: { field: Sql; row: Sql }): Sql =>
  sql`case when ${faulty} is null then ${problemSql('unknown_record', params, at)}
    else ${problemSql('faulty_record', { ...params, faulty }, at)} end`
