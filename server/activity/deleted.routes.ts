import { allowSeconds, wholeCompanySeconds } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import { getDeleted, listDeleted, listDeleters } from './deleted.queries.ts'
import {
  bringBack,
  chosenOf,
  countOfSet,
  filesWith,
  obstaclesForCaller,
  obstaclesTo,
  withoutBlocked,
} from './restore.queries.ts'

const { deleted } = api

export const deletedRoutes = deleted.router({
  list: deleted.list.handler(({ input, context }) => context.read((db) => listDeleted(db, input))),

  people: deleted.people.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => ({ items: await listDeleters(db, companyId) })),
  ),

  get: deleted.get.handler(({ input: { companyId, id }, context, errors }) =>
    context.read(async (db) => {
      const deletedRecord = await getDeleted(db, companyId, id)
      if (!deletedRecord) throw errors.NOT_FOUND()
      const { logId, changeSetId, ...record } = deletedRecord
      if (!logId || !changeSetId) return { ...record, changeSetId, files: [], setCount: 1, obstacles: [] }
      const [files, setCount, obstacles] = await Promise.all([
        filesWith(db, companyId, logId),
        countOfSet(db, companyId, changeSetId),
        obstaclesTo(db, companyId, [logId]),
      ])
      return { ...record, changeSetId, files, setCount, obstacles: obstaclesForCaller(obstacles) }
    }),
  ),

  restore: deleted.restore.handler(({ input: { companyId, selection, skipBlocked }, context, errors }) =>
    context.write(async (db) => {
      await allowSeconds(db, wholeCompanySeconds)
      const chosen = await chosenOf(db, companyId, selection)
      const count = chosen.logs.length + chosen.backups.length
      if (count === 0 || ('ids' in selection && count < new Set(selection.ids).size)) throw errors.NOT_FOUND()
      const { free, obstacles } = await withoutBlocked(db, companyId, chosen.logs)
      const blocked = chosen.logs.length - free.length
      if (blocked === count || (blocked > 0 && !skipBlocked)) {
        throw errors.CONFLICT({
          data: { reason: 'obstacles', blocked, count, obstacles: obstaclesForCaller(obstacles) },
        })
      }
      const restored = await bringBack(db, companyId, { ...chosen, logs: free }, context.request.ip)
      return { ...restored, skipped: blocked, obstacles: obstaclesForCaller(obstacles) }
    }),
  ),
})
