import { z } from 'zod'
import type { JobKind } from '../../platform/jobs/job-kinds.ts'

const CompanyPayload = z.strictObject({ companyId: z.uuid() })

/** Reads the records that notices of a store are about. Each job takes all waiting notices; a job is added when none waits (app.take_webhook). */
export const noticesKind: JobKind<z.infer<typeof CompanyPayload>> = {
  ...{ name: 'shopify-notices', payload: CompanyPayload, retryLimit: 8, retryDelay: 2, expireIn: 900 },
}
