import { checklistOf } from 'contract/sops/checklist.ts'
import { api } from '../platform/http/api.ts'
import { beginRun, confirmReading, getRun, isTaskOf, listRuns, lockRun, saveRun, saveSteps } from './runs.queries.ts'
import { getSop } from './sops.queries.ts'

const { sopRuns } = api

export const sopRunsRoutes = sopRuns.router({
  start: sopRuns.start.handler(({ input: { companyId, id, taskId = null }, context, errors }) =>
    context.write(async (db) => {
      const sop = await getSop(db, companyId, id)
      if (sop?.status !== 'published' || sop.publishedVersion === null) throw errors.NOT_FOUND()
      if (taskId && !(await isTaskOf(db, companyId, taskId, id))) throw errors.NOT_FOUND()
      const { publishedVersion: version, title, content } = sop
      const steps = checklistOf(content)
      const runId = await beginRun(db, { companyId, sopId: id, version, title, stepCount: steps.length, taskId })
      const run = await getRun(db, companyId, runId)
      if (!run) throw errors.NOT_FOUND()
      return run
    }),
  ),

  list: sopRuns.list.handler(({ input, context }) => context.read((db) => listRuns(db, input))),

  get: sopRuns.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const run = await context.read((db) => getRun(db, companyId, id))
    if (!run) throw errors.NOT_FOUND()
    return run
  }),

  save: sopRuns.save.handler(({ input: { companyId, id, steps = [], note, isFinished }, context, errors }) =>
    context.write(async (db, { userId }) => {
      const run = await getRun(db, companyId, id)
      if (run?.userId !== userId) throw errors.NOT_FOUND()
      if (run.finishedAt || !(await lockRun(db, companyId, id))) throw errors.CONFLICT()
      if (steps.length > 0) await saveSteps(db, companyId, id, steps)
      const isSaved = await saveRun(db, companyId, id, {
        ...(note !== undefined && { note }),
        ...(isFinished && { isFinished }),
      })
      if (isFinished) await confirmReading(db, companyId, id)
      const saved = await getRun(db, companyId, id)
      if (!isSaved || !saved) throw errors.CONFLICT()
      return saved
    }),
  ),
})
