import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import type { filesOf } from '../../files/public.ts'
import type { Database } from '../../platform/database.ts'

const dayMs = 86_400_000
const key = /^[\da-f-]{36}\/backups\/[\da-f-]{36}\.csv$/

/** Empties the trash of backups after 30 days, and removes files that no backup names: what was cut off in the making. */
export async function sweepBackups(
  database: Database,
  blobs: ReturnType<typeof filesOf>['blobs'],
  log: Pick<FastifyBaseLogger, 'info'>,
): Promise<void> {
  const yesterday = new Date(Date.now() - dayMs)
  const nobody = { tokenHash: null, companyId: null }
  await database.transact(nobody, (db) => sql`select app.empty_backup_trash()`.execute(db))
  const old: string[] = []
  for await (const blob of blobs.list()) if (key.test(blob.key) && blob.changedAt < yesterday) old.push(blob.key)
  if (old.length === 0) return
  const { rows } = await database.read(nobody, (db) =>
    sql<{ key: string }>`select key from app.backup_orphans(${old}::text[]) as o(key)`.execute(db),
  )
  for (const orphan of rows) await blobs.remove(orphan.key)
  if (rows.length > 0) log.info({ orphans: rows.length }, 'swept backup files')
}
