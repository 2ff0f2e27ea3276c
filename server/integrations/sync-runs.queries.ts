import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import { SyncRun } from 'contract/integrations/sync-runs.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { onlyRowOf, rowOf } from '../platform/database/rows.ts'

const columns = sql`id, kind, state, done, total, message, started_at, ended_at`

/** A run that waits or is on its way. Undefined when there is none. */
export const openRunOf = (db: Db, companyId: string, name: IntegrationName): Promise<SyncRun | undefined> =>
  rowOf(
    db,
    SyncRun,
    sql`select ${columns} from sync_runs where company_id = ${companyId} and integration_name = ${name} and state in ('queued', 'running')
      order by id desc limit 1`,
  )

export const queueRun = (
  db: Db,
  companyId: string,
  { integrationId, name, kind }: { integrationId: string; name: IntegrationName; kind: string },
): Promise<SyncRun> =>
  onlyRowOf(
    db,
    SyncRun,
    sql`insert into sync_runs (company_id, integration_id, integration_name, kind) values (${companyId}, ${integrationId}, ${name}, ${kind})
      returning ${columns}`,
  )

const Resumed = SyncRun.pick({ state: true, done: true }).extend({ cursor: z.unknown() })

/** The run as its last saved step left it. */
export const getRun = (db: Db, companyId: string, id: string): Promise<z.infer<typeof Resumed> | undefined> =>
  rowOf(db, Resumed, sql`select state, done, cursor from sync_runs where company_id = ${companyId} and id = ${id}`)

/** Progress, saved in the transaction of what was fetched. */
export type Progress = { done: number; total: number | null; message: string; cursor: object }

export async function saveProgress(db: Db, companyId: string, id: string, progress: Progress): Promise<void> {
  const { done, total, message, cursor } = progress
  await sql`update sync_runs set state = 'running', started_at = coalesce(started_at, now()), done = ${done}, total = ${total}::int,
      message = ${message}, cursor = ${JSON.stringify(cursor)}::jsonb
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

export async function endRun(
  db: Db,
  companyId: string,
  id: string,
  state: 'done' | 'failed',
  message: string,
): Promise<void> {
  await sql`update sync_runs set state = ${state}, message = ${message}, ended_at = now(), started_at = coalesce(started_at, now())
    where company_id = ${companyId} and id = ${id} and state in ('queued', 'running')`.execute(db)
}
