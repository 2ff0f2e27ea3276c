import { z } from 'zod'
import { Failure } from './errors.ts'
import { route } from './route.ts'

export const jobStatuses = ['waiting', 'running', 'done', 'failed', 'cancelled'] as const

/** A file that an export has made. Its person can fetch it at `url` until `expiresAt`, with the role that made it; then it is deleted. */
export const JobFile = z.object({ name: z.string(), size: z.int(), url: z.string(), expiresAt: z.string() })

/**
 * Work that takes longer than anybody waits for. `procedure`: what it does, such as `imports.commit`; `progress`: how much of it is done, 0 to 1,
 * where that is known; `seconds`: for how long it runs. `answer`: what the request would have answered, for 24 hours after it is `done`; `file`: the
 * file that it would have sent; `failure`: why it `failed`; then nothing was changed.
 */
export const Job = z.object({
  id: z.uuid(),
  procedure: z.string(),
  status: z.enum(jobStatuses),
  progress: z.number().min(0).max(1).nullable(),
  seconds: z.int().nullable(),
  createdAt: z.string(),
  answer: z.unknown(),
  file: JobFile.nullable(),
  failure: Failure.nullable(),
})
export type Job = z.infer<typeof Job>

const one = z.strictObject({ companyId: z.uuid(), id: z.uuid() })
const gone = { NOT_FOUND: { status: 404, message: 'That work is no longer known, or somebody else began it' } }
// Whoever may begin long work may export.
const meta = { needs: 'data.export', refusal: 'follow long work' } as const

/** The jobs that the caller began; each ends as its request would have (docs/api.md). */
export const jobsContract = {
  list: route
    .meta(meta)
    .route({
      method: 'GET',
      path: '/companies/{companyId}/jobs',
      summary: 'Your long work of the last 24 hours, without its answers',
    })
    .input(z.strictObject({ companyId: z.uuid() }))
    .output(z.object({ items: z.array(Job) })),
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
  file: route
    .meta({ ...meta, answer: ['csv', 'json'], limit: 'export' })
    .route({ method: 'GET', path: '/companies/{companyId}/jobs/{id}/file', summary: 'The file of an export' })
    .input(one)
    .errors({ NOT_FOUND: { status: 404, message: 'That file is no longer kept. Please export again' } }),
}
