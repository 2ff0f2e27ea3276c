import { z } from 'zod'
import { pageOf, pageQuery, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { readStates } from './sops.ts'

export const readStateLabels = { read: 'Read', again: 'To read again', unread: 'Not read' } as const

/** Whether a person has read a SOP. `version` and `readAt`: the last version they read; null when they read none. */
const Standing = z.object({
  userId: z.uuid(),
  state: z.enum(readStates),
  version: z.int().nullable(),
  readAt: z.string().nullable(),
})

/** A published SOP of the overview, with the reading of each person in `people`, in the same order. */
export const SopOverviewItem = z.object({
  id: z.uuid(),
  title: z.string(),
  visibility: z.enum(['company', 'sbr_public']),
  publishedVersion: z.int(),
  publishedAt: z.string(),
  standings: z.array(Standing),
})
export type SopOverviewItem = z.infer<typeof SopOverviewItem>

const one = { companyId: z.uuid(), id: z.uuid() }
const gone = { NOT_FOUND: { status: 404, message: 'That SOP no longer exists' } }

export const sopReadingsContract = {
  acknowledge: route
    .meta({ needs: 'sop.acknowledge' })
    .route({
      method: 'POST',
      path: '/companies/{companyId}/sops/{id}/readings',
      summary: 'Confirm that you have read a version of a SOP: the one that is published now',
    })
    .input(z.strictObject({ ...one, version: z.int().min(1).max(1_000_000) }))
    .output(z.object({ version: z.int(), readAt: z.string() }))
    .errors({
      ...gone,
      CONFLICT: {
        status: 409,
        message: 'Another version has been published: read that one',
        data: z.object({ reason: z.literal('version'), publishedVersion: z.int() }),
      },
    }),
  overview: route
    .meta({ needs: 'sop.overview', refusal: 'see who has read SOPs' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/sop-readings',
      summary: 'Which people of a company have read which published SOP',
    })
    .input(pageQuery(['title', 'publishedAt'], { companyId: z.uuid(), cursor: wholeList.cursor }))
    .output(
      pageOf(SopOverviewItem).extend({ people: z.array(z.object({ id: z.uuid(), name: z.string().nullable() })) }),
    ),
  download: route
    .meta({ needs: 'sop.overview', refusal: 'see who has read SOPs', answer: ['csv'], limit: 'export' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/sop-readings.csv',
      summary: 'Who has read which published SOP, as CSV',
    })
    .input(z.strictObject({ companyId: z.uuid() })),
  counts: route
    .meta({ needs: 'sop.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/sops/{id}/reading-counts',
      summary: 'How many people of each company have read a SOP that SBR shares; empty for those who may not share',
    })
    .input(z.strictObject(one))
    .output(
      z.object({
        items: z.array(z.object({ companyId: z.uuid(), name: z.string(), people: z.int(), readers: z.int() })),
      }),
    )
    .errors(gone),
}
