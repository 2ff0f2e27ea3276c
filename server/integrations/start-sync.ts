import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import type { SyncRun } from 'contract/integrations/sync-runs.ts'
import type { Db } from '../platform/database/handle.ts'
import type { Enqueue, JobKind } from '../platform/jobs/job-kinds.ts'
import type { SyncPayload } from './provider.ts'
import { openRunOf, queueRun } from './sync-runs.queries.ts'

type Wanted = { companyId: string; integrationId: string; name: IntegrationName; kind: JobKind<SyncPayload> }

/** Queues a sync, unless one is on its way. The run and its job are stored together. */
export async function startSync(
  db: Db,
  enqueue: Enqueue,
  { companyId, integrationId, name, kind }: Wanted,
): Promise<{ success: boolean; message: string; run: SyncRun | null }> {
  const open = await openRunOf(db, companyId, name)
  const run = open ?? (await queueRun(db, companyId, { integrationId, name, kind: 'sync' }))
  // Also for a run that is open: if its job was lost, this one goes on with it; otherwise the queue refuses a second one.
  await enqueue(db, kind, { companyId, runId: run.id }, { key: name })
  return { success: true, message: open ? 'A sync is on its way already' : 'Sync started', run }
}
