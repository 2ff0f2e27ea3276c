import { api } from '../platform/http/api.ts'
import { listDeadLetters, takeDeadLetter } from './dead-letters.queries.ts'

const { deadLetters } = api

export const deadLettersRoutes = deadLetters.router({
  list: deadLetters.list.handler(({ input: { kind, ...page }, context }) =>
    context.read((db) => listDeadLetters(db, kind, page)),
  ),

  replay: deadLetters.replay.handler(({ input: { id }, context, errors }) =>
    context.write(async (db) => {
      const dead = await takeDeadLetter(db, id)
      if (!dead) throw errors.NOT_FOUND()
      if (!(await context.jobs.runs(dead.kind))) throw errors.UNKNOWN_KIND()
      const jobId = await context.jobs.again(db, dead)
      if (!jobId) throw errors.WAITS_ALREADY()
      return { jobId }
    }),
  ),

  discard: deadLetters.discard.handler(({ input: { id }, context, errors }) =>
    context.write(async (db) => {
      if (!(await takeDeadLetter(db, id))) throw errors.NOT_FOUND()
    }),
  ),
})
