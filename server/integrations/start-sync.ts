import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import type { SyncRun } from 'contract/integrations/sync-runs.ts'
import type { Db } from '../platform/database/handle.ts'
import type { Enqueue, JobKind } from '../platform/jobs/job-kinds.ts'
import type { SyncPayload } from './provider.ts'
import { openRunOf, queueRun } from './sync-runs.queries.ts'

type Wanted = { companyId: string; integrationId: string; name: IntegrationName; kind: JobKind<SyncPayload> }

/**
 * Queues a sync, unless one is on its way. The run and its job are stored together; the job has the name of its run, so that one which still
 * ends does not keep the next run waiting.
 * @returns null when one is on its way
 */
export async function startSync(
  db: Db,
  enqueue: Enqueue,
  { companyId, integrationId, name, kind }: Wanted,
): Promise<SyncRun | null> {
  const begun = await queueRun(db, companyId, { integrationId, name, kind: 'sync' })
  const run = begun ?? (await openRunOf(db, companyId, name))
  if (!run) return null // it ended at this very moment
  // Also for a run that is open: if its job was lost, this one goes on with it; otherwise the queue refuses a second one.
  const added = await enqueue(db, kind, { companyId, runId: run.id }, { key: run.id })
  return added === null ? null : run
}
