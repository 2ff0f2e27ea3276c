// SQL that compares a row of the file with the stored record. A statement joins with `recordsOf` and `linkedVendor`, and passes the names
// that it uses to every fragment.

import { sql } from 'kysely'
import type { Sql } from '../import-key.ts'
import type { Names } from '../types/type-sql.ts'
import { cellText, differentLink, sentLink, shownLinks } from './link-sql.ts'
import type { Target, TargetColumn } from './targets.ts'

/** The key of the row: its number or name, in any case. */
export const foldedKey = ({ key }: Pick<Target, 'key'>, names: Pick<Names, 'values'>) =>
  sql`app.folded(${cellText(key, names)})`

/** The joins that find the record of a row, and its private data. @param keyOfRow SQL: its folded key */
export const recordsOf = (
  companyId: string,
  { sql: type, privateColumns }: Pick<Target, 'sql' | 'privateColumns'>,
  keyOfRow: Sql,
  names: Pick<Names, 'record' | 'secret'>,
) => {
  const { record } = names
  return sql`${sql.table(type.table)} ${sql.ref(record)} on ${sql.ref(`${record}.company_id`)} = ${companyId}
    and app.folded(${sql.ref(`${record}.${type.keyColumn}`)}) = ${keyOfRow}
    ${privateColumns.length > 0 ? type.joinSecret(companyId, names) : sql``}`
}

/** A value that changes whenever somebody touches the record. */
export const seenOf = ({ sql: type, privateColumns }: Target, names: Pick<Names, 'record' | 'secret'>) =>
  type.seen(names, privateColumns.length > 0)

/** Whether the row differs from the record. */
export const differs = (
  target: Pick<Target, 'sql' | 'columns' | 'privateColumns'>,
  names: Names,
  columns = [...target.columns, ...target.privateColumns],
) => sql.join([sql`false`, ...columns.map((column) => different(target, column, names))], sql` or `)

type Typed = Pick<Target, 'sql'>

/** The value of a row for its column, for a new record. */
export const sent = (column: TargetColumn, names: Names): Sql => {
  if (column.linksTo) return sentLink(column, names)
  const value = sql`${cellText(column, names)}::${sql.raw(column.cast)}`
  return column.initial === null ? value : sql`coalesce(${value}, ${sql.lit(column.initial)})`
}

/** The value for an existing record: one that the row does not change stays, even a link that the user cannot see. */
export const assigned = (target: Typed, column: TargetColumn, names: Names) =>
  sql`case when ${different(target, column, names)} then ${sent(column, names)} else ${target.sql.stored(column, names)} end`

export const different = (target: Typed, column: TargetColumn, names: Names): Sql => {
  if (column.linksTo) return differentLink(column, names)
  if (column.isGuessed) return sql`${sql.ref(`${names.record}.id`)} is null`
  const { onlyWith } = column
  const isOther = sql`(${target.sql.stored(column, names)} is distinct from ${sent(column, names)}${onlyWith ? sql` and ${different(target, onlyWith, names)}` : sql``})`
  return column.isKept ? sql`(${cellText(column, names)} is not null and ${isOther})` : isOther
}

const shown = (target: Typed, column: TargetColumn, names: Names): [old: Sql, new: Sql] => {
  if (column.linksTo) return shownLinks(column, names)
  const stored = target.sql.stored(column, names)
  return column.cast === 'numeric'
    ? [sql`trim_scale(${stored})::text`, sql`trim_scale(${sent(column, names)})::text`]
    : [sql`(${stored})::text`, sql`(${sent(column, names)})::text`]
}

/** The changes of an update, value by value. */
export function changesOf(target: Target, names: Names) {
  const lines = [...target.columns, ...target.privateColumns].map(
    (column) =>
      sql`(${sql.lit(column.field)}, ${sql.join(shown(target, column, names))}, ${different(target, column, names)})`,
  )
  if (lines.length === 0) return sql`null::jsonb`
  return sql`(select jsonb_agg(jsonb_build_object('field', d.f, 'oldValue', d.o, 'newValue', d.n))
    from (values ${sql.join(lines)}) d(f, o, n, x) where d.x)`
}
