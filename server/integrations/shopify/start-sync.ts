import type { SyncRun } from 'contract/integrations/sync-runs.ts'
import type { Db } from '../../platform/database/handle.ts'
import type { Enqueue } from '../../platform/jobs/job-kinds.ts'
import { openRunOf, queueRun } from '../sync-runs.queries.ts'
import { syncKind } from './shopify-job-kinds.ts'

/** Queues a sync, unless one is on its way. The run and its job are stored together. */
export async function startSync(
  db: Db,
  enqueue: Enqueue,
  companyId: string,
  integrationId: string,
): Promise<{ success: boolean; message: string; run: SyncRun | null }> {
  const open = await openRunOf(db, companyId, 'shopify')
  const run = open ?? (await queueRun(db, companyId, { integrationId, name: 'shopify', kind: 'sync' }))
  // Also for a run that is open: if its job was lost, this one goes on with it; otherwise the queue refuses a second one.
  await enqueue(db, syncKind, { companyId, runId: run.id }, { key: 'shopify' })
  return { success: true, message: open ? 'A sync is on its way already' : 'Sync started', run }
}
