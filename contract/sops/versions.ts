import { z } from 'zod'
import { route } from '../route.ts'
import { SopFields } from './sops.ts'

/** A version of a SOP in its history. `publishedByName` is null for readers of another company. */
export const SopVersionItem = z.object({
  number: z.int(),
  title: z.string(),
  /** what changed, in the words of the person who published it */
  note: z.string().nullable(),
  asksAgain: z.boolean(),
  publishedAt: z.string(),
  publishedByName: z.string().nullable(),
})
export type SopVersionItem = z.infer<typeof SopVersionItem>

/** A version with its text. */
export const SopVersion = SopVersionItem.extend({
  description: SopFields.shape.description,
  content: SopFields.shape.content,
  videoUrl: z.string().nullable(),
})
export type SopVersion = z.infer<typeof SopVersion>

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That SOP no longer exists' } }

export const sopVersionsContract = {
  list: route
    .meta({ needs: 'sop.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/sops/{id}/versions',
      summary: 'The published versions of a SOP',
    })
    .input(z.strictObject(one))
    .output(z.object({ items: z.array(SopVersionItem) }))
    .errors(gone),
  get: route
    .meta({ needs: 'sop.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/sops/{id}/versions/{number}',
      summary: 'One version of a SOP',
    })
    .input(z.strictObject({ ...one, number: z.coerce.number().int().min(1).max(1_000_000) }))
    .output(SopVersion)
    .errors(gone),
}
