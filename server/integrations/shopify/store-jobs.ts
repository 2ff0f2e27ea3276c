import type { Config } from '../../platform/config/config.ts'
import { type FeatureJobs, handle, type JobContext } from '../../platform/jobs/job-kinds.ts'
import { comparisonsOf, handleSync, recordFailure, syncsOf } from '../sync-jobs.ts'
import { readNotices } from './notices.ts'
import { noticesKind } from './shopify-job-kinds.ts'
import { syncStore } from './shopify-sync.ts'

/** All jobs of stores. The hourly sync reads the changes that webhooks missed; once a night the ids are compared, since a deletion leaves no change. */
export function storeJobs({ baseUrls, appUrl }: Config): FeatureJobs {
  const of = (job: JobContext) => ({ ...job, baseUrls, appUrl })
  const handlers = [
    handleSync('shopify', async (runId, job) => {
      await syncStore(of(job), runId)
      // Webhooks that came while the store did not answer still wait.
      await job.work((db) => job.enqueue(db, noticesKind, { companyId: job.companyId }))
    }),
    handle(noticesKind, (_, job) => recordFailure(job, 'shopify', () => readNotices(of(job), job.jobId))),
  ]
  return { handlers, schedules: [syncsOf('shopify', '7 * * * *'), comparisonsOf('shopify', '37 2 * * *')] }
}
