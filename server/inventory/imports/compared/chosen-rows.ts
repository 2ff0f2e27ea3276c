import { ORPCError } from '@orpc/server'
import type { RowsNotChosen } from 'contract/inventory/imports.ts'
import { maxChosenRows } from 'contract/inventory/imports.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { fillLineTables } from './line-tables.ts'
import { vendorLink } from './suppliers.ts'
import type { Target } from './targets.ts'

const toldErrors = 1_000

/** `needs`: the row that has to come too, null when choosing another one would not help. */
type Obstacle = { needs: number | null; sentence: string }

/**
 * Takes the rows that were not chosen out of the import: all that follows sees the chosen ones only, as if the file held no others.
 * Vendors that the import makes by itself come with the rows that name them.
 * @throws 422 (RowsNotChosen) when a chosen row is not in the file, gives way to a row or needs one that is not chosen
 */
export async function keepChosen(db: Db, companyId: string, importId: string, targets: Target[], only: number[]) {
  const rows = sql`import_rows r where r.company_id = ${companyId} and r.import_id = ${importId}`
  const chosen = sql`${only}::int[]`
  const obstacles = [
    ...(await unknownRows(db, rows, chosen)),
    ...(await givingWay(db, rows, chosen)),
    ...(await missingRows(db, companyId, importId, targets, chosen)),
  ]
  if (obstacles.length > 0) throw notChosen(obstacles)
  await sql`delete from ${rows} and r.row_number <> all (${chosen})`.execute(db)
}

function notChosen(obstacles: Obstacle[]) {
  const needed = new Set(obstacles.flatMap(({ needs }) => needs ?? []))
  return new ORPCError('UNPROCESSABLE', {
    status: 422,
    message: 'Some of the selected rows cannot be imported without others',
    data: {
      reason: 'not_chosen',
      errors: obstacles.slice(0, toldErrors).map(({ sentence }) => sentence),
      needed: [...needed].toSorted((one, other) => one - other).slice(0, maxChosenRows),
    } satisfies z.infer<typeof RowsNotChosen>,
  })
}

type Fragment = RawBuilder<unknown>

async function unknownRows(db: Db, rows: Fragment, chosen: Fragment): Promise<Obstacle[]> {
  const found = await sql<Obstacle>`select null as needs, 'Row ' || n || ' is not in this file' as sentence
    from unnest(${chosen}) n where not exists (select from ${rows} and r.row_number = n) order by n`.execute(db)
  return found.rows
}

/** Of rows with the same number or name the last one counts; the one before does not come alive by being chosen alone. */
async function givingWay(db: Db, rows: Fragment, chosen: Fragment): Promise<Obstacle[]> {
  const found = await sql<Obstacle>`
    with good as materialized (
      select r.row_number, max(r.row_number) over (partition by r.type, r.entity_key) as last_row from ${rows}
        and r.action <> 'error' and r.entity_key is not null
    ) select last_row as needs, 'Row ' || row_number || ' gives way to row ' || last_row || ', which is not selected' as sentence
    from good where last_row > row_number and row_number = any (${chosen}) and last_row <> all (${chosen})
    order by row_number`.execute(db)
  return found.rows
}

/** New records that the chosen rows name and only rows make that were not chosen; what these need in turn, too. */
async function missingRows(
  db: Db,
  companyId: string,
  importId: string,
  targets: Target[],
  chosen: Fragment,
): Promise<Obstacle[]> {
  const ofImport = (alias: string) =>
    sql`${sql.ref(`${alias}.company_id`)} = ${companyId} and ${sql.ref(`${alias}.import_id`)} = ${importId}`
  const edges = targets.flatMap((target) => {
    const link = vendorLink(target)
    if (!link) return []
    return [
      sql`select s.row_number, v.row_number as needs, 'vendor ' || v.values[1] as what
        from import_rows s join import_rows v on ${ofImport('v')} and v.type = 'vendors' and v.action = 'create' and v.row_number > 0
          and v.entity_key = app.folded(s.values[${sql.lit(link.place)}])
        where ${ofImport('s')} and s.section = ${target.section} and s.action <> 'error'`,
    ]
  })
  if (targets.some(({ lines }) => lines)) {
    await fillLineTables(
      db,
      companyId,
      importId,
      targets.filter(({ type }) => type !== 'vendors'),
    )
    edges.push(sql`select l.row_number, f.row_number as needs, l.type || ' ' || f.number as what
      from row_lines l join file_items f on f.type = l.type and f.number = l.number where not l.is_stored`)
  }
  if (edges.length === 0) return []
  const found = await sql<Obstacle>`
    with recursive edges as materialized (${sql.join(edges, sql` union all `)}),
    needed as (
      select row_number, needs, what from edges where row_number = any (${chosen}) and needs <> all (${chosen})
      union select e.row_number, e.needs, e.what from needed n join edges e on e.row_number = n.needs
        where e.needs <> all (${chosen})
    ) select needs, 'Row ' || row_number || ' needs row ' || needs || ', which is not selected: ' || what as sentence
    from needed order by row_number, needs`.execute(db)
  return found.rows
}

/** The numbers of the rows of one kind that can be chosen, at most 10,000. Vendors that the import makes by itself have none. */
export async function listRowNumbers(db: Db, companyId: string, importId: string, action: string): Promise<number[]> {
  const { rows } = await sql<{ rowNumber: number }>`select row_number from import_rows
    where company_id = ${companyId} and import_id = ${importId} and action = ${action} and row_number > 0
    order by row_number limit ${maxChosenRows}`.execute(db)
  return rows.map(({ rowNumber }) => rowNumber)
}
