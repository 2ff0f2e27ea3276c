import { z } from 'zod'
import { Instant } from '../calendar-day.ts'
import { route } from '../route.ts'
import { IntegrationName } from './catalogue.ts'

export const callStatuses = ['success', 'error'] as const
/** How a call to an outside service ended. */
export const CallStatus = z.enum(callStatuses)
export type CallStatus = z.infer<typeof CallStatus>
export const callLabels: Record<CallStatus, string> = { success: 'Success', error: 'Error' }

/**
 * One call to an outside service: a row of Integration Output. `details` is what was asked and answered, without any secret.
 * `durationMs`: milliseconds, over all tries. `httpStatus` is null when no answer came.
 */
export const IntegrationCall = z.object({
  id: z.uuid(),
  integrationName: IntegrationName,
  at: z.string(),
  operation: z.string(),
  status: CallStatus,
  httpStatus: z.int().nullable(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
  durationMs: z.int(),
  quota: z.string().nullable(),
})
export type IntegrationCall = z.infer<typeof IntegrationCall>

/**
 * Newest first. `from` and `to`: a period, `to` excluded. `before`: the `next` of the previous page. There is no total, since counting a
 * million rows costs more than it tells.
 */
export const CallQuery = z.strictObject({
  companyId: z.uuid(),
  integrationName: IntegrationName.optional(),
  status: CallStatus.optional(),
  from: Instant.optional(),
  to: Instant.optional(),
  before: z
    .string()
    .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,6})?Z~[0-9a-f-]{36}$/, 'Must be the next of a page')
    .optional(),
  pageSize: z.coerce.number().int().min(1).max(200).default(50),
})
export type CallQuery = z.infer<typeof CallQuery>

export const integrationCallsContract = {
  list: route
    .meta({ needs: 'integration.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/integrations/logs',
      summary: 'Integration Output: the calls to outside services, newest first',
    })
    .input(CallQuery)
    .output(z.object({ items: z.array(IntegrationCall), next: z.string().nullable() })),
}
