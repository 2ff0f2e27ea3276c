import type { JobKind } from '../../platform/jobs/job-kinds.ts'
import { SyncPayload } from '../provider.ts'

/** Fetches the parcels of a company. Each try goes on where the last one stopped. */
export const shipstationSyncKind: JobKind<SyncPayload> = {
  ...{ name: 'shipstation-sync', payload: SyncPayload, retryLimit: 12, retryDelay: 5, expireIn: 7_200 },
  policy: 'singleton per key',
}
