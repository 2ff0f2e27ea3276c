import { connectionOf } from '../connection.ts'
import { getIntegration, markIntegration } from '../integrations.queries.ts'
import type { Connection } from '../provider.ts'
import type { SyncContext } from '../sync-context.ts'
import { findCalendar } from './find-calendar.ts'

/** The calendar of a company, open for writing. */
export type CalendarRoom = { connection: Connection; context: SyncContext; calendarId: string; appUrl: string }

/**
 * Opens the calendar that was found when somebody connected it. Null when it is off, not connected, or waits for a person.
 * @param mustLook whether to ask Google first if it is still there, or has a successor of its name
 * @throws {ServiceError} when there is no such calendar any more, or it cannot be written
 */
export async function openCalendar(context: SyncContext, mustLook = false): Promise<CalendarRoom | null> {
  const { companyId, work, appUrl } = context
  const stored = await work((db) => getIntegration(db, companyId, 'google_calendar'))
  if (!stored?.isEnabled || stored.needsReconnect) return null
  const connection = await connectionOf(context, 'google_calendar')
  if (!connection) return null
  const accountId = connection.accountId
  if (accountId && !mustLook) return { connection, context, calendarId: accountId, appUrl }
  const { id, name } = await findCalendar(connection, context, accountId)
  await work((db) => markIntegration(db, companyId, 'google_calendar', { accountId: id, accountName: name }))
  return { connection, context, calendarId: id, appUrl }
}
