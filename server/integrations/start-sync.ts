import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import type { SyncKind, SyncRun } from 'contract/integrations/sync-runs.ts'
import type { Db } from '../platform/database/handle.ts'
import type { Enqueue, JobKind } from '../platform/jobs/job-kinds.ts'
import type { SyncPayload } from './provider.ts'
import { openRunOf, queueRun, wakeRun } from './sync-runs.queries.ts'

type Wanted = {
  companyId: string
  integrationId: string
  name: IntegrationName
  kind: JobKind<SyncPayload>
  reading?: SyncKind
  /** A person asks: a run that only waits for its next try does it at once. */
  isPressed?: true
}

/**
 * Queues a sync, unless one is under way. The run and its job are stored together. The key of the job names its run, so a job that is about
 * to end does not keep the next run waiting.
 * @returns null when one is under way
 */
export async function startSync(
  db: Db,
  enqueue: Enqueue,
  { companyId, integrationId, name, kind, reading = 'sync', isPressed }: Wanted,
): Promise<SyncRun | null> {
  const begun = await queueRun(db, companyId, { integrationId, name, kind: reading })
  const run = begun ?? (await openRunOf(db, companyId, name))
  if (!run) return null // it ended at this very moment
  // Also for a run that is open: if its job was lost, the new job goes on with it; otherwise the queue refuses a second job.
  const added = await enqueue(db, kind, { companyId, runId: run.id }, { key: run.id })
  if (added !== null) return run
  return (isPressed && (await wakeRun(db, companyId, { id: run.id, queue: kind.name, kind: reading }))) || null
}
