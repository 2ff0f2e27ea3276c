import { Backup, backupTrashDays, nightlyBackupDays } from 'contract/inventory/backups.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf, rowsOf, scalarOf } from '../../platform/database/rows.ts'
import { recordSecurityEvent } from '../../platform/database/security-events.ts'

/** `sha256`: of the stored bytes; `sealed`: the FileKey that opens them (backup-file.ts). */
const StoredBackup = Backup.extend({ companyId: z.string(), key: z.string(), sealed: z.string().nullable() })
export type StoredBackup = z.infer<typeof StoredBackup>

const columns = sql`id, company_id, name, format, path, size, row_count, sha256, created_at, kept_until, key, sealed`
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const isCalled = (id: string) => (uuid.test(id) ? sql`id = ${id}` : sql`name = ${id}`)

export async function listBackups(db: Db, companyId: string): Promise<StoredBackup[]> {
  return rowsOf(
    db,
    StoredBackup,
    sql`select ${columns} from backups
    where company_id = ${companyId} and deleted_at is null order by id desc limit 1000`,
  )
}

/** @param id its id or its file name */
export async function getBackup(db: Db, companyId: string, id: string): Promise<StoredBackup | undefined> {
  return rowOf(
    db,
    StoredBackup,
    sql`select ${columns} from backups
    where company_id = ${companyId} and ${isCalled(id)} and deleted_at is null`,
  )
}

export type NewBackup = Pick<StoredBackup, 'format' | 'key' | 'sealed' | 'size' | 'rowCount' | 'sha256'>

/** @returns undefined when the nightly backup of this night exists already. The name is the minute in the company's time zone (product.md 7); a second backup of the same minute gets a number at its end. */
export async function insertBackup(
  db: Db,
  companyId: string,
  backup: NewBackup,
  isNightly = false,
): Promise<StoredBackup | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`backups ${companyId}`}, 0))`.execute(db)
  return rowOf(
    db,
    StoredBackup,
    sql`with stem as (
      select ${backup.format === 'shopify' ? 'inventory_shopify_' : 'inventory_'}::text
        || to_char(now() at time zone c.time_zone, 'YYYY-MM-DD-HH24MI') as stem,
        case when ${isNightly} then (now() at time zone c.time_zone)::date end as night from companies c where c.id = ${companyId}
    ), free as (
      select min(n) as n from generate_series(1, 999) n, stem
      where not exists (select from backups b where b.company_id = ${companyId}
        and b.name = stem || case when n = 1 then '' else '-' || n end || '.csv')
    )
    insert into backups (company_id, name, format, key, sealed, size, row_count, sha256, created_by, night, kept_until)
    select ${companyId}, stem || case when n = 1 then '' else '-' || n end || '.csv', ${backup.format}, ${backup.key}, ${backup.sealed},
      ${backup.size}, ${backup.rowCount}, ${backup.sha256}, app.user_id(),
      night, case when ${isNightly} then now() + make_interval(days => ${nightlyBackupDays}) end from stem, free
    on conflict (company_id, night) where night is not null do nothing
    returning ${columns}`,
  )
}

const Count = z.number()

/** Whether the company has the backup of this night, perhaps in the trash. */
export async function hasNightlyBackup(db: Db, companyId: string): Promise<boolean> {
  const made = sql`select count(*)::int from backups b join companies c on c.id = b.company_id
    where b.company_id = ${companyId} and b.night = (now() at time zone c.time_zone)::date`
  return (await scalarOf(db, Count, made)) !== 0
}

/** Puts the backup into the trash, or takes it out while it is still there. */
export async function setDeleted(db: Db, companyId: string, id: string, isDeleted: boolean) {
  return rowOf(
    db,
    StoredBackup,
    sql`update backups set deleted_at = ${isDeleted ? sql`now()` : null},
      deleted_by = ${isDeleted ? sql`app.user_id()` : null}
    where company_id = ${companyId} and ${isCalled(id)} and ${
      isDeleted ? sql`deleted_at is null` : sql`deleted_at > now() - make_interval(days => ${backupTrashDays})`
    } returning ${columns}`,
  )
}

/** The log names who made, downloaded and deleted a backup: it holds everything (security.md 5.7). */
export const recordBackup = (
  db: Db,
  what: 'made' | 'link_made' | 'deleted' | 'restored',
  companyId: string,
  { id, name }: Pick<Backup, 'id' | 'name'>,
  address: string,
) => recordSecurityEvent(db, `backup_${what}`, { companyId, backupId: id, name }, address)
