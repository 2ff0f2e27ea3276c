import { api } from '../../platform/http/api.ts'
import { getSelf, updateSelf } from '../sessions/session.queries.ts'

const { profile } = api

export const profileRoutes = profile.router({
  update: profile.update.handler(({ input, context }) =>
    context.write(async (db) => {
      if (Object.keys(input).length > 0) await updateSelf(db, input)
      return getSelf(db)
    }),
  ),
})
