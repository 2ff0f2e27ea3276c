import { listWrittenEvents, markTakenOut } from '../../tasks/public.ts'
import { reasonLeft } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'
import { CalendarLost, eventIdOf, removeEvent } from './calendar-event.ts'

/** A person waits for the disconnection, so it ends after this time at the latest. Milliseconds. */
const patienceMs = 15_000
const atOnce = 6

/**
 * Removes the events of tasks from the calendar before its connection ends. We remember the events that could not be removed: when the same
 * calendar is connected again, it is put in order.
 */
export async function leaveCalendar(connection: Connection | null, context: CallContext): Promise<string | null> {
  const { companyId, work } = context
  const signal = AbortSignal.timeout(patienceMs)
  const standing = await work((db) => listWrittenEvents(db, companyId))
  const left = standing.filter(({ calendarId }) => !connection?.accountId || calendarId === connection.accountId)
  let why = 'the saved credentials cannot be used'
  while (connection && left.length > 0) {
    const batch = left.slice(0, atOnce)
    const room = { connection, context: { ...context, signal } }
    const outcomes = await Promise.allSettled(
      batch.map(({ taskId, calendarId, generation }) =>
        removeEvent({ ...room, calendarId }, eventIdOf(taskId, generation), null),
      ),
    )
    const gone = batch.filter((_, index) => outcomes[index]?.status === 'fulfilled')
    left.splice(0, batch.length, ...batch.filter((each) => !gone.includes(each)))
    const ids = gone.map(({ taskId }) => taskId)
    if (ids.length > 0) await work((db) => markTakenOut(db, companyId, ids))
    const failed = outcomes.find((outcome) => outcome.status === 'rejected')
    if (!failed) continue
    const isLost = failed.reason instanceof CalendarLost
    why = isLost ? 'this account does not reach it any more' : reasonLeft(failed.reason, signal, 'Google')
    break
  }
  if (left.length === 0) return null
  const events = left.length === 1 ? '1 event of a task stays' : `${left.length} events of tasks stay`
  return `${events} in the calendar: ${why}`
}
