import { z } from 'zod'
import type { CallContext, Connection } from '../provider.ts'
import { ServiceError } from '../service-error.ts'
import { askCalendar } from './google-call.ts'

const Calendar = z.object({
  id: z.string(),
  summary: z.string(),
  accessRole: z.string(),
  primary: z.boolean().optional(),
})
const CalendarList = z.object({ items: z.array(Calendar) })

/** The calendar that is configured, by name or id; without one, the main calendar of the account. @throws {ServiceError} when it cannot be written */
export async function findCalendar(connection: Connection, context: CallContext): Promise<z.infer<typeof Calendar>> {
  const question = { operation: 'Find the calendar', path: 'users/me/calendarList', shape: CalendarList }
  const { items } = await askCalendar(connection, context, question)
  const wanted = connection.config.calendar_name
  const found = items.find(({ id, summary, primary }) => (wanted ? [id, summary].includes(wanted) : primary))
  if (!found) {
    const names = items.map(({ summary }) => summary)
    throw new ServiceError(`There is no calendar named ${wanted ?? 'primary'}. This account has: ${names.join(', ')}`)
  }
  if (!['writer', 'owner'].includes(found.accessRole))
    throw new ServiceError(`The calendar ${found.summary} can be read, but not written`)
  return found
}
