import type { Config } from '../../platform/config/config.ts'
import type { Handler, Schedule } from '../../platform/jobs/job-kinds.ts'
import { handleSync, syncsOf } from '../sync-jobs.ts'
import { syncShipments } from './shipstation-sync.ts'
import { shipstationSyncKind } from './shipstation-sync-kind.ts'

/** All jobs of shipping: a sync an hour. */
export function shipstationJobs({ baseUrls, appUrl }: Config): { handlers: Handler[]; schedules: Schedule[] } {
  return {
    handlers: [
      handleSync('shipstation', shipstationSyncKind, (runId, job) =>
        syncShipments({ ...job, baseUrls, appUrl }, runId),
      ),
    ],
    schedules: [syncsOf('shipstation', '37 * * * *')],
  }
}
