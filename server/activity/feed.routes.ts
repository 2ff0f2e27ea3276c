import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { api } from '../platform/http/api.ts'
import { readFeed } from './feed.queries.ts'

const { feed } = api

const noCursor = { issues: [{ field: 'cursor', message: 'Must be the cursor of an answer of the feed' }] }

export const feedRoutes = feed.router({
  list: feed.list.handler(async ({ input, context, errors }) => {
    const page = await context.read((db) => readFeed(db, input))
    if (page === 'no cursor') throw new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: noCursor })
    if (page === 'gone') throw errors.GONE()
    return page
  }),
})
