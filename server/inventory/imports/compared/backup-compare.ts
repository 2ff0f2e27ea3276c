// Takes the compared rows of a backup, makes the part of the preview about today: deleted records come back as they were; added records are
// deleted only when the user chooses so.

import { type ImportProblem, problem } from 'contract/inventory/import-problems.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { isReturnable, withoutBlocked } from '../../../activity/public.ts'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { type ImportKey, isOf } from '../import-key.ts'
import type { Stage } from '../stages.ts'
import type { Names } from '../types/type-sql.ts'
import { foldedKey } from './compare-sql.ts'
import { isDivided, isNegativeAllowed, stockMisfit } from './stock-misfits.ts'
import type { Target } from './targets.ts'

const Returning = z.object({ rowNumber: z.number(), logId: z.string(), fileCount: z.number() })
export type Returning = z.infer<typeof Returning>

/** New rows whose record was deleted and can come back: the last deletion with that number or name. */
export async function returningRows(db: Db, key: ImportKey, target: Target): Promise<Returning[]> {
  const known = sql.ref(target.type === 'vendors' ? 'l.entity_name' : 'l.entity_number')
  const rows = await rowsOf(
    db,
    Returning,
    sql`
    select distinct on (r.row_number) r.row_number, l.id::text as log_id,
      (select count(*) from activity_logs f where f.company_id = l.company_id and f.parent_id = l.entity_id
        and f.change_set_id = l.change_set_id and f.entity_type = 'file' and f.action = 'deleted') as file_count
    from import_rows r join activity_logs l on app.folded(${known}) = r.entity_key
    where ${isOf(key, 'r')} and r.section = ${target.section} and r.action = 'create'
      and l.entity_type = ${target.sql.noun} and ${isReturnable(key.companyId)}
    order by r.row_number, l.id desc`,
  )
  return rows
}

const Kept = z.object({ example: z.string() })

/**
 * A backup from before places and lots has only the whole stock of a part. Where that cannot be booked at home, today's stock stays, and the other
 * fields of the row come back.
 * @returns the warning that names these parts
 */
export async function keepDividedStock(
  db: Db,
  { companyId }: ImportKey,
  { target, staging }: { target: Target; staging: Stage<'staging'> },
): Promise<ImportProblem[]> {
  const place = target.columns.find(({ field }) => field === 'stockLevel')?.place
  if (target.type !== 'parts' || !place) return []
  const names: Names = { values: sql`s.vals`, record: 't', secret: 'p', vendor: 'linked' }
  const row = { names, row: sql`s.row_number`, cells: sql`s.cells`, isNegativeAllowed: isNegativeAllowed(companyId) }
  const kept = await rowsOf(
    db,
    Kept,
    sql`update ${staging.table} s set vals[${sql.lit(place)}] = trim_scale(t.stock_level)::text from parts t
      where ${isDivided(companyId)} and s.section = ${target.section} and s.problems is null and t.company_id = ${companyId}
        and app.folded(t.part_number) = ${foldedKey(target, names)} and ${stockMisfit(target, { companyId, ...row })} is not null
      returning t.part_number || ' ' || new.vals[${sql.lit(place)}] || ' instead of ' || old.vals[${sql.lit(place)}] as example`,
  )
  const examples = kept.map(({ example }) => example).toSorted()
  return kept.length === 0
    ? []
    : [problem('stock_kept', { records: kept.length, examples: examples.slice(0, 3) }, { field: 'stockLevel' })]
}

/** What the preview says about records that would come back. */
export async function tellReturning(db: Db, key: ImportKey, targets: Target[]): Promise<ImportProblem[]> {
  const found: Returning[] = []
  for (const target of targets) found.push(...(await returningRows(db, key, target)))
  const logs = found.map(({ logId }) => logId)
  const { free } = await withoutBlocked(db, key.companyId, logs)
  if (free.length === 0) return []
  const coming = new Set(free)
  const files = found.reduce((sum, { logId, fileCount }) => sum + (coming.has(logId) ? fileCount : 0), 0)
  return [problem('records_return', { records: free.length, files })]
}

/** Stores the records of today that no row of the backup contains, at most 100,000 of each section. */
export async function keepAdded(db: Db, key: ImportKey, targets: Target[]): Promise<void> {
  const added = targets.map(
    ({ type, section, sql: { keyColumn } }) => sql`
      (select ${sql.lit(section)} as section, ${sql.lit(type)} as type, t.id,
        ${type === 'vendors' ? sql`null` : sql.ref(`t.${keyColumn}`)}::text as number, t.name::text, t.created_at
      from ${sql.table(type)} t where t.company_id = ${key.companyId} and not exists (select from import_rows r
        where ${isOf(key, 'r')} and r.type = ${type} and r.entity_key = app.folded(${sql.ref(`t.${keyColumn}`)}))
      order by t.created_at, t.id limit 100000)`,
  )
  if (added.length === 0) return
  await sql`update imports i set added_since = coalesce((
      select jsonb_agg(jsonb_build_object('type', a.type, 'id', a.id, 'number', a.number, 'name', a.name)
        order by a.section, a.created_at, a.id) from (${sql.join(added, sql` union all `)}) a), '[]')
    where i.company_id = ${key.companyId} and i.id = ${key.importId}`.execute(db)
}
