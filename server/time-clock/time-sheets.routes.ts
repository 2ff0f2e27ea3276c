import type { TimeSheet } from 'contract/time-clock/time-sheets.ts'
import type { Db } from '../platform/database/handle.ts'
import { api } from '../platform/http/api.ts'
import { sendTable } from '../platform/spreadsheet/send-table.ts'
import { tableOf } from './time-sheet-table.ts'
import {
  agreeHours,
  getLock,
  getSheetHead,
  listAgreedHours,
  listLocks,
  listSheetRows,
  lockPeriod,
  unlockPeriod,
} from './time-sheets.queries.ts'

const { timeSheets, timeLocks, agreedHours } = api

type SheetQuery = { companyId: string; from: string; to: string; userId?: string | undefined }

async function sheetOf(db: Db, query: SheetQuery): Promise<TimeSheet> {
  const { companyId, from, to } = query
  const [head, rows, locks] = await Promise.all([
    getSheetHead(db, companyId),
    listSheetRows(db, query),
    listLocks(db, companyId, { from, to }),
  ])
  return { from, to, today: head?.today ?? '', timeZone: head?.timeZone ?? '', rows, locks }
}

export const timeSheetsRoutes = timeSheets.router({
  get: timeSheets.get.handler(({ input, context }) => context.read((db) => sheetOf(db, input))),

  download: timeSheets.download.handler(async ({ input: { sheet, ...query }, context }) => {
    const table = await context.read((db) => sheetOf(db, query))
    const [name = '', kind] = sheet.split('.')
    sendTable(context.reply, `${name}-${query.from}-${query.to}`, kind === 'xlsx' ? 'xlsx' : 'csv', tableOf(table))
  }),
})

export const timeLocksRoutes = timeLocks.router({
  list: timeLocks.list.handler(({ input: { companyId }, context }) =>
    context.read(async (db) => ({ items: await listLocks(db, companyId) })),
  ),

  lock: timeLocks.lock.handler(({ input: { companyId, fromOn, toOn }, context }) =>
    context.write(async (db) => {
      const id = await lockPeriod(db, companyId, fromOn, toOn)
      const lock = id && (await getLock(db, companyId, id))
      if (!lock) throw new Error('A period was not locked, without a reason')
      return lock
    }),
  ),

  unlock: timeLocks.unlock.handler(({ input: { companyId, id, reason }, context, errors }) =>
    context.write(async (db) => {
      const isThere = await unlockPeriod(db, companyId, id, reason)
      const lock = isThere && (await getLock(db, companyId, id))
      if (!lock) throw errors.NOT_FOUND()
      return lock
    }),
  ),
})

export const agreedHoursRoutes = agreedHours.router({
  list: agreedHours.list.handler(({ input: { companyId, userId }, context }) =>
    context.read(async (db) => ({ items: await listAgreedHours(db, companyId, userId) })),
  ),

  agree: agreedHours.agree.handler(({ input: { companyId, userId, validFrom, hoursPerWeek }, context, errors }) =>
    context.write(async (db) => {
      if (!(await agreeHours(db, companyId, userId, validFrom, hoursPerWeek))) throw errors.NOT_FOUND()
      return { items: await listAgreedHours(db, companyId, userId) }
    }),
  ),
})
