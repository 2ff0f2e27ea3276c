import { sql } from 'kysely'
import { StoredKey, type StoredKind, UnnamedKey } from '../../files/public.ts'
import { rowsOf, scalarsOf } from '../../platform/database/rows.ts'

const key = /^[\da-f-]{36}\/backups\/[\da-f-]{36}\.csv$/

/** Backups, for the sweeper of the storage. It empties the trash after 30 days. */
export const backupFiles: StoredKind = {
  isKey: (found) => key.test(found),
  async unnamed(db, keys) {
    return rowsOf(db, UnnamedKey, sql`select key, was_removed from app.unnamed_backups(${keys}::text[])`)
  },
  async named(db, last, take) {
    return scalarsOf(db, StoredKey, sql`select key from app.backups_after(${last}, ${take}) as b(key)`)
  },
  async expire(db) {
    return scalarsOf(db, StoredKey, sql`select key from app.empty_backup_trash() as t(key)`)
  },
}
