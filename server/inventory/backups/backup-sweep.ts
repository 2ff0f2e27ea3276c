import { sql } from 'kysely'
import type { StoredKind } from '../../files/public.ts'

const key = /^[\da-f-]{36}\/backups\/[\da-f-]{36}\.csv$/

/** Backups, for the sweeper of the storage; the trash is emptied after 30 days. */
export const backupFiles: StoredKind = {
  isKey: (found) => key.test(found),
  async unnamed(db, keys) {
    const { rows } = await sql<{ key: string; wasRemoved: boolean }>`
      select key, was_removed as "wasRemoved" from app.unnamed_backups(${keys}::text[])`.execute(db)
    return rows
  },
  async named(db, last, take) {
    const { rows } = await sql<{ key: string }>`select key from app.backups_after(${last}, ${take}) as b(key)`.execute(
      db,
    )
    return rows.map((row) => row.key)
  },
  async expire(db) {
    const { rows } = await sql<{ key: string }>`select key from app.empty_backup_trash() as t(key)`.execute(db)
    return rows.map((row) => row.key)
  },
}
