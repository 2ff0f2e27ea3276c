import { type CalendarEntry, dropEntry, type EntryChanges, saveEntry, takeTask } from '../../tasks/public.ts'
import { ServiceError } from '../calls/service-error.ts'
import {
  changeEvent,
  type EventLookup,
  eventIdOf,
  eventOf,
  insertEvent,
  readEvent,
  removeEvent,
} from './calendar-event.ts'
import type { CalendarRoom } from './calendar-room.ts'

/** Each round is one call, or two. More rounds are needed only while others keep changing the same event. */
const mostRounds = 12

/**
 * Makes the event of a task match the task, and ends when both agree at the same moment. Several workers may do this at once, and any
 * answer may get lost: a change names the state that it is meant for, so a late change does nothing.
 * @throws {ServiceError} when Google refuses, in words
 */
export async function settleTask(room: CalendarRoom, taskId: string): Promise<void> {
  for (let round = 0; round < mostRounds; round += 1) {
    const move = await nextMove(room, taskId)
    if (!move) return
    await act(room, taskId, move)
  }
  throw new ServiceError('An event is being changed elsewhere all the time', { isPassing: true })
}

/** Notes what somebody did to the event of a task in the calendar itself, so that settling the task puts it right. */
export async function lookAtTask(room: CalendarRoom, taskId: string): Promise<void> {
  const { companyId, work } = room.context
  const { entry } = await work((db) => takeTask(db, companyId, taskId))
  if (entry.calendarId !== room.calendarId || entry.sent === null) return
  const current = await readEvent(room, eventIdOf(taskId, entry.generation))
  if (typeof current === 'object' && current.etag === entry.etag) return
  await work((db) => saveEntry(db, companyId, taskId, entryChangesOf(current, goneAfter(entry)), entry))
}

/** `event`: as it should be, in JSON; null: there should be none. */
type Move = { entry: CalendarEntry; event: string | null }

/** The next step; undefined when the calendar agrees with the task. The agreement is noted before the task can change again. */
function nextMove({ context, calendarId, appUrl }: CalendarRoom, taskId: string): Promise<Move | undefined> {
  const { companyId, work } = context
  return work(async (db) => {
    const { entry: stored, due, isGone } = await takeTask(db, companyId, taskId)
    // An event of another calendar is out of reach: that account is not connected any more.
    const entry = stored.calendarId === calendarId ? stored : { ...stored, isTried: false, etag: null, sent: null }
    const link = `${appUrl}/tasks/${taskId}?company=${companyId}`
    const event = due && JSON.stringify(eventOf(due, { id: taskId, link }))
    if (event === null ? !entry.isTried : entry.sent === event) {
      if (isGone) await dropEntry(db, companyId, taskId)
      else await saveEntry(db, companyId, taskId, { isChanged: false })
      return
    }
    // Noted before the call: if its answer gets lost, an event may stand there.
    if (!entry.isTried)
      await saveEntry(db, companyId, taskId, { calendarId, isTried: true, etag: null, sent: null, url: null })
    return { entry, event }
  })
}

async function act(room: CalendarRoom, taskId: string, { entry, event }: Move): Promise<void> {
  const { companyId, work } = room.context
  const note = (changes: EntryChanges) => work((db) => saveEntry(db, companyId, taskId, changes, entry))
  const id = eventIdOf(taskId, entry.generation)
  const gone = goneAfter(entry)

  if (event === null) {
    const outcome = await removeEvent(room, id, entry.etag)
    // This call removed the event: notes of another worker about it no longer hold.
    if (outcome === 'removed') return work((db) => saveEntry(db, companyId, taskId, gone))
    return outcome === 'gone' ? note(gone) : note(entryChangesOf(await readEvent(room, id), gone))
  }
  const wanted = JSON.parse(event) as ReturnType<typeof eventOf>
  const current =
    entry.etag === null ? await insertEvent(room, id, wanted) : await changeEvent(room, id, wanted, entry.etag)
  if (typeof current === 'object') return note({ ...current, sent: event })
  await note(current === 'gone' ? gone : entryChangesOf(await readEvent(room, id), gone))
}

const goneAfter = ({ generation }: CalendarEntry): EntryChanges => ({
  ...{ isTried: false, etag: null, sent: null, url: null, generation: generation + 1 },
})

/** The entry after a look at the event: the next round changes or removes it. */
const entryChangesOf = (current: EventLookup, gone: EntryChanges): EntryChanges =>
  typeof current === 'object' ? { ...current, sent: null } : gone
