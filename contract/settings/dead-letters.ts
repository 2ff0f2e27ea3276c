import { z } from 'zod'
import { pageOf, wholeList } from '../list.ts'
import { route } from '../route.ts'

/** A job that failed for good: all its tries, or at once because it could never succeed. */
export const DeadLetter = z.object({
  id: z.uuid(),
  /** the kind of job, such as 'shopify-sync' */
  kind: z.string(),
  companyId: z.uuid(),
  companyName: z.string(),
  failedAt: z.string(),
  tries: z.int(),
  /** the reason of the last try, one line */
  message: z.string(),
})
export type DeadLetter = z.infer<typeof DeadLetter>

const meta = { needs: 'system.write', refusal: 'manage the jobs of the system' } as const
const gone = { NOT_FOUND: { status: 404, message: 'That job is no longer among the failed ones' } }

/** For people who look after the whole system (security.md 2.2, row 43). */
export const deadLettersContract = {
  list: route
    .meta(meta)
    .route({ method: 'GET', path: '/system/dead-letters', summary: 'Jobs that failed for good, newest first' })
    .input(
      z.strictObject({
        kind: z.string().max(100).optional(),
        page: z.coerce.number().int().min(1).max(10_000).default(1),
        pageSize: z.coerce.number().int().min(1).max(500).default(50),
        ...wholeList,
      }),
    )
    .output(pageOf(DeadLetter)),
  replay: route
    .meta(meta)
    .route({
      method: 'POST',
      path: '/system/dead-letters/{id}/replay',
      summary: 'Run a failed job again',
      successStatus: 202,
    })
    .input(z.strictObject({ id: z.uuid() }))
    .output(z.object({ jobId: z.uuid() }))
    .errors({
      ...gone,
      UNKNOWN_KIND: { status: 409, message: 'This version has no such kind of job: give the job up' },
      WAITS_ALREADY: { status: 409, message: 'The same job waits or runs already' },
    }),
  discard: route
    .meta(meta)
    .route({
      method: 'DELETE',
      path: '/system/dead-letters/{id}',
      summary: 'Give up a failed job',
      successStatus: 204,
    })
    .input(z.strictObject({ id: z.uuid() }))
    .errors(gone),
}
