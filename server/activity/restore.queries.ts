import { Obstacle, Restored } from 'contract/activity/deleted.ts'
import { type SqlBool, sql } from 'kysely'
import { z } from 'zod'
import { currentChangeSet, refreshStatistics } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { countOf, rowsOf, scalarsOf } from '../platform/database/rows.ts'
import { recordSecurityEvent } from '../platform/database/security-events.ts'
import { type DeletedFilter, isReturnable, matching, matchingBackup } from './deleted.queries.ts'

/** Chosen records: these, or all that the list's search and filters match. */
export type DeletedSelection = { ids: string[] } | { matching: DeletedFilter }

const LogId = z.string()
const BackupId = z.uuid()

export type RestoreSelection = { logs: string[]; backups: string[] }

/** The chosen deletions, as rows of the log, and the chosen backups in the trash. */
export async function chosenOf(db: Db, companyId: string, selection: DeletedSelection): Promise<RestoreSelection> {
  const filter = 'ids' in selection ? {} : selection.matching
  const among = (column: string) =>
    'ids' in selection
      ? sql<SqlBool>`${sql.ref(column)} = any (${[...new Set(selection.ids)]}::uuid[])`
      : sql<SqlBool>`true`
  // One at a time in a company: two requests for the same record would both find it deleted.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`restore ${companyId}`}, 0))`.execute(db)
  const logs = await scalarsOf(
    db,
    LogId,
    sql`select l.id::text from activity_logs l where ${among('l.entity_id')} and ${matching(companyId, filter)}`,
  )
  const backups = await scalarsOf(
    db,
    BackupId,
    sql`select b.id from backups b where ${among('b.id')} and ${matchingBackup(companyId, filter)}`,
  )
  return { logs, backups }
}

const FoundObstacle = Obstacle.extend({ logId: LogId })
type FoundObstacle = z.infer<typeof FoundObstacle>

/** The obstacles to bringing deleted records back together. @param logs rows of the log that record their deletion */
export async function obstaclesTo(db: Db, companyId: string, logs: string[]): Promise<FoundObstacle[]> {
  return rowsOf(
    db,
    FoundObstacle,
    sql`select d.id::text as log_id, o.reason,
      jsonb_build_object('type', d.entity_type, 'id', d.entity_id, 'name', d.entity_name, 'number', d.entity_number) as record,
      jsonb_build_object('type', o.entity_type, 'id', o.entity_id, 'name', o.entity_name, 'number', o.entity_number) as other,
      exists (select from activity_logs l where l.id = o.other_log and ${isReturnable(companyId)}) as can_return
    from app.restore_obstacles(${companyId}, ${logs}::bigint[]) o
    join activity_logs d on d.company_id = ${companyId} and d.id = o.root_id order by d.id`,
  )
}

/** The records that can come back together, and the obstacles of the others. Leaving one out may block another that needs it. */
export async function withoutBlocked(db: Db, companyId: string, logs: string[]) {
  const obstacles: FoundObstacle[] = []
  let free = logs
  while (free.length > 0) {
    const found = await obstaclesTo(db, companyId, free)
    if (found.length === 0) break
    obstacles.push(...found)
    const blocked = new Set(found.map(({ logId }) => logId))
    free = free.filter((id) => !blocked.has(id))
  }
  return { free, obstacles }
}

const shownObstacles = 100

/** The obstacles for the answer: without fields that only the server needs, and cut to a readable number. */
export const obstaclesForCaller = (obstacles: FoundObstacle[]): Obstacle[] =>
  obstacles.slice(0, shownObstacles).map(({ logId: _logId, ...obstacle }) => obstacle)

const Named = z.object({ id: z.uuid(), name: z.string() })

/** Brings records and backups back, in one change set, and names them. */
export async function bringBack(db: Db, companyId: string, { logs, backups }: RestoreSelection, address: string) {
  if (logs.length > 0) {
    await sql`select app.bring_back(${companyId}, ${logs}::bigint[])`.execute(db)
    await refreshStatistics(db, ['parts', 'vendors', 'assemblies', 'products', 'bom_lines'])
  }
  const restored = await rowsOf(
    db,
    Named,
    sql`update backups set deleted_at = null, deleted_by = null
    where company_id = ${companyId} and id = any (${backups}::uuid[]) returning id, name`,
  )
  for (const { id, name } of restored)
    await recordSecurityEvent(db, 'backup_restored', { companyId, backupId: id, name }, address)
  const rows = await rowsOf(
    db,
    Restored.shape.records.element,
    sql`select l.entity_type as type, l.entity_id as id, l.entity_name as name, l.entity_number as number
    from activity_logs l where l.company_id = ${companyId} and l.id = any (${logs.slice(0, 10)}::bigint[]) order by l.id`,
  )
  const records = [...rows, ...restored.map(({ id, name }) => ({ type: 'backup' as const, id, name, number: null }))]
  return { count: logs.length + backups.length, records: records.slice(0, 10), changeSetId: await currentChangeSet(db) }
}

/** The files that come back with a deleted record. */
export async function filesWith(db: Db, companyId: string, logId: string) {
  return rowsOf(
    db,
    Named,
    sql`select l.entity_id as id, l.entity_name as name
    from app.deleted_with(${companyId}, array[${logId}]::bigint[]) w join activity_logs l on l.company_id = ${companyId} and l.id = w.log_id
    where w.entity_type = 'file' and w.log_id <> w.root_id order by l.entity_name limit 500`,
  )
}

/** The number of records of a change set that can still be brought back. */
export async function countOfSet(db: Db, companyId: string, changeSetId: string): Promise<number> {
  return countOf(
    db,
    sql`select count(*) as count from activity_logs l
    where ${matching(companyId, { changeSetId })}`,
  )
}
