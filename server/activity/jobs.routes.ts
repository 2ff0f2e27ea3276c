import { DamagedBlob, filesOf, openedFile, sendDownload } from '../files/public.ts'
import { api } from '../platform/http/api.ts'
import { cancelLongJob, getJobFile, getLongJob, listLongJobs } from '../platform/http/long-jobs.ts'

const { jobs } = api

export const jobsRoutes = jobs.router({
  list: jobs.list.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => ({ items: await listLongJobs(db, context.keyring, companyId) })),
  ),

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

  file: jobs.file.handler(async ({ input: { companyId, id }, context, errors }) => {
    const { config, keyring, reply, request } = context
    const file = await context.readAs((db, identity) => getJobFile(db, keyring, { companyId, id, identity }))
    if (!file) throw errors.NOT_FOUND()
    const bytes = openedFile(filesOf(config).blobs, file, Buffer.from(file.secret, 'base64'))
    const spooled = await context.spool(bytes).catch((error) => {
      if (!(error instanceof DamagedBlob)) throw error
      request.log.error({ jobId: id, storageKey: file.key }, 'the file of an export is damaged or missing')
      throw errors.NOT_FOUND()
    })
    sendDownload(reply, { name: file.name, size: spooled.size }, spooled.send())
  }),
})
