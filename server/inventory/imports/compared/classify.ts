import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { differentLink, linkedVendor, sentLink, shownLinks } from './links.ts'
import type { Target, TargetColumn } from './targets.ts'

/**
 * Says of each staged row whether it creates, updates, leaves unchanged or fails, and what an update changes; stores that
 * for the preview, with what the record was like.
 */
export async function classifyRows(db: Db, companyId: string, importId: string, target: Target, isLarge: boolean) {
  if (isLarge) await expectManyRows(db)
  const key = foldedKey(target)
  await sql`
    insert into import_rows (company_id, import_id, row_number, section, type, action, values, cells, error, entity_key,
      entity_id, seen, changes)
    select ${companyId}, ${importId}, s.row_number, ${target.section}, ${target.type},
      case when coalesce(s.error, ${nameless(target)}) is not null then 'error' when t.id is null then 'create'
           when ${differs(target)} then 'update' else 'unchanged' end,
      s.vals, s.cells, coalesce(s.error, ${nameless(target)}), ${key}, t.id, ${seenOf(target)},
      case when t.id is not null and (${differs(target)}) then ${changesOf(target)} end
    from staging s ${linkedVendor(companyId, target)} left join ${recordsOf(companyId, target, sql`case when s.error is null then ${key} end`)}
    where s.section = ${target.section}`.execute(db)
}

/** What is wrong with a row that would be a new record without a name; a record that exists keeps the one it has. */
const nameless = ({ needsName, name, noun, key }: Target) => {
  if (!needsName) return sql`null::text`
  const hasName = name ? sql`s.vals[${place(name)}] is not null` : sql`false`
  return sql`case when s.error is null and t.id is null and not ${hasName} then 'Row ' || s.row_number || ': ' ||
    ${`${name?.header ?? 'Name'} is required for a new ${noun}, and there is none with the number '`}::text || s.vals[${place(key)}] || '''' end`
}

/** Tells PostgreSQL what its statistics cannot know yet: lookups one by one would take seconds, and sorts spill to disk. */
export const expectManyRows = (db: Db) =>
  sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '64MB', true)`.execute(db)

/** What a left join needs to find the record t (and p, what is private about it) of a row, by the SQL of its folded key. */
export const recordsOf = (companyId: string, { type, key, privateColumns }: Target, keyOfRow: RawBuilder<unknown>) =>
  sql`${sql.table(type)} t on t.company_id = ${companyId} and app.folded(t.${sql.ref(key.column)}) = ${keyOfRow}
    ${privateColumns.length > 0 ? sql`left join vendor_private p on p.company_id = ${companyId} and p.id = t.id` : sql``}`

/** What the row s is found by: its number or name, whatever its case. */
export const foldedKey = ({ key }: Pick<Target, 'key'>) => sql`app.folded(s.vals[${place(key)}])`

/** What tells whether somebody has touched the record since. */
export const seenOf = ({ privateColumns }: Target) =>
  privateColumns.length > 0 ? sql`t.version || coalesce(':' || md5(p::text), '')` : sql`t.version::text`

/** Whether the row s says anything else than the record t. */
export const differs = ({ columns, privateColumns }: Target) =>
  sql.join([sql`false`, ...columns.map(different), ...privateColumns.map(different)], sql` or `)

const place = ({ place: at }: TargetColumn) => sql.lit(at)

const stored = ({ column, isPrivate }: TargetColumn) =>
  column === 'preferred_shipping_method'
    ? sql`coalesce(p.preferred_shipping_method, 'none')`
    : sql.ref(`${isPrivate ? 'p' : 't'}.${column}`)

const said = (column: TargetColumn) => sql`s.vals[${place(column)}]`

/** The value of a row, as its column has it, for a record that is new. */
export const sent = (column: TargetColumn): RawBuilder<unknown> => {
  if (column.linksTo) return sentLink(column)
  const value = sql`${said(column)}::${sql.raw(column.cast)}`
  return column.initial === null ? value : sql`coalesce(${value}, ${sql.lit(column.initial)})`
}

/** The same for a record t that is there: what the row says nothing else about stays, also a link that its sender cannot see. */
export const assigned = (column: TargetColumn) =>
  sql`case when ${different(column)} then ${sent(column)} else ${stored(column)} end`

const different = (column: TargetColumn) => {
  if (column.linksTo) return differentLink(column)
  const differs = sql`${stored(column)} is distinct from ${sent(column)}`
  return column.isKept ? sql`(${said(column)} is not null and ${differs})` : differs
}

const shown = (column: TargetColumn): [old: RawBuilder<unknown>, new: RawBuilder<unknown>] => {
  if (column.linksTo) return shownLinks(column)
  return column.cast === 'numeric'
    ? [sql`trim_scale(${stored(column)})::text`, sql`trim_scale(${sent(column)})::text`]
    : [sql`(${stored(column)})::text`, sql`(${sent(column)})::text`]
}

function changesOf({ columns, privateColumns }: Target) {
  const lines = [...columns, ...privateColumns].map(
    (column) => sql`(${sql.lit(column.field)}, ${sql.join(shown(column))}, ${different(column)})`,
  )
  if (lines.length === 0) return sql`null::jsonb`
  return sql`(select jsonb_agg(jsonb_build_object('field', d.f, 'oldValue', d.o, 'newValue', d.n))
    from (values ${sql.join(lines)}) d(f, o, n, x) where d.x)`
}
