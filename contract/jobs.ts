import { z } from 'zod'
import { Failure } from './errors.ts'
import { route } from './route.ts'

export const jobStatuses = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/**
 * Work that takes longer than anybody waits for. `procedure`: what it does, such as `imports.commit`; `progress`: how much of it is done, 0 to 1,
 * where that is known. `answer`: what the request would have answered, for 24 hours after it is `done`; `failure`: why it `failed`; then nothing was changed.
 */
export const Job = z.object({
  id: z.uuid(),
  procedure: z.string(),
  status: z.enum(jobStatuses),
  progress: z.number().min(0).max(1).nullable(),
  createdAt: z.string(),
  answer: z.unknown(),
  failure: Failure.nullable(),
})
export type Job = z.infer<typeof Job>

const one = z.strictObject({ companyId: z.uuid(), id: z.uuid() })
const gone = { NOT_FOUND: { status: 404, message: 'That work is no longer known, or somebody else began it' } }
const meta = { needs: 'activity.undo', refusal: 'follow long work' } as const

/** The jobs that the caller began; each ends as its request would have (docs/api.md). */
export const jobsContract = {
  get: route
    .meta({ ...meta, inBackground: true })
    .route({ method: 'GET', path: '/companies/{companyId}/jobs/{id}', summary: 'Long work, and its answer' })
    .input(one)
    .output(Job)
    .errors(gone),
  cancel: route
    .meta(meta)
    .route({
      method: 'POST',
      path: '/companies/{companyId}/jobs/{id}/cancel',
      summary: 'End long work; nothing of it is stored',
    })
    .input(one)
    .output(Job)
    .errors({ ...gone, CONFLICT: { status: 409, message: 'It has ended already' } }),
}
