import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { staleSave } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import { getFeedback, insertFeedback, listFeedback, updateFeedback } from './feedback.queries.ts'

const { feedback } = api

export const feedbackRoutes = feedback.router({
  create: feedback.create.handler(({ input, context }) =>
    context.write(async (db, { companyId }) => {
      if (!companyId) throw new ORPCError('NO_ROLE', sharedErrors.NO_ROLE)
      await insertFeedback(db, companyId, input)
    }),
  ),

  list: feedback.list.handler(({ input, context }) => context.read((db) => listFeedback(db, input))),

  get: feedback.get.handler(async ({ input: { id }, context, errors }) => {
    const report = await context.read((db) => getFeedback(db, id))
    if (!report) throw errors.NOT_FOUND()
    return report
  }),

  update: feedback.update.handler(({ input: { id, ...changes }, context, errors }) =>
    context.write(async (db) => {
      const isChanged = await updateFeedback(db, id, changes, context.expectedVersion)
      const current = await getFeedback(db, id)
      if (!current) throw errors.NOT_FOUND()
      if (!isChanged) throw staleSave(current)
      return current
    }),
  ),
})
