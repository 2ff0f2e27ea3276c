import { api } from '../platform/http/api.ts'
import { cancelLongJob, getLongJob } from '../platform/http/long-jobs.ts'

const { jobs } = api

export const jobsRoutes = jobs.router({
  get: jobs.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const job = await context.read((db) => getLongJob(db, context.keyring, companyId, id))
    if (!job) throw errors.NOT_FOUND()
    return job
  }),

  cancel: jobs.cancel.handler(({ input: { companyId, id }, context, errors }) =>
    context.write(async (db) => {
      if (!(await getLongJob(db, context.keyring, companyId, id))) throw errors.NOT_FOUND()
      if (!(await cancelLongJob(db, id))) throw errors.CONFLICT()
      const job = await getLongJob(db, context.keyring, companyId, id)
      if (!job) throw errors.NOT_FOUND()
      return job
    }),
  ),
})
