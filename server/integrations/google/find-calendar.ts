import { cleanLine } from 'contract/text.ts'
import { z } from 'zod'
import { readable } from '../calls/service-call.ts'
import { ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'
import { askCalendar } from './google-call.ts'

/** `summaryOverride`: the name that the person gave a calendar of somebody else; they know it by that one. */
const Calendar = z.object({
  id: z.string(),
  summary: z.string().nullish(),
  summaryOverride: z.string().nullish(),
  accessRole: z.string(),
  primary: z.boolean().nullish(),
})
type Calendar = z.infer<typeof Calendar>
const CalendarList = z.object({ items: readable(Calendar).default([]), nextPageToken: z.string().nullish() })

/**
 * The calendar that is configured, by name or id; without one, the main calendar of the account.
 * @param lastId the id of the one that was found before: it stays the same one when somebody renames it, or makes another one of its name
 * @throws {ServiceError} when there is none, or it cannot be written
 */
export async function findCalendar(
  connection: Connection,
  context: CallContext,
  lastId: string | null = null,
): Promise<{ id: string; name: string }> {
  const items = await listCalendars(connection, context)
  const wanted = connection.config.calendar_name
  const named = items.filter((each) => (wanted ? isNamed(each, wanted) : each.primary))
  // Several may have one name: the one that can be written is meant.
  const calendar =
    (wanted ? items.find(({ id }) => id === lastId) : undefined) ??
    named.find(({ id }) => id === wanted) ??
    named.find(isWritable) ??
    named[0]
  if (!calendar) {
    const problem = wanted ? `There is no calendar named ${wanted}` : 'There is no main calendar'
    throw new ServiceError(`${problem}. This account has: ${listed(items.map(nameOf))}`)
  }
  if (!isWritable(calendar)) throw new ServiceError(`The calendar ${nameOf(calendar)} can be read, but not written`)
  return { id: calendar.id, name: nameOf(calendar) }
}

const nameOf = ({ id, summary, summaryOverride }: Calendar) => cleanLine(summaryOverride || summary || id)
const isNamed = ({ id, summary, summaryOverride }: Calendar, wanted: string) =>
  [id, summary, summaryOverride].includes(wanted)
const isWritable = ({ accessRole }: Calendar) => accessRole === 'writer' || accessRole === 'owner'

const shown = 20
const listed = (names: string[]) =>
  names.length > shown
    ? `${names.slice(0, shown).join(', ')} and ${names.length - shown} more`
    : names.join(', ') || 'none'

/** Nobody has more calendars than this; a list that goes on is no list. */
const mostPages = 40

/** All calendars of the account, also those that the person hides from their list. */
async function listCalendars(connection: Connection, context: CallContext): Promise<Calendar[]> {
  const all: Calendar[] = []
  let next: string | undefined
  for (let page = 0; page < mostPages; page += 1) {
    const query = new URLSearchParams({ maxResults: '250', showHidden: 'true', ...(next && { pageToken: next }) })
    const path = `users/me/calendarList?${query}`
    const answer = await askCalendar(connection, context, {
      ...{ operation: 'Find the calendar', path, shape: CalendarList },
    })
    all.push(...answer.items)
    if (!answer.nextPageToken) return all
    next = answer.nextPageToken
  }
  throw new ServiceError(`Google lists more than ${all.length.toLocaleString('en-US')} calendars without an end`)
}
