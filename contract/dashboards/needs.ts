import { z } from 'zod'
import { AccessRequest } from '../identity/access-requests.ts'
import { FailedConnection } from '../integrations/integrations.ts'
import { ShortPart } from '../inventory/bom-analysis.ts'
import { route } from '../route.ts'
import { PressingTask } from '../tasks/tasks.ts'
import { LongEntry } from '../time-clock/clocked-in.ts'
import { TimeProposal } from '../time-clock/time-proposals.ts'

const need = <Kind extends string, Shape extends z.ZodType>(kind: Kind, about: Shape) =>
  z.object({ kind: z.literal(kind), about })

/** Something that somebody must do before others can go on. */
export const Need = z.discriminatedUnion('kind', [
  need('task', PressingTask),
  need('part', ShortPart),
  need('clock', LongEntry),
  need('proposal', TimeProposal),
  need('connection', FailedConnection),
  need('access', AccessRequest),
])
export type Need = z.infer<typeof Need>

/** `total`: the number of all; `items`: the first of them, at most 50, and 10 access requests. */
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
