type Parts = Intl.DateTimeFormatOptions

const day: Parts = { month: 'short', day: 'numeric', year: 'numeric' }
const minute: Parts = { ...day, hour: 'numeric', minute: '2-digit' }
const zonedMinute: Parts = { ...minute, timeZoneName: 'short' }

const here = Intl.DateTimeFormat().resolvedOptions().timeZone

/** 'Nov 21, 2026, 8:42 AM'; with the zone ('EST') if the reader's own clock differs. @param at an ISO time */
export function formatTime(at: string, timeZone: string): string {
  const plain = format(minute, timeZone, at)
  return plain === format(minute, here, at) ? plain : formatZonedTime(at, timeZone)
}

/** 'Nov 21, 2026, 8:42 AM EST'. @param at an ISO time */
export const formatZonedTime = (at: string, timeZone: string): string => format(zonedMinute, timeZone, at)

/** 'Nov 21, 2026': the day in that zone. @param at an ISO time */
export const formatDay = (at: string, timeZone: string): string => format(day, timeZone, at)

/** 'Nov 21, 2026', whatever the zone of the reader. @param on a date: 2026-11-21 */
export const formatDate = (on: string): string => format(day, 'UTC', `${on}T12:00:00Z`)

const dayMs = 86_400_000
/** Further away a date says more than a number of days. */
const nearDays = 6
const namedDays: Record<number, string> = { [-1]: 'Yesterday', 0: 'Today', 1: 'Tomorrow' }

/** 'Tomorrow', 'In 3 days', '2 days ago'; more than 6 days away the date. @param on, today dates: 2026-11-21 */
export function nearDate(on: string, today: string): string {
  const away = Math.round((Date.parse(on) - Date.parse(today)) / dayMs)
  if (Math.abs(away) > nearDays) return formatDate(on)
  return namedDays[away] ?? (away > 0 ? `In ${away} days` : `${-away} days ago`)
}

/** @param at an ISO time */
export const format = (parts: Parts, timeZone: string, at: string) => formatterOf(parts, timeZone).format(new Date(at))

const formatters = new Map<string, Intl.DateTimeFormat>()

/** Cached: making a formatter costs far more than using it. */
function formatterOf(parts: Parts, timeZone: string): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.entries(parts)}`
  const formatter = formatters.get(key) ?? make(parts, timeZone)
  formatters.set(key, formatter)
  return formatter
}

/** A zone that this browser does not know yet is shown as UTC, with that name. */
function make(parts: Parts, timeZone: string): Intl.DateTimeFormat {
  try {
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone })
  } catch {
    return new Intl.DateTimeFormat('en-US', { ...parts, timeZone: 'UTC', ...(parts.hour && { timeZoneName: 'short' }) })
  }
}
