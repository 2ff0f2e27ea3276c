import { z } from 'zod'
import { route } from '../route.ts'
import { entityTypes } from './activity.ts'

export const feedActions = ['created', 'changed', 'deleted', 'restored'] as const

/**
 * A record changed. Ids and kinds only: the values are read from the record itself, with the rights of the reader. `recordId`: the record that a
 * BOM line, a file or a comment belongs to, else the record itself. One change set gives at most one event for each record and action.
 */
export const FeedEvent = z.object({
  id: z.string(),
  entityType: z.enum(entityTypes),
  entityId: z.uuid(),
  recordType: z.string(),
  recordId: z.uuid(),
  action: z.enum(feedActions),
  changeSetId: z.uuid(),
  userId: z.uuid().nullable(),
  createdAt: z.string(),
})
export type FeedEvent = z.infer<typeof FeedEvent>

/** `cursor`: where the next page begins. `hasMore`: whether it can be read at once; a page may be empty though more follows. */
export const FeedPage = z.object({ items: z.array(FeedEvent), cursor: z.string(), hasMore: z.boolean() })
export type FeedPage = z.infer<typeof FeedPage>

export const feedContract = {
  list: route
    .meta({ needs: 'activity.read' })
    .route({
      method: 'GET',
      path: '/companies/{companyId}/feed',
      summary: 'What has changed since a cursor, in the order of commit',
      description:
        'Without a cursor the answer is empty, and its cursor stands for now: take it first, then read the lists, then ask with it. ' +
        'Each answer has the cursor of the next question. Nothing is missed, and nothing comes twice.',
    })
    .input(
      z.strictObject({
        companyId: z.uuid(),
        cursor: z.string().max(300).optional().describe('That of an earlier answer; without it the answer is empty'),
        pageSize: z.coerce.number().int().min(1).max(500).default(100),
      }),
    )
    .output(FeedPage)
    .errors({
      GONE: {
        status: 410,
        message:
          'This cursor is of another company or database: ask without a cursor for a new one, and read the lists again',
      },
    }),
}
