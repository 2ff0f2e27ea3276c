// Takes compared rows; a row that a later row repeats changes nothing.

import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { type ImportKey, isOf } from '../import-key.ts'
import type { Target } from './targets.ts'

const Repeat = z.object({
  ...{ rowNumber: z.number(), lastRow: z.number(), key: z.string(), count: z.number() },
  ...{ earlier: z.string(), later: z.string() },
})

const maxNamed = 10

/** The codes of the problems that name repeated rows. */
export const repeatCodes: ImportProblem['code'][] = ['rows_repeat', 'row_repeats', 'more_repeat']

/**
 * Only the last good row with a number or name counts, in any case and in any section (T82).
 * @returns problems that name the earlier rows
 */
export async function settleRepeats(db: Db, key: ImportKey, targets: Target[]): Promise<ImportProblem[]> {
  const written = targets.map((target) => sql`when ${target.section}::int then r.values[${sql.lit(target.key.place)}]`)
  if (written.length === 0) return []
  const quantities = targets.flatMap(({ section, columns }) => {
    const place = columns.find(({ field }) => field === 'stockLevel')?.place
    return place === undefined ? [] : [sql`when ${section}::int then r.values[${sql.lit(place)}]`]
  })
  const quantity = quantities.length > 0 ? sql`case r.section ${sql.join(quantities, sql` `)} end` : sql`null::text`
  const rows = await rowsOf(
    db,
    Repeat,
    sql`
    with good as materialized (
      select r.row_number, max(r.row_number) over (partition by r.type, r.entity_key) as last_row
      from import_rows r where ${isOf(key, 'r')} and r.action <> 'error'
    ), settled as (
      update import_rows r set action = 'unchanged', changes = null from good g
      where ${isOf(key, 'r')} and r.row_number = g.row_number and g.row_number < g.last_row
      returning r.row_number, g.last_row, case r.section ${sql.join(written, sql` `)} end as key, ${quantity} as quantity
    ) select s.row_number, s.last_row, s.key, (count(*) over ())::int as count,
      coalesce(s.quantity, '') as earlier, coalesce(${quantity}, '') as later
    from settled s join import_rows r on ${isOf(key, 'r')} and r.row_number = s.last_row
    order by s.row_number limit ${maxNamed}`,
  )
  const [first] = rows
  if (!first) return []
  const { count } = first
  return [
    problem('rows_repeat', { rows: count }),
    ...rows.map(({ rowNumber: row, lastRow: to, key: name, earlier, later }) =>
      problem('row_repeats', { to, key: name, earlier, later }, { row }),
    ),
    ...(count > maxNamed ? [problem('more_repeat', { rows: count - maxNamed })] : []),
  ]
}
