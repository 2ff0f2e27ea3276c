// Takes the problems of compared rows, makes the stage `faults` and faulty rows.

import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import { makeStage, type Stage } from '../stages.ts'

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
