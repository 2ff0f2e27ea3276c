import { listStanding, markTakenOut } from '../../tasks/public.ts'
import type { CallContext, Connection } from '../provider.ts'
import { eventIdOf, removeEvent } from './calendar-event.ts'

/** A person waits for the disconnection, so it ends after this time at the latest. Milliseconds. */
const patienceMs = 15_000
const atOnce = 6

/**
 * Takes the events of tasks out of the calendar, before its connection goes. What could not be taken out in time stays there, and is known:
 * the same calendar connected again is put in order.
 * @throws {ServiceError} when Google refuses
 */
export async function leaveCalendar(connection: Connection, context: CallContext): Promise<void> {
  const { companyId, work } = context
  const end = Date.now() + patienceMs
  const standing = await work((db) => listStanding(db, companyId))
  const left = standing.filter(({ calendarId }) => calendarId === connection.accountId)
  while (left.length > 0 && Date.now() < end) {
    const batch = left.splice(0, atOnce)
    await Promise.all(
      batch.map(({ taskId, calendarId, generation }) =>
        removeEvent({ connection, context, calendarId }, eventIdOf(taskId, generation), null),
      ),
    )
    await work((db) =>
      markTakenOut(
        db,
        companyId,
        batch.map(({ taskId }) => taskId),
      ),
    )
  }
}
