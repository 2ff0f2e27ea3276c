import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database.ts'
import { sent } from './classify.ts'
import type { Target, TargetColumn } from './targets.ts'

/**
 * Stores the good rows of a previewed section, set-based. Rows are compared again with what is stored by now, so a change
 * since the preview is neither lost nor reported as unchanged.
 */
export async function mergeRows(db: Db, companyId: string, importId: string, target: Target): Promise<void> {
  const areNew = await insertNew(db, companyId, importId, target)
  await upsert(db, companyId, importId, target, areNew ? sql`where s.action <> 'create'` : sql``)
  if (target.privateColumns.length > 0) await mergePrivate(db, companyId, importId, target)
}

/**
 * The rows that were new in the preview, by a plain insert: looking for a conflict at each of them costs a fifth more.
 * @returns false when somebody has added one of them meanwhile; then nothing was inserted
 */
async function insertNew(db: Db, companyId: string, importId: string, target: Target): Promise<boolean> {
  await sql`savepoint before_new`.execute(db)
  try {
    await sql`${insertion(companyId, importId, target, sql`where s.action = 'create'`)}`.execute(db)
    return true
  } catch (error) {
    if ((error as { code?: string }).code !== '23505') throw error
    await sql`rollback to savepoint before_new`.execute(db)
    return false
  }
}

const upsert = (db: Db, companyId: string, importId: string, target: Target, which: RawBuilder<unknown>) =>
  sql`${insertion(companyId, importId, target, which)}
    on conflict (company_id, ${sql.ref(target.key.column)}) do ${onConflict(target.type, target.columns)}`.execute(db)

function insertion(companyId: string, importId: string, target: Target, which: RawBuilder<unknown>) {
  const columns = [target.key, ...target.columns]
  return sql`
    with s as (${goodRows(companyId, importId, target)})
    insert into ${sql.table(target.type)} (company_id, ${names(columns)})
    select ${companyId}, ${sql.join(columns.map(sent))} from s ${which}`
}

/** Bank and account data of vendors; a vendor without any gets no row for it. */
async function mergePrivate(db: Db, companyId: string, importId: string, target: Target) {
  const columns = target.privateColumns
  const isEmpty = sql.join(
    columns.map((column) =>
      column.column === 'preferred_shipping_method' ? sql`${sent(column)} = 'none'` : sql`${sent(column)} is null`,
    ),
    sql` and `,
  )
  await sql`
    with s as (${goodRows(companyId, importId, target)})
    insert into vendor_private (company_id, id, ${names(columns)})
    select ${companyId}, v.id, ${sql.join(columns.map(sent))}
    from s join vendors v on v.company_id = ${companyId} and v.name = s.vals[${sql.lit(target.key.place)}]
    where not (${isEmpty}) or exists (select from vendor_private p where p.company_id = ${companyId} and p.id = v.id)
    on conflict (company_id, id) do ${onConflict('vendor_private', columns)}`.execute(db)
}

const names = (columns: TargetColumn[]) => sql.join(columns.map(({ column }) => sql.ref(column)))

const goodRows = (companyId: string, importId: string, { key, section }: Target) => sql`
  select distinct on (values[${sql.lit(key.place)}]) values as vals, action from import_rows
  where company_id = ${companyId} and import_id = ${importId} and section = ${section} and action <> 'error'
  order by values[${sql.lit(key.place)}], row_number desc`

function onConflict(table: string, columns: TargetColumn[]) {
  if (columns.length === 0) return sql`nothing`
  const assignments = columns.map(({ column }) => sql`${sql.ref(column)} = excluded.${sql.ref(column)}`)
  const current = columns.map(({ column }) => sql.ref(`${table}.${column}`))
  const next = columns.map(({ column }) => sql`excluded.${sql.ref(column)}`)
  return sql`update set ${sql.join(assignments)} where (${sql.join(current)}) is distinct from (${sql.join(next)})`
}

/** What a change set did to the records of an import. */
export async function countChanges(db: Db, companyId: string, changeSetId: string | null) {
  const { rows } = await sql<{ create: number; update: number }>`
    select count(distinct entity_id) filter (where action = 'created' and entity_type <> 'vendor_private')::int as create,
      (count(distinct entity_id) - count(distinct entity_id) filter (where action = 'created' and entity_type <> 'vendor_private'))::int as update
    from activity_logs where company_id = ${companyId} and change_set_id = ${changeSetId}`.execute(db)
  return rows[0] ?? { create: 0, update: 0 }
}
