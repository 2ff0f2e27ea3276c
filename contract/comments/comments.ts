import { z } from 'zod'
import { maxPageSize, wholeList } from '../list.ts'
import { route } from '../route.ts'
import { requiredText } from '../text.ts'

/** The kinds of records that people comment on. */
export const commentParents = ['task', 'part', 'assembly', 'product', 'vendor'] as const
export type CommentParent = (typeof commentParents)[number]

const Mention = z.object({ id: z.uuid(), name: z.string().nullable() })

/** Plain text; it contains each person of `mentions` as '@' and the name. `isOwn`: the reader wrote it and may change it. */
export const Comment = z.object({
  id: z.uuid(),
  companyId: z.uuid(),
  entityType: z.enum(commentParents),
  entityId: z.uuid(),
  body: z.string(),
  mentions: z.array(Mention),
  authorId: z.uuid(),
  authorName: z.string().nullable(),
  isOwn: z.boolean(),
  editedAt: z.string().nullable(),
  version: z.int(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type Comment = z.infer<typeof Comment>

const commentLength = 5_000

/** What a comment says, and whom it mentions by their ids. */
export const CommentFields = z.strictObject({
  body: requiredText(commentLength, 'Write something first'),
  mentions: z.array(z.uuid().toLowerCase()).max(50, 'Mention at most 50 people').default([]),
})

const record = { companyId: z.uuid(), entityType: Comment.shape.entityType, entityId: z.uuid() }
/** Of one record, or with `cursor` of all records that the reader may read. `pageSize`: of the pages by cursor. */
export const CommentQuery = z
  .strictObject({
    companyId: z.uuid(),
    entityType: record.entityType.optional(),
    entityId: record.entityId.optional(),
    ...wholeList,
    pageSize: z.coerce.number().int().min(1).max(maxPageSize).default(50),
  })
  .refine(({ entityType, entityId }) => (entityType === undefined) === (entityId === undefined), {
    error: 'Name a record by both entityType and entityId',
  })
  .refine(({ entityId, cursor }) => entityId !== undefined || cursor !== undefined, {
    error: 'Name a record by entityType and entityId, or read the comments on all records with cursor=start',
  })
export type CommentQuery = z.infer<typeof CommentQuery>

const one = { companyId: z.uuid(), id: z.uuid() }
const path = '/companies/{companyId}/comments'
const meta = { needs: 'comment.write', refusal: 'comment here' } as const
const gone = { NOT_FOUND: { status: 404, message: 'That comment no longer exists' } }
const noRecord = { NOT_FOUND: { status: 404, message: 'That record no longer exists' } }
const strangers = {
  UNPROCESSABLE: { status: 422, message: 'Mention only people who may read this' },
}

export const commentsContract = {
  list: route
    .meta(meta)
    .route({
      method: 'GET',
      path,
      summary: 'The last 500 comments on a record, oldest first, or all comments by cursor',
    })
    .input(CommentQuery)
    .output(z.object({ items: z.array(Comment) }))
    .errors(noRecord),
  people: route
    .meta(meta)
    .route({ method: 'GET', path: `${path}/people`, summary: 'The people who may read a record and can be mentioned' })
    .input(z.strictObject(record))
    .output(z.object({ items: z.array(Mention) }))
    .errors(noRecord),
  create: route
    .meta(meta)
    .route({ method: 'POST', path, summary: 'Comment on a record', successStatus: 201 })
    .input(CommentFields.extend(record))
    .output(Comment)
    .errors({ ...noRecord, ...strangers }),
  update: route
    .meta({ ...meta, versioned: true })
    .route({ method: 'PATCH', path: `${path}/{id}`, summary: "Change one's own comment" })
    .input(CommentFields.extend(one))
    .output(Comment)
    .errors({ ...gone, ...strangers, CONFLICT: { status: 409, data: z.unknown() } }),
  remove: route
    .meta(meta)
    .route({ method: 'DELETE', path: `${path}/{id}`, summary: "Remove one's own comment" })
    .input(z.strictObject(one))
    .output(z.object({ id: z.uuid() }))
    .errors(gone),
  restore: route
    .meta(meta)
    .route({ method: 'POST', path: `${path}/{id}/restore`, summary: 'Bring back a comment that one removed' })
    .input(z.strictObject(one))
    .output(Comment)
    .errors(gone),
}
