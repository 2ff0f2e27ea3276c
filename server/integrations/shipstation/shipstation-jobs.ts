import type { Config } from '../../platform/config/config.ts'
import type { FeatureJobs } from '../../platform/jobs/job-kinds.ts'
import { handleSync, syncsOf } from '../sync-jobs.ts'
import { syncShipments } from './shipstation-sync.ts'

/** All jobs of shipping: a sync an hour. */
export function shipstationJobs({ baseUrls, appUrl }: Config): FeatureJobs {
  return {
    handlers: [handleSync('shipstation', (runId, job) => syncShipments({ ...job, baseUrls, appUrl }, runId))],
    schedules: [syncsOf('shipstation', '37 * * * *')],
  }
}
