import { staleSave } from '../platform/database/changes.ts'
import { api } from '../platform/http/api.ts'
import {
  clockIn,
  clockOut,
  getActiveEntry,
  getPeriod,
  getTimeEntry,
  listRevisions,
  listTimeEntries,
  reviseTimeEntry,
} from './time-entries.queries.ts'

const { timeEntries } = api

export const timeEntriesRoutes = timeEntries.router({
  list: timeEntries.list.handler(({ input, context }) =>
    context.read(async (db) => {
      const period = await getPeriod(db, input.companyId, input.from, input.to)
      // Only a caller without reach finds no company; the guard refuses right after this.
      if (!period) return { ...nothing, items: [] }
      const { startsAt: _startsAt, endsAt: _endsAt, ...shown } = period
      return { ...(await listTimeEntries(db, input, period)), ...shown }
    }),
  ),

  active: timeEntries.active.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => {
      const [entry, period] = await Promise.all([getActiveEntry(db, companyId), getPeriod(db, companyId)])
      return {
        entry: entry ?? null,
        now: period?.now ?? '',
        timeZone: period?.timeZone ?? '',
        shiftHours: period?.shiftHours ?? 0,
      }
    }),
  ),

  get: timeEntries.get.handler(({ input: { companyId, id }, context, errors }) =>
    context.read(async (db) => {
      const [entry, revisions, period] = await Promise.all([
        getTimeEntry(db, companyId, id),
        listRevisions(db, companyId, id),
        getPeriod(db, companyId),
      ])
      if (!entry) throw errors.NOT_FOUND()
      const { timeZone = '', now = '', shiftHours = 0 } = period ?? {}
      return { ...entry, revisions, timeZone, now, shiftHours }
    }),
  ),

  clockIn: timeEntries.clockIn.handler(({ input: { companyId }, context }) =>
    context.write(async (db) => {
      await clockIn(db, companyId)
      const entry = await getActiveEntry(db, companyId)
      if (!entry) throw new Error('Nobody is clocked in after clocking in')
      return entry
    }),
  ),

  clockOut: timeEntries.clockOut.handler(({ input: { companyId, entryId }, context, errors }) =>
    context.write(async (db) => {
      const entry = (await clockOut(db, companyId, entryId)) && (await getTimeEntry(db, companyId, entryId))
      if (!entry) throw errors.NOT_FOUND()
      return entry
    }),
  ),

  update: timeEntries.update.handler(({ input: { companyId, id, ...changes }, context, errors }) =>
    context.write(async (db) => {
      const before = await getTimeEntry(db, companyId, id)
      if (!before) throw errors.NOT_FOUND()
      const outcome = await reviseTimeEntry(db, before, changes, context.expectedVersion)
      const entry = await getTimeEntry(db, companyId, id)
      if (outcome === 'gone' || !entry) throw errors.NOT_FOUND()
      if (outcome === 'stale') throw staleSave(entry)
      return entry
    }),
  ),
})

const nothing = {
  total: 0,
  isCapped: false,
  from: '',
  to: '',
  timeZone: 'UTC',
  now: '',
  shiftHours: 0,
  workedSeconds: 0,
}
