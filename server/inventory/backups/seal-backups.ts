/** Seals the backup files that an earlier version stored in clear (decision 0103). */

import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { type Blobs, DamagedBlob, isStoreOf } from '../../files/public.ts'
import { asOwner } from '../../platform/database/schema/owner-connection.ts'
import type { Keyring } from '../../platform/secrets/keyring.ts'
import { backupBytes, sealBackup } from './backup-file.ts'

type ClearBackup = { id: string; companyId: string; key: string; sha256: string; sealed: null }

/**
 * Writes each unsealed backup anew, sealed, and deletes the old file. A run that was interrupted can be started again. Files of another
 * database and damaged files stay as they are; a damaged file is never handed out.
 * @param adminUrl connection of the owner of a migrated database
 * @returns how many it sealed
 */
export async function sealBackups(adminUrl: string, keyring: Keyring, blobs: Blobs): Promise<number> {
  return asOwner(adminUrl, async (client) => {
    await client.query('select pg_advisory_lock(7203104)')
    const { rows } = await client.query<ClearBackup>(
      `select id, company_id as "companyId", key, sha256, sealed from backups where sealed is null order by company_id, id`,
    )
    if (rows.length === 0) return 0
    const { rows: marks } = await client.query('select installation, database from app.store_mark()')
    if (!(await isStoreOf(blobs, marks[0]))) return 0
    let count = 0
    for (const backup of rows) if (await sealAgain(client, keyring, blobs, backup)) count++
    return count
  })
}

async function sealAgain(client: pg.Client, keyring: Keyring, blobs: Blobs, { id, ...stored }: ClearBackup) {
  const { companyId } = stored
  const key = `${companyId}/backups/${randomUUID()}.csv`
  const bytes = backupBytes(blobs, keyring, stored)
  try {
    const { file, sealed } = await sealBackup(bytes, { blobs, keyring, companyId, key })
    await blobs.keep(key, file).finally(file.discard)
    const update = 'update backups set key = $3, sealed = $4, sha256 = $5 where company_id = $1 and id = $2'
    await client.query(update, [companyId, id, key, sealed, file.sha256])
    await blobs.remove(stored.key)
    return true
  } catch (error) {
    if (error instanceof DamagedBlob) return false
    throw error
  }
}
