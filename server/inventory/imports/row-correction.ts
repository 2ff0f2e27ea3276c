import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import type { ImportedRow } from './mapped/import-row.ts'
import { makeStage } from './stages.ts'

/** Stages a single row, to be classified like those of a file. */
export async function stageRow(
  db: Db,
  section: number,
  { rowNumber, values, cells, sentence }: ImportedRow,
): Promise<void> {
  await makeStage(db, 'staging')
  await sql`insert into staging (row_number, section, vals, cells, error)
    values (${rowNumber}, ${section}, ${values}::text[], ${cells}::text[], ${sentence})`.execute(db)
}

/** Takes the former row away. */
export async function replaceRow(db: Db, companyId: string, importId: string, rowNumber: number): Promise<void> {
  await db
    .deleteFrom('importRows')
    .where('companyId', '=', companyId)
    .where('importId', '=', importId)
    .where('rowNumber', '=', rowNumber)
    .execute()
}

/** Gives rows that were faulty for what they refer to another chance, since the corrected one may be what they miss. */
export const healRows = (db: Db, companyId: string, importId: string) =>
  sql`update import_rows set error = null, is_line_error = false,
    action = case when entity_id is null then 'create' else 'update' end
    where company_id = ${companyId} and import_id = ${importId} and is_line_error`.execute(db)
