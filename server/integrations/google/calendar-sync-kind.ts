import type { JobKind } from '../../platform/jobs/job-kinds.ts'
import { SyncPayload } from '../provider.ts'

/** Brings the tasks of a company and its calendar together. Each try goes on where the last one stopped. */
export const calendarSyncKind: JobKind<SyncPayload> = {
  ...{ name: 'calendar-sync', payload: SyncPayload, retryLimit: 12, retryDelay: 5, expireIn: 7_200 },
  policy: 'singleton per key',
}
