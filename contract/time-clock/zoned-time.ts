/** Wall clock times ('2026-11-01T01:30') of a time zone, and the instants they name. */

/**
 * The time that a wall clock in a time zone shows at an instant.
 * @param at an ISO time; @returns '2026-11-01T01:30:00'
 */
export function wallTimeOf(at: string, timeZone: string): string {
  const { year, month, day, hour, minute, second } = partsOf(Date.parse(at), timeZone)
  return `${year}-${month}-${day}T${hour}:${minute}:${second}`
}

/**
 * The instants at which the clock of a zone shows a wall time. Usually one; none in the hour that is skipped when summer time begins; two,
 * the earlier first, in the hour that occurs twice when summer time ends.
 * @param wall '2026-11-01T01:30' or with seconds; @returns ISO times in UTC
 */
export function instantsOf(wall: string, timeZone: string): string[] {
  const asUtc = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d)?$/.test(wall) ? Date.parse(`${wall}Z`) : Number.NaN
  if (Number.isNaN(asUtc)) return []
  // A change of the clock lies within a day of the wall time, so only the offsets a day before and after it can apply.
  const offsets = [-dayMs, 0, dayMs].map((shift) => offsetAt(asUtc + shift, timeZone))
  const candidates = [...new Set(offsets)].map((offset) => asUtc - offset)
  return candidates
    .filter((instant) => instant + offsetAt(instant, timeZone) === asUtc)
    .sort((one, other) => one - other)
    .map((instant) => new Date(instant).toISOString())
}

/** How far the clock of a zone is ahead of UTC at an instant: 'GMT-4'. @param at an ISO time */
export const offsetNameOf = (at: string, timeZone: string): string =>
  new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'shortOffset' })
    .formatToParts(new Date(at))
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

const dayMs = 86_400_000

/** Milliseconds by which the clock of a zone is ahead of UTC. */
function offsetAt(instant: number, timeZone: string): number {
  const { year, month, day, hour, minute, second } = partsOf(instant, timeZone)
  const shown = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  return shown - Math.floor(instant / 1_000) * 1_000
}

type Part = 'year' | 'month' | 'day' | 'hour' | 'minute' | 'second'
const formats = new Map<string, Intl.DateTimeFormat>()

function partsOf(instant: number, timeZone: string): Record<Part, string> {
  let format = formats.get(timeZone)
  if (!format) {
    format = new Intl.DateTimeFormat('en-US', {
      ...{ timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit' },
      ...{ hour: '2-digit', minute: '2-digit', second: '2-digit' },
    } as Intl.DateTimeFormatOptions)
    formats.set(timeZone, format)
  }
  return Object.fromEntries(format.formatToParts(instant).map(({ type, value }) => [type, value])) as Record<
    Part,
    string
  >
}
