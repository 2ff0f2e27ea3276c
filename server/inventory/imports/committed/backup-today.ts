// Takes the preview of a backup; brings deleted records back, and deletes added ones.

import { sql } from 'kysely'
import { z } from 'zod'
import { bringBack, withoutBlocked } from '../../../activity/public.ts'
import type { Db } from '../../../platform/database/handle.ts'
import { rowsOf } from '../../../platform/database/rows.ts'
import { removeItems, removeVendors } from '../../items/removal.ts'
import { type Returning, returningRows } from '../compared/backup-compare.ts'
import { recordsOf, seenOf } from '../compared/compare-sql.ts'
import type { Target } from '../compared/targets.ts'
import { type ImportKey, isOf } from '../import-key.ts'

/** Brings deleted records back before the rows are stored, so that the rows find them. @param address the caller's */
export async function returnDeleted(db: Db, key: ImportKey, targets: Target[], address: string) {
  const found: (Returning & { target: Target })[] = []
  for (const target of targets) {
    const rows = await returningRows(db, key, target)
    found.push(...rows.map((row) => ({ ...row, target })))
  }
  const logs = found.map(({ logId }) => logId)
  const { free } = await withoutBlocked(db, key.companyId, logs)
  if (free.length === 0) return
  // On its own, bringing records back is an undo: here it is part of the import.
  await sql`select set_config('app.set_kind', 'import', true)`.execute(db)
  await bringBack(db, key.companyId, { logs: free, backups: [] }, address)
  await sql`select set_config('app.change_kind', 'import', true), set_config('app.undoes', '', true)`.execute(db)
  const back = new Set(free)
  for (const target of targets) {
    const rows = found.filter((each) => each.target === target && back.has(each.logId))
    if (rows.length > 0)
      await seeReturned(
        db,
        key,
        target,
        rows.map(({ rowNumber }) => rowNumber),
      )
  }
}

/** The rows of returned records become updates, compared with their current state. */
async function seeReturned(db: Db, key: ImportKey, target: Target, rowNumbers: number[]) {
  const names = { record: 't', secret: 'p' }
  await sql`update import_rows i set action = 'update', entity_id = x.id, seen = x.seen from (
      select s.row_number, t.id, ${seenOf(target, names)} as seen
      from import_rows s join ${recordsOf(key.companyId, target, sql`s.entity_key`, names)}
      where ${isOf(key, 's')} and s.row_number = any (${rowNumbers}::int[])) x
    where ${isOf(key, 'i')} and i.row_number = x.row_number`.execute(db)
}

const Stored = z.object({ id: z.string() })

/**
 * Deletes the records that the preview showed as added since the backup, in the change set of the import.
 * @throws 409 with the uses, when a record that stays refers to one of them
 */
export async function removeAdded(db: Db, { companyId, importId }: ImportKey): Promise<void> {
  for (const type of ['products', 'assemblies', 'parts', 'vendors'] as const) {
    const rows = await rowsOf(
      db,
      Stored,
      sql`select t.id from ${sql.table(type)} t
      where t.company_id = ${companyId} and t.id in (select (a ->> 'id')::uuid
        from imports i cross join lateral jsonb_array_elements(i.added_since) a
        where i.company_id = ${companyId} and i.id = ${importId} and a ->> 'type' = ${type}) for update of t`,
    )
    if (rows.length === 0) continue
    const ids = rows.map(({ id }) => id)
    const removal = { companyId, ids, notFound: () => new Error('A record of this import has disappeared') }
    await (type === 'vendors' ? removeVendors(db, removal) : removeItems(db, type, removal))
  }
}
