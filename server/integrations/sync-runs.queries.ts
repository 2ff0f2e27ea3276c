import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import { type SyncKind, SyncRun } from 'contract/integrations/sync-runs.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { isTrue, rowOf } from '../platform/database/rows.ts'

const columns = sql`id, kind, state, done, total, message, waits_for, started_at, ended_at`

/** The run that waits or is under way; undefined when there is none. */
export const openRunOf = (db: Db, companyId: string, name: IntegrationName): Promise<SyncRun | undefined> =>
  rowOf(
    db,
    SyncRun,
    sql`select ${columns} from sync_runs where company_id = ${companyId} and integration_name = ${name} and state in ('queued', 'running')
      order by id desc limit 1`,
  )

/** A new run that waits for its job. Undefined when another one is open. */
export const queueRun = (
  db: Db,
  companyId: string,
  { integrationId, name, kind }: { integrationId: string; name: IntegrationName; kind: SyncKind },
): Promise<SyncRun | undefined> =>
  rowOf(
    db,
    SyncRun,
    sql`insert into sync_runs (company_id, integration_id, integration_name, kind) values (${companyId}, ${integrationId}, ${name}, ${kind})
      on conflict (company_id, integration_name) where state in ('queued', 'running') do nothing
      returning ${columns}`,
  )

/** Thrown in a step of a run that is no longer open: somebody disconnected the integration, or connected it elsewhere. The transaction is rolled back. */
export class RunStopped extends Error {}

const Resumed = z.object({ cursor: z.unknown(), kind: z.string() })

/**
 * Opens a run for its job, at its last saved step. A failed run opens again when somebody runs its job again.
 * @throws {RunStopped} when there is nothing left to do
 */
export async function resumeRun(db: Db, companyId: string, id: string): Promise<z.infer<typeof Resumed>> {
  const run = await rowOf(
    db,
    Resumed,
    sql`update sync_runs r set state = 'running', started_at = coalesce(started_at, now()), ended_at = null, waits_for = null
      where company_id = ${companyId} and id = ${id} and (state in ('queued', 'running') or state = 'failed' and not exists (
        select from sync_runs o
        where o.company_id = r.company_id and o.integration_name = r.integration_name and o.state in ('queued', 'running')))
      returning cursor, kind`,
  )
  if (!run) throw new RunStopped()
  return run
}

/**
 * Begins a step of a run: nobody can stop the run before the step is saved, and a step of a stopped run is not saved. Call it first in the transaction.
 * @throws {RunStopped}
 */
export async function holdRun(db: Db, companyId: string, id: string): Promise<void> {
  const held = sql`select exists (
    select from sync_runs where company_id = ${companyId} and id = ${id} and state in ('queued', 'running') for update)`
  if (!(await isTrue(db, held))) throw new RunStopped()
}

/** Saves the progress, in the transaction of the fetched data. */
export type Progress = { done: number; total: number | null; message: string; cursor: object }

export async function saveProgress(db: Db, companyId: string, id: string, progress: Progress): Promise<void> {
  const { done, total, message, cursor } = progress
  await sql`update sync_runs set state = 'running', started_at = coalesce(started_at, now()), done = ${done}, total = ${total}::int,
      message = ${message}, cursor = ${JSON.stringify(cursor)}::jsonb
    where company_id = ${companyId} and id = ${id}`.execute(db)
}

/** A try of a run has failed; the run waits for the next one. @param why in words, for the card */
export async function noteWait(db: Db, companyId: string, id: string, why: string): Promise<void> {
  await sql`update sync_runs set waits_for = ${why} where company_id = ${companyId} and id = ${id} and state in ('queued', 'running')`.execute(
    db,
  )
}

/** Lets a run that waits for its next try do it at once. @returns undefined when it waits for nothing. @param kind 'everything': it begins anew, and reads everything */
export async function wakeRun(
  db: Db,
  companyId: string,
  { id, queue, kind }: { id: string; queue: string; kind: SyncKind },
): Promise<SyncRun | undefined> {
  if (!(await isTrue(db, sql`select app.wake_sync(${companyId}, ${id}, ${queue})`))) return undefined
  const anew = kind === 'everything' ? sql`, kind = 'everything', cursor = null` : sql``
  return rowOf(
    db,
    SyncRun,
    sql`update sync_runs set waits_for = null ${anew} where company_id = ${companyId} and id = ${id} and state in ('queued', 'running')
      returning ${columns}`,
  )
}

/** @param state only an open run ends */
export async function endRun(
  db: Db,
  companyId: string,
  id: string,
  state: 'done' | 'failed',
  message: string,
): Promise<void> {
  await sql`update sync_runs set state = ${state}, message = ${message}, waits_for = null, ended_at = now(), started_at = coalesce(started_at, now())
    where company_id = ${companyId} and id = ${id} and state in ('queued', 'running')`.execute(db)
}
