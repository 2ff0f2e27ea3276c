// Takes compared rows; of rows with the same number or name only one changes something.

import type { ImportChoices } from 'contract/inventory/import-choices.ts'
import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { type ImportKey, isOf, type Sql } from '../import-key.ts'
import type { Stage } from '../stages.ts'
import { foldedKey } from './compare-sql.ts'
import type { Target } from './targets.ts'

const Repeat = z.object({
  ...{ rowNumber: z.number(), keptRow: z.number(), key: z.string(), count: z.number() },
  ...{ earlier: z.string(), later: z.string(), isSameUnit: z.boolean() },
})

const maxNamed = 10

/** The codes of the problems that name repeated rows. */
export const repeatCodes: ImportProblem['code'][] = ['rows_repeat', 'row_repeats', 'more_repeat']

/** SQL: the row that counts, of those with the number or name of import_rows r, in any case and in any section. */
export const keptRow = ({ repeats }: Partial<ImportChoices>): Sql =>
  sql`${repeats === 'first' ? sql`min` : sql`max`}(r.row_number) over (partition by r.type, r.entity_key)`

const columnOf = ({ columns }: Target, name: string) => columns.find(({ field }) => field === name)

/** Puts the stock of all rows with the same number into the last of them, unless they count it in several units. */
export async function addRepeats(db: Db, targets: Target[], staging: Stage<'staging'>): Promise<void> {
  for (const target of targets) {
    const [stock, unit] = [columnOf(target, 'stockLevel'), columnOf(target, 'unit')]
    if (!stock) continue
    const value = (place: number) => sql`s.vals[${sql.lit(place)}]`
    await sql`
      with sums as (
        select max(s.row_number) as last_row, sum(${value(stock.place)}::numeric) as quantity
        from ${staging.table} s where s.section = ${target.section} and s.problems is null
        group by ${foldedKey(target, { values: sql`s.vals` })}
        having count(*) > 1 and count(distinct coalesce(${unit ? value(unit.place) : sql`''`}, '')) = 1
      )
      update ${staging.table} s set vals[${sql.lit(stock.place)}] = trim_scale(n.quantity)::text
      from sums n where s.section = ${target.section} and s.row_number = n.last_row`.execute(db)
  }
}

/**
 * Only one good row with a number or name counts (T82).
 * @returns problems that name the other rows
 */
export async function settleRepeats(
  db: Db,
  key: ImportKey,
  targets: Target[],
  choices: Partial<ImportChoices>,
): Promise<ImportProblem[]> {
  const kept = choices.repeats ?? 'last'
  if (targets.length === 0) return []
  const cellOf = (columns: { section: number; place: number | undefined }[], row: Sql) => {
    const found = columns.flatMap(({ section, place }) =>
      place === undefined ? [] : [sql`when ${section}::int then ${row}.values[${sql.lit(place)}]`],
    )
    return found.length > 0 ? sql`coalesce(case ${row}.section ${sql.join(found, sql` `)} end, '')` : sql`''`
  }
  const placesOf = (name: string) =>
    targets.map((target) => ({ section: target.section, place: columnOf(target, name)?.place }))
  const keys = targets.map(({ section, key: { place } }) => ({ section, place }))
  const [stock, unit] = [placesOf('stockLevel'), placesOf('unit')]
  const rows = await rowsOf(
    db,
    Repeat,
    sql`
    with good as materialized (
      select r.row_number, ${keptRow(choices)} as kept_row
      from import_rows r where ${isOf(key, 'r')} and r.action <> 'error'
    ), settled as (
      update import_rows r set action = 'unchanged', changes = null from good g
      where ${isOf(key, 'r')} and r.row_number = g.row_number and g.row_number <> g.kept_row
      returning r.row_number, g.kept_row, r.section, r.values
    ) select s.row_number, s.kept_row, ${cellOf(keys, sql`s`)} as key, (count(*) over ())::int as count,
      ${cellOf(stock, sql`s`)} as earlier, ${cellOf(stock, sql`r`)} as later,
      ${cellOf(unit, sql`s`)} = ${cellOf(unit, sql`r`)} as is_same_unit
    from settled s join import_rows r on ${isOf(key, 'r')} and r.row_number = s.kept_row
    order by s.row_number limit ${maxNamed}`,
  )
  const [first] = rows
  if (!first) return []
  return [
    problem('rows_repeat', { rows: first.count, kept }),
    ...rows.map(({ rowNumber: row, keptRow: to, key: name, earlier, later, isSameUnit }) => {
      const sum = kept === 'add' && isSameUnit ? later : ''
      return problem('row_repeats', { to, key: name, earlier, later, sum }, { row })
    }),
    ...(first.count > maxNamed ? [problem('more_repeat', { rows: first.count - maxNamed })] : []),
  ]
}
