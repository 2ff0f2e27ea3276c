import { z } from 'zod'
import { IntegrationName } from '../integrations/catalogue.ts'
import { ShortPart } from '../inventory/bom-analysis.ts'
import { route } from '../route.ts'
import { LateTask } from '../tasks/tasks.ts'
import { LongEntry } from '../time-clock/clocked-in.ts'
import { TimeProposal } from '../time-clock/time-proposals.ts'

/** A connection that failed. `message`: in words, from the service. */
export const FailedConnection = z.object({
  name: IntegrationName,
  needsReconnect: z.boolean(),
  message: z.string().nullable(),
  since: z.string().nullable(),
})

/** People who ask for access; `since`: the first of them. */
export const AccessRequests = z.object({ count: z.int(), since: z.string() })

const need = <Kind extends string, Shape extends z.ZodType>(kind: Kind, about: Shape) =>
  z.object({ kind: z.literal(kind), about })

/** Something that somebody has to do before others can go on. */
export const Need = z.discriminatedUnion('kind', [
  need('task', LateTask),
  need('part', ShortPart),
  need('clock', LongEntry),
  need('proposal', TimeProposal),
  need('connection', FailedConnection),
  need('access', AccessRequests),
])
export type Need = z.infer<typeof Need>

/** `total`: all that there are; `items`: the first of them, at most 50. */
export const Needs = z.object({ items: z.array(Need), total: z.int(), now: z.string(), timeZone: z.string() })
export type Needs = z.infer<typeof Needs>

export const needsContract = {
  list: route
    .meta({ needs: 'company.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/dashboard/needs',
      summary: 'What blocks, of all that the caller may read: the most urgent first',
    })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(Needs)
    .errors({ NOT_FOUND: { status: 404, message: 'Not found' } }),
}
