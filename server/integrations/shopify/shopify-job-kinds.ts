import { z } from 'zod'
import type { JobKind } from '../../platform/jobs/job-kinds.ts'
import { SyncPayload } from '../provider.ts'

/** A sync of a store. It is tried again for hours: each try goes on where the last one stopped. */
export const syncKind: JobKind<SyncPayload> = {
  ...{ name: 'shopify-sync', payload: SyncPayload, retryLimit: 12, retryDelay: 5, expireIn: 7_200 },
  policy: 'singleton per key',
}

const CompanyPayload = z.strictObject({ companyId: z.uuid() })

/** Reads the records that notices of a store are about. Each job takes all waiting notices; a job is added when none waits (app.take_webhook). */
export const noticesKind: JobKind<z.infer<typeof CompanyPayload>> = {
  ...{ name: 'shopify-notices', payload: CompanyPayload, retryLimit: 8, retryDelay: 2, expireIn: 900 },
}
