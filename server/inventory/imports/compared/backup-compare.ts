import type { AddedRecord } from 'contract/inventory/imports.ts'
import { sql } from 'kysely'
import { bringBack, isReturnable, withoutBlocked } from '../../../activity/public.ts'
import type { Db } from '../../../platform/database/handle.ts'
import { removeItems, removeVendors } from '../../items/removal.ts'
import type { StoredImport } from '../imports.queries.ts'
import { recordsOf, seenOf } from './classify.ts'
import type { Target } from './targets.ts'

// A backup stands beside today: what was deleted since comes back as it was, what was added since is told, and goes by choice only.

const entityOf = { parts: 'part', assemblies: 'assembly', products: 'product', vendors: 'vendor' } as const

type Returning = { rowNumber: number; logId: string; fileCount: number }

/** New rows whose record was deleted and can be brought back: the last deletion under that number or name. */
async function returningRows(db: Db, companyId: string, importId: string, target: Target): Promise<Returning[]> {
  const key = sql.raw(target.type === 'vendors' ? 'l.entity_name' : 'l.entity_number')
  const { rows } = await sql<Returning>`
    select distinct on (r.row_number) r.row_number, l.id::text as log_id,
      (select count(*) from activity_logs f where f.company_id = l.company_id and f.parent_id = l.entity_id
        and f.change_set_id = l.change_set_id and f.entity_type = 'file' and f.action = 'deleted') as file_count
    from import_rows r join activity_logs l on app.folded(${key}) = r.entity_key
    where r.company_id = ${companyId} and r.import_id = ${importId} and r.section = ${target.section} and r.action = 'create'
      and l.entity_type = ${entityOf[target.type]} and ${isReturnable(companyId)}
    order by r.row_number, l.id desc`.execute(db)
  return rows
}

/** What the preview says of records that would come back. */
export async function tellReturning(db: Db, companyId: string, importId: string, targets: Target[]): Promise<string[]> {
  const found: Returning[] = []
  for (const target of targets) found.push(...(await returningRows(db, companyId, importId, target)))
  const { free } = await withoutBlocked(
    db,
    companyId,
    found.map(({ logId }) => logId),
  )
  if (free.length === 0) return []
  const coming = new Set(free)
  const files = found.reduce((sum, { logId, fileCount }) => sum + (coming.has(logId) ? fileCount : 0), 0)
  const records =
    free.length === 1
      ? '1 deleted record comes back as it was'
      : `${free.length.toLocaleString('en-US')} deleted records come back as they were`
  const fileWords =
    files === 0 ? 'none of them had files' : files === 1 ? 'with 1 file' : `with ${files.toLocaleString('en-US')} files`
  return [`${records}, ${files === 0 && free.length === 1 ? 'it had no files' : fileWords}`]
}

/** Brings deleted records back before the rows are stored, so that their rows find them. */
export async function returnDeleted(db: Db, companyId: string, importId: string, targets: Target[], address: string) {
  const found: (Returning & { target: Target })[] = []
  for (const target of targets) {
    const rows = await returningRows(db, companyId, importId, target)
    found.push(...rows.map((row) => ({ ...row, target })))
  }
  const { free } = await withoutBlocked(
    db,
    companyId,
    found.map(({ logId }) => logId),
  )
  if (free.length === 0) return
  // What comes back by itself would be an undo: here it is part of the import.
  await sql`select set_config('app.set_kind', 'import', true)`.execute(db)
  await bringBack(db, companyId, { logs: free, backups: [] }, address)
  await sql`select set_config('app.change_kind', 'import', true), set_config('app.undoes', '', true)`.execute(db)
  const back = new Set(free)
  for (const target of targets) {
    const rows = found
      .filter((each) => each.target === target && back.has(each.logId))
      .map(({ rowNumber }) => rowNumber)
    if (rows.length === 0) continue
    await sql`update import_rows i set action = 'update', entity_id = x.id, seen = x.seen from (
        select s.row_number, t.id, ${seenOf(target)} as seen from import_rows s join ${recordsOf(companyId, target, sql`s.entity_key`)}
        where s.company_id = ${companyId} and s.import_id = ${importId} and s.row_number = any (${rows}::int[])) x
      where i.company_id = ${companyId} and i.import_id = ${importId} and i.row_number = x.row_number`.execute(db)
  }
}

/** Records of today that no row of the backup speaks of. */
export async function addedSince(
  db: Db,
  companyId: string,
  importId: string,
  targets: Target[],
): Promise<AddedRecord[]> {
  const all: AddedRecord[] = []
  for (const { type, key } of targets) {
    const number = type === 'vendors' ? sql`null` : sql.ref(`t.${key.column}`)
    const { rows } = await sql<AddedRecord>`
      select ${type}::text as type, t.id, ${number} as number, t.name from ${sql.table(type)} t
      where t.company_id = ${companyId} and not exists (select from import_rows r where r.company_id = ${companyId}
        and r.import_id = ${importId} and r.type = ${type} and r.entity_key = app.folded(${sql.ref(`t.${key.column}`)}))
      order by t.created_at, t.id limit 100000`.execute(db)
    all.push(...rows)
  }
  return all
}

/**
 * Deletes what the preview showed as added since, in the change set of the import.
 * @throws 409 with the uses, when a record that stays refers to one of them
 */
export async function removeAdded(db: Db, companyId: string, { addedSince: shown }: StoredImport): Promise<number> {
  let count = 0
  for (const type of ['products', 'assemblies', 'parts', 'vendors'] as const) {
    const ids = await stillThere(
      db,
      companyId,
      type,
      (shown ?? []).filter((each) => each.type === type).map(({ id }) => id),
    )
    if (ids.length === 0) continue
    const removal = { companyId, ids, notFound: () => new Error('A record that was just there is gone') }
    await (type === 'vendors' ? removeVendors(db, removal) : removeItems(db, type, removal))
    count += ids.length
  }
  return count
}

async function stillThere(db: Db, companyId: string, type: Target['type'], ids: string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(type)}
    where company_id = ${companyId} and id = any (${ids}::uuid[]) for update`.execute(db)
  return rows.map(({ id }) => id)
}
