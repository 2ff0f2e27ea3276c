import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import type { Target } from './targets.ts'

type Repeat = { rowNumber: number; lastRow: number; key: string; count: number }

const told = 10

/**
 * Of good rows with the same number or name, whatever its case, only the last one counts, in whatever sections they stand (security.md T82): those
 * before change nothing.
 * @returns sentences that say so, naming the rows
 */
export async function settleRepeats(db: Db, companyId: string, importId: string, targets: Target[]): Promise<string[]> {
  const ofImport = sql`r.company_id = ${companyId} and r.import_id = ${importId}`
  const written = targets.map(({ section, key }) => sql`when ${section}::int then r.values[${sql.lit(key.place)}]`)
  if (written.length === 0) return []
  const { rows } = await sql<Repeat>`
    with good as materialized (
      select r.row_number, max(r.row_number) over (partition by r.type, r.entity_key) as last_row
      from import_rows r where ${ofImport} and r.action <> 'error'
    ), settled as (
      update import_rows r set action = 'unchanged', changes = null from good g
      where ${ofImport} and r.row_number = g.row_number and g.row_number < g.last_row
      returning r.row_number, g.last_row, case r.section ${sql.join(written, sql` `)} end as key
    ) select row_number, last_row, key, (count(*) over ())::int as count from settled
    order by row_number limit ${told}`.execute(db)
  const [first] = rows
  if (!first) return []
  const { count } = first
  return [
    `${count.toLocaleString('en-US')} ${count === 1 ? 'row repeats' : 'rows repeat'} the number or name of a later row; the last one counts`,
    ...rows.map(({ rowNumber, lastRow, key }) => `Row ${rowNumber} gives way to row ${lastRow}: both are '${key}'`),
    ...(count > told ? [`... and ${(count - told).toLocaleString('en-US')} more`] : []),
  ]
}
