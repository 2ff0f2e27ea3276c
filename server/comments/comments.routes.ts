import { notify } from '../notifications/public.ts'
import { staleSave } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { api } from '../platform/http/api.ts'
import {
  areReaders,
  type CommentedRecord,
  changeComment,
  getComment,
  hasRecord,
  insertComment,
  listComments,
  listReaders,
} from './comments.queries.ts'

const { comments } = api

export const commentsRoutes = comments.router({
  list: comments.list.handler(({ input, context, errors }) =>
    context.read(async (db) => {
      const { companyId, entityType, entityId } = input
      const record = entityType && entityId ? { companyId, entityType, entityId } : undefined
      const [isThere, items] = await Promise.all([record ? hasRecord(db, record) : true, listComments(db, input)])
      if (!isThere) throw errors.NOT_FOUND()
      return { items }
    }),
  ),

  people: comments.people.handler(({ input, context, errors }) =>
    context.read(async (db) => {
      const [isThere, items] = await Promise.all([hasRecord(db, input), listReaders(db, input)])
      if (!isThere) throw errors.NOT_FOUND()
      return { items }
    }),
  ),

  create: comments.create.handler(({ input: { body, mentions, ...record }, context, errors }) =>
    context.write(async (db) => {
      if (!(await hasRecord(db, record))) throw errors.NOT_FOUND()
      await checkMentions(db, record, mentions, errors.UNPROCESSABLE)
      const id = await insertComment(db, record, body, mentions)
      const comment = await getComment(db, record.companyId, id)
      if (!comment) throw errors.NOT_FOUND()
      await tellMentioned(db, record, mentions)
      return comment
    }),
  ),

  update: comments.update.handler(({ input: { companyId, id, body, mentions }, context, errors }) =>
    context.write(async (db) => {
      const before = await getComment(db, companyId, id)
      if (!before?.isOwn) throw errors.NOT_FOUND()
      await checkMentions(db, before, mentions, errors.UNPROCESSABLE)
      const isSaved = await changeComment(db, companyId, id, { body, mentioned: mentions }, context.expectedVersion)
      const comment = await getComment(db, companyId, id)
      if (!comment) throw errors.NOT_FOUND()
      if (!isSaved) throw staleSave(comment)
      const mentionedBefore = before.mentions.map((person) => person.id)
      await tellMentioned(
        db,
        before,
        mentions.filter((person) => !mentionedBefore.includes(person)),
      )
      return comment
    }),
  ),

  remove: comments.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      if (!(await changeComment(db, companyId, id, { isRemoved: true }, null))) throw errors.NOT_FOUND()
      return { id }
    }),
  ),

  restore: comments.restore.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      await changeComment(db, companyId, id, { isRemoved: false }, null)
      const comment = await getComment(db, companyId, id)
      if (!comment?.isOwn) throw errors.NOT_FOUND()
      return comment
    }),
  ),
})

async function tellMentioned(db: Db, { companyId, entityType, entityId }: CommentedRecord, to: string[]) {
  if (to.length > 0) await notify(db, { companyId, topic: 'mentioned', to, record: { type: entityType, id: entityId } })
}

async function checkMentions(db: Db, record: CommentedRecord, mentions: string[], refusal: () => Error) {
  if (mentions.length > 0 && !(await areReaders(db, record, mentions))) throw refusal()
}
