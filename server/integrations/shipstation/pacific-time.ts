import { CalendarDay } from 'contract/calendar-day.ts'
import { instantsOf, wallTimeOf } from 'contract/time-clock/zoned-time.ts'

/** Version 1 writes and reads times of the Pacific coast, without saying so. */
const zone = 'America/Los_Angeles'

/** '2026-11-20T16:00:00.0000000' of version 1, as an ISO time in UTC; null when it is no time. Of an hour that occurs twice it takes the earlier one. */
export function fromPacific(text: string): string | null {
  const wall = /^\d{4}-\d\d-\d\dT(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d/.exec(text)?.[0]
  // An unset time of its makers is 0001-01-01.
  if (!wall || !CalendarDay.safeParse(wall.slice(0, 10)).success) return null
  // A wall time that the clocks skip is read as winter time.
  return instantsOf(wall, zone)[0] ?? new Date(`${wall}-08:00`).toISOString()
}

/** An ISO time as version 1 takes it: '2026-11-20 16:00:00'. */
export const toPacific = (at: string): string => wallTimeOf(at, zone).replace('T', ' ')
