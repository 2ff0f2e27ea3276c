import { sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { ImportedRow } from '../csv/import-row.ts'
import { createStaging } from './staging.ts'

/** Stages a single row, to be classified like those of a file. */
export async function stageRow(
  db: Db,
  section: number,
  { rowNumber, values, cells, sentence }: ImportedRow,
): Promise<void> {
  await createStaging(db)
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
