import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import type { Target, TargetColumn } from './targets.ts'

/** What became of the rows of one section. */
export type RowCounts = { create: number; update: number; unchanged: number; error: number; superseded: number }

/**
 * Says of each staged row whether it creates, updates, leaves unchanged or fails, and what an update changes; stores that
 * for the preview. Of rows with the same key the last one counts (security.md T82).
 */
export async function classifyRows(
  db: Db,
  companyId: string,
  importId: string,
  target: Target,
  isLarge: boolean,
): Promise<RowCounts> {
  const differs = sql.join(
    [sql`false`, ...target.columns.map(different), ...target.privateColumns.map(different)],
    sql` or `,
  )
  if (isLarge) await expectManyRows(db)
  const { rows } = await sql<RowCounts>`
    with s as materialized (
      select row_number, vals, cells, error, error is null and row_number <
        max(row_number) filter (where error is null) over (partition by vals[${place(target.key)}]) as is_superseded
      from staging where section = ${target.section}
    ), stored as (
      insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells, error, entity_id, changes)
      select ${companyId}, ${importId}, s.row_number, ${target.section}, ${target.type},
        case when s.error is not null then 'error' when s.is_superseded then 'unchanged' when t.id is null then 'create'
             when ${differs} then 'update' else 'unchanged' end,
        s.vals, s.cells, s.error, t.id, 
        case when t.id is not null and not s.is_superseded and (${differs}) then ${changesOf(target)} end
      from s left join ${sql.table(target.type)} t
        on s.error is null and t.company_id = ${companyId} and t.${sql.ref(target.key.column)} = s.vals[${place(target.key)}]
      ${target.privateColumns.length > 0 ? sql`left join vendor_private p on p.company_id = ${companyId} and p.id = t.id` : sql``}
      returning action
    )
    select count(*) filter (where action = 'create')::int as create, count(*) filter (where action = 'update')::int as update,
      count(*) filter (where action = 'unchanged')::int as unchanged, count(*) filter (where action = 'error')::int as error,
      (select count(*) from s where is_superseded)::int as superseded
    from stored`.execute(db)
  return rows[0] as RowCounts
}

/** Tells PostgreSQL what its statistics cannot know yet: lookups one by one would take seconds, and sorts spill to disk. */
export const expectManyRows = (db: Db) =>
  sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`.execute(db)

const place = ({ place: at }: TargetColumn) => sql.lit(at)

const stored = ({ column, isPrivate }: TargetColumn) =>
  column === 'preferred_shipping_method'
    ? sql`coalesce(p.preferred_shipping_method, 'none')`
    : sql.ref(`${isPrivate ? 'p' : 't'}.${column}`)

/** The value of a row, as its column has it. */
export const sent = (target: TargetColumn): RawBuilder<unknown> =>
  target.column === 'preferred_shipping_method'
    ? sql`coalesce(s.vals[${place(target)}], 'none')`
    : sql`s.vals[${place(target)}]::${sql.raw(target.cast)}`

const different = (column: TargetColumn) => sql`${stored(column)} is distinct from ${sent(column)}`

const shown = (value: RawBuilder<unknown>, { cast }: TargetColumn) =>
  cast === 'numeric' ? sql`trim_scale(${value})::text` : sql`(${value})::text`

function changesOf({ columns, privateColumns }: Target) {
  const lines = [...columns, ...privateColumns].map(
    (column) =>
      sql`(${sql.lit(column.field)}, ${shown(sql`${stored(column)}`, column)}, ${shown(sent(column), column)}, ${different(column)})`,
  )
  if (lines.length === 0) return sql`null::jsonb`
  return sql`(select jsonb_agg(jsonb_build_object('field', d.f, 'oldValue', d.o, 'newValue', d.n))
    from (values ${sql.join(lines)}) d(f, o, n, x) where d.x)`
}
