/** Events of tasks as the Calendar API knows them: https://developers.google.com/workspace/calendar/api/v3/reference/events */
import { taskPriorityLabels, taskStatusLabels } from 'contract/tasks/tasks.ts'
import { z } from 'zod'
import type { DueTask } from '../../tasks/public.ts'
import { answerOf } from '../calls/service-call.ts'
import { ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'
import { callCalendar } from './google-call.ts'

/**
 * The id of a task's event. Google accepts ids of 5 to 1,024 letters of base32hex (0-9, a-v), and each id only once, even after its event was deleted:
 * hence the generation.
 */
export const eventIdOf = (taskId: string, generation: number): string => `sbr${taskId.replaceAll('-', '')}${generation}`

/** An all-day event has no time zone, and ends on the day after. It blocks nobody's time. */
export const eventOf = (task: DueTask, { id, link }: { id: string; link: string }) => ({
  summary: task.title,
  description: [
    ...(task.description ? [escaped(task.description), ''] : []),
    `${taskStatusLabels[task.status]} · ${taskPriorityLabels[task.priority]} priority`,
  ].join('\n'),
  start: { date: task.dueOn },
  end: { date: dayAfter(task.dueOn) },
  transparency: 'transparent',
  source: { title: 'SBR Operations', url: link },
  extendedProperties: { private: { taskId: id } },
})

/** Google shows a description as HTML: text that looks like a tag would disappear, and a link could be planted. The title is plain text there. */
function escaped(text: string): string {
  let written = ''
  for (const letter of text) {
    const next = entities[letter] ?? letter
    if (written.length + next.length > longest) return `${written}…`
    written += next
  }
  return written
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** Google takes 8,192 characters; our own line follows. */
const longest = 8_000

export type CalendarEvent = ReturnType<typeof eventOf>

const dayAfter = (day: string) => new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10)

const Saved = z.object({ etag: z.string(), status: z.string().optional(), htmlLink: z.string().optional() })

/** An event in the calendar; `url` leads people to it. */
export type EventState = { etag: string; url: string | null }

/** What a call found. 'taken': the id was used before; 'changed': somebody changed the event since the caller read it. */
export type EventLookup = EventState | 'gone' | 'taken' | 'changed'

type Place = { connection: Connection; context: CallContext & { signal?: AbortSignal }; calendarId: string }

const eventsOf = (calendarId: string) => `calendars/${encodeURIComponent(calendarId)}/events`

/** Google sends nobody a mail: the people of the company have the task itself. */
export async function insertEvent(place: Place, id: string, event: CalendarEvent): Promise<EventState | 'taken'> {
  const { connection, context, calendarId } = place
  const path = `${eventsOf(calendarId)}?sendUpdates=none`
  const answer = await callCalendar(connection, context, {
    ...{ operation: 'Add an event', method: 'POST', path, body: { id, ...event }, expects: [404, 409] },
  })
  if (answer.status === 404) throw new CalendarLost()
  return answer.status === 409 ? 'taken' : standingOf(answerOf(answer, Saved, 'Google'))
}

/** A change leaves what it does not name, and a null clears: an event that somebody moved to an hour, or let repeat, is a whole day again. */
export async function changeEvent(place: Place, id: string, event: CalendarEvent, etag: string): Promise<EventLookup> {
  const wholeDay = { dateTime: null, timeZone: null }
  const body = {
    ...event,
    ...{ start: { ...event.start, ...wholeDay }, end: { ...event.end, ...wholeDay }, recurrence: null },
  }
  return foundBy(place, { operation: 'Change an event', method: 'PATCH', body, ifMatch: etag }, id)
}

/** @param etag null: removes the event in whatever state it is */
export async function removeEvent(
  place: Place,
  id: string,
  etag: string | null,
): Promise<'removed' | 'gone' | 'changed'> {
  const { connection, context, calendarId } = place
  const answer = await callCalendar(connection, context, {
    ...{ operation: 'Remove an event', method: 'DELETE', ifMatch: etag, expects: [404, 410, 412] },
    path: `${eventsOf(calendarId)}/${id}?sendUpdates=none`,
  })
  if (answer.status === 412) return 'changed'
  if (answer.status === 404) await expectCalendar(place)
  return answer.status < 300 ? 'removed' : 'gone'
}

export const readEvent = (place: Place, id: string): Promise<EventLookup> =>
  foundBy(place, { operation: 'Look at an event', method: 'GET' }, id)

type Asked = { operation: string; method: 'GET' | 'PATCH'; body?: object; ifMatch?: string }

async function foundBy(place: Place, request: Asked, id: string): Promise<EventLookup> {
  const { connection, context, calendarId } = place
  const path = `${eventsOf(calendarId)}/${id}${request.method === 'GET' ? '' : '?sendUpdates=none'}`
  const answer = await callCalendar(connection, context, { ...request, path, expects: [404, 410, 412] })
  if (answer.status === 412) return 'changed'
  if (answer.status === 404) await expectCalendar(place)
  if (answer.status >= 300) return 'gone'
  const saved = answerOf(answer, Saved, 'Google')
  // Somebody deleted the event in the calendar. Google keeps it for a while, and even lets it be changed.
  return saved.status === 'cancelled' ? 'gone' : standingOf(saved)
}

/** The calendar was deleted, or is not shared with this account any more. */
export class CalendarLost extends ServiceError {
  constructor() {
    super('The calendar is not there any more: press Sync Now')
  }
}

/** A 404 says that the event is gone, or that the whole calendar is out of reach: then its events may stand there all the same. @throws {CalendarLost} */
async function expectCalendar({ connection, context, calendarId }: Place): Promise<void> {
  const path = `${eventsOf(calendarId)}?maxResults=1`
  const question = { operation: 'Look for the calendar', method: 'GET', path, expects: [404] } as const
  const { status } = await callCalendar(connection, context, question)
  if (status === 404) throw new CalendarLost()
}

const standingOf = ({ etag, htmlLink }: z.infer<typeof Saved>): EventState => ({
  etag,
  url: htmlLink?.startsWith('https://') ? htmlLink.slice(0, 2_000) : null,
})
