import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import { assigned, differs, foldedKey, recordsOf, seenOf, sent } from './classify.ts'
import { linkedVendor } from './links.ts'
import { makeStage } from './stages.ts'
import type { Target, TargetColumn } from './targets.ts'

/**
 * Collects in the stage `merging` the rows that have something to store, compared again with what is stored by now,
 * and locks their records. Rows whose record somebody has touched since the preview become errors.
 * @returns how many did
 */
export async function collectRows(db: Db, companyId: string, importId: string, targets: Target[]): Promise<number> {
  await makeStage(db, 'merging')
  for (const target of targets) {
    const rows = sql`(${goodRows(companyId, importId, target)}) s ${linkedVendor(companyId, target)}`
    const record = recordsOf(companyId, target, sql`s.entity_key`)
    const saysMore = sql`(${differs(target)} or ${linesDiffer(target)})`
    await sql`select count(*) from (select from ${rows} join ${record} where ${saysMore} order by t.id for no key update of t) locked`.execute(
      db,
    )
    await sql`insert into merging (row_number, section, id, is_as_seen, has_lines) select s.row_number, ${target.section}, t.id, ${seenOf(target)} is not distinct from s.seen,
        ${linesDiffer(target)}
      from ${rows} left join ${record} where t.id is null or ${saysMore}`.execute(db)
  }
  const { rows } = await sql<{ count: number }>`
    with touched as (
      update import_rows r set action = 'error', error = 'Row ' || r.row_number || ': ' ||
        case when m.id is null then 'deleted' when r.seen is null then 'added' else 'changed' end || ' by someone else since the preview'
      from merging m where r.company_id = ${companyId} and r.import_id = ${importId} and r.row_number = m.row_number
        and case when m.id is null then r.seen is not null else not m.is_as_seen end
      returning r.row_number
    ) select count(*) as count from touched`.execute(db)
  return rows[0]?.count ?? 0
}

/** Stores the collected rows of a section, set-based: new ones by a plain insert, since looking for a conflict at each costs a fifth. */
export async function mergeRows(db: Db, companyId: string, importId: string, target: Target): Promise<void> {
  const columns = [target.key, ...target.columns]
  const rows = sql`merging m join (${allRows(companyId, importId)}) s on m.section = ${target.section} and s.row_number = m.row_number
    ${linkedVendor(companyId, target)}`
  await sql`insert into ${sql.table(target.type)} (company_id, ${names(columns)})
    select ${companyId}, ${sql.join(columns.map(sent))} from ${rows} where m.id is null`.execute(db)
  if (target.columns.length > 0) {
    const assignments = target.columns.map((column) => sql`${sql.ref(column.column)} = ${assigned(column)}`)
    await sql`update ${sql.table(target.type)} t set ${sql.join(assignments)} from ${rows}
      where t.company_id = ${companyId} and t.id = m.id and (${differs({ ...target, privateColumns: [] })})`.execute(db)
  }
  if (target.privateColumns.length > 0) await mergePrivate(db, companyId, target, rows)
}

/** Bank and account data of vendors; a vendor without any gets no row for it. */
async function mergePrivate(db: Db, companyId: string, target: Target, rows: RawBuilder<unknown>) {
  const columns = target.privateColumns
  const isEmpty = sql.join(
    columns.map((column) =>
      column.column === 'preferred_shipping_method' ? sql`${sent(column)} = 'none'` : sql`${sent(column)} is null`,
    ),
    sql` and `,
  )
  await sql`
    insert into vendor_private (company_id, id, ${names(columns)})
    select ${companyId}, v.id, ${sql.join(columns.map(assigned))}
    from ${rows} join vendors v on v.company_id = ${companyId} and app.folded(v.name) = ${foldedKey(target)}
    left join vendor_private p on p.company_id = ${companyId} and p.id = v.id
    where not (${isEmpty}) or p.id is not null
    on conflict (company_id, id) do ${onConflict('vendor_private', columns)}`.execute(db)
}

const names = (columns: TargetColumn[]) => sql.join(columns.map(({ column }) => sql.ref(column)))

const allRows = (companyId: string, importId: string) => sql`
  select row_number, values as vals from import_rows where company_id = ${companyId} and import_id = ${importId}`

/** The last good row of each key, if it stands in this section. Rows that an older version previewed have no key. */
const goodRows = (companyId: string, importId: string, { type, section, key }: Target) => sql`
  select * from (
    select distinct on (coalesce(entity_key, app.folded(values[${sql.lit(key.place)}]))) row_number, section,
      coalesce(entity_key, app.folded(values[${sql.lit(key.place)}])) as entity_key, values as vals, seen, changes
    from import_rows where company_id = ${companyId} and import_id = ${importId} and type = ${type} and action <> 'error'
    order by 3, row_number desc) last
  where section = ${section}`

const linesDiffer = ({ lines }: Target) =>
  lines
    ? sql`coalesce(s.changes @> jsonb_build_array(jsonb_build_object('field', ${lines.field}::text)), false)`
    : sql`false`

function onConflict(table: string, columns: TargetColumn[]) {
  const assignments = columns.map(({ column }) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  const current = columns.map(({ column }) => sql.ref(`${table}.${column}`))
  const next = columns.map(({ column }) => sql`excluded.${sql.ref(column)}`)
  return sql`update set ${sql.join(assignments)} where (${sql.join(current)}) is distinct from (${sql.join(next)})`
}

/** What a change set did to the records of an import; a line counts as a change of its record. */
export async function countChanges(db: Db, companyId: string, changeSetId: string | null) {
  const { rows } = await sql<{ create: number; update: number }>`
    select made::int as create, (touched - made)::int as update from (
      select count(distinct coalesce(parent_id, entity_id)) as touched,
        count(distinct entity_id) filter (where action = 'created' and parent_id is null and entity_type <> 'vendor_private') as made
      from activity_logs where company_id = ${companyId} and change_set_id = ${changeSetId} and action <> 'deleted') n`.execute(
    db,
  )
  return rows[0] ?? { create: 0, update: 0 }
}
