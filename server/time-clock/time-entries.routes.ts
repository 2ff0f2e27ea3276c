import type { ListedTimeEntry, TimeEntry } from 'contract/time-clock/time-entries.ts'
import { timeEntryFields } from 'contract/time-clock/time-entry-fields.ts'
import { notify } from '../notifications/public.ts'
import { staleSave } from '../platform/database/changes.ts'
import type { Db } from '../platform/database/handle.ts'
import { api } from '../platform/http/api.ts'
import { sendList } from '../platform/spreadsheet/send-list.ts'
import { addTimeEntry, removeTimeEntry, reviseTimeEntry } from './time-corrections.queries.ts'
import {
  clockIn,
  clockOut,
  eachTimeEntry,
  getActiveEntry,
  getPeriod,
  getTimeEntry,
  listPresent,
  listRevisions,
  listTimeEntries,
  takeBreak,
} from './time-entries.queries.ts'

const { timeEntries } = api

export const timeEntriesRoutes = timeEntries.router({
  list: timeEntries.list.handler(({ input, context }) =>
    context.read(async (db) => {
      const period = await getPeriod(db, input)
      // Only a caller who does not reach the company finds none; the guard refuses them right after this.
      if (!period) return { ...nothing, items: [] }
      const { startsAt: _startsAt, endsAt: _endsAt, ...shown } = period
      return { ...(await listTimeEntries(db, input, period)), ...shown }
    }),
  ),

  listFile: timeEntries.listFile.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<ListedTimeEntry>(context, {
      ...{ name: 'time-entries', companyId: query.companyId, format, columns, all: timeEntryFields },
      shown: {
        seconds: ({ secondsInPeriod }) => hours(secondsInPeriod),
        breakSeconds: ({ breakSeconds }) => hours(breakSeconds),
      },
      async *rows(db) {
        const period = await getPeriod(db, query)
        if (period) yield* eachTimeEntry(db, query, period)
      },
    }),
  ),

  active: timeEntries.active.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => {
      const [entry, period] = await Promise.all([getActiveEntry(db, companyId), getPeriod(db, { companyId })])
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
        getPeriod(db, { companyId }),
      ])
      if (!entry) throw errors.NOT_FOUND()
      const { timeZone = '', now = '', shiftHours = 0 } = period ?? {}
      return { ...entry, revisions, timeZone, now, shiftHours }
    }),
  ),

  clockIn: timeEntries.clockIn.handler(({ input: { companyId, ...press }, context }) =>
    context.write(async (db) => {
      const id = await clockIn(db, companyId, press)
      const entry = id && (await getTimeEntry(db, companyId, id))
      if (!entry) throw new Error('Nobody is clocked in after clocking in')
      return entry
    }),
  ),

  clockOut: timeEntries.clockOut.handler(({ input: { companyId, entryId, ...press }, context, errors }) =>
    context.write(async (db) => {
      const isOwn = await clockOut(db, companyId, entryId, press)
      const entry = isOwn && (await getTimeEntry(db, companyId, entryId))
      if (!entry) throw errors.NOT_FOUND()
      return entry
    }),
  ),

  takeBreak: timeEntries.takeBreak.handler(({ input, context, errors }) =>
    context.write(async (db) => {
      const { companyId, entryId, isStart, heldSeconds } = input
      const isOwn = await takeBreak(db, companyId, entryId, isStart, heldSeconds)
      const entry = isOwn && (await getTimeEntry(db, companyId, entryId))
      if (!entry) throw errors.NOT_FOUND()
      return entry
    }),
  ),

  present: timeEntries.present.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => {
      const [people, period] = await Promise.all([listPresent(db, companyId), getPeriod(db, { companyId })])
      const { timeZone = '', now = '', shiftHours = 0 } = period ?? {}
      return { people, timeZone, now, shiftHours }
    }),
  ),

  create: timeEntries.create.handler(({ input: { companyId, ...fields }, context, errors }) =>
    context.write(async (db) => {
      const id = await addTimeEntry(db, companyId, fields)
      const entry = id && (await getTimeEntry(db, companyId, id))
      if (!entry) throw errors.NOT_FOUND()
      return tellOwner(db, entry)
    }),
  ),

  remove: timeEntries.remove.handler(({ input, context, errors }) =>
    context.write(async (db) => (await marked(db, input, true)) ?? Promise.reject(errors.NOT_FOUND())),
  ),

  restore: timeEntries.restore.handler(({ input, context, errors }) =>
    context.write(async (db) => (await marked(db, input, false)) ?? Promise.reject(errors.NOT_FOUND())),
  ),

  update: timeEntries.update.handler(({ input: { companyId, id, ...changes }, context, errors }) =>
    context.write(async (db) => {
      const before = await getTimeEntry(db, companyId, id)
      if (!before) throw errors.NOT_FOUND()
      const outcome = await reviseTimeEntry(db, before, changes, context.expectedVersion)
      const entry = await getTimeEntry(db, companyId, id)
      if (outcome === 'gone' || !entry) throw errors.NOT_FOUND()
      if (outcome === 'stale') throw staleSave(entry)
      return tellOwner(db, entry)
    }),
  ),
})

type Mark = { companyId: string; id: string; reason: string }

/** The entry, removed or put back; undefined when there is none. */
async function marked(db: Db, { companyId, id, reason }: Mark, isRemoval: boolean) {
  const isThere = await removeTimeEntry(db, companyId, id, isRemoval, reason)
  const entry = isThere ? await getTimeEntry(db, companyId, id) : undefined
  return entry && tellOwner(db, entry)
}

/** Hours are pay: the person hears of every change that somebody else makes to them. */
async function tellOwner(db: Db, entry: TimeEntry): Promise<TimeEntry> {
  const { companyId, userId, id } = entry
  await notify(db, { companyId, topic: 'hours_changed', to: [userId], record: { type: 'time_entry', id } })
  return entry
}

const nothing = {
  total: 0,
  isCapped: false,
  from: '',
  to: '',
  timeZone: 'UTC',
  now: '',
  shiftHours: 0,
  areBreaksPaid: false,
  workedSeconds: 0,
}

const hours = (seconds: number) => Math.round(seconds / 36) / 100
