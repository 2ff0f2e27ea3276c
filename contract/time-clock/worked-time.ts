/** '7 h 32 m', '12 m', '0 m': hours and minutes, as in product.md 9. @param seconds rounded down to minutes */
export function hoursAndMinutes(seconds: number): string {
  const minutes = Math.floor(Math.max(0, seconds) / 60)
  const hours = Math.floor(minutes / 60)
  return hours > 0 ? `${hours.toLocaleString('en-US')} h ${minutes % 60} m` : `${minutes} m`
}

/**
 * '7:32', '-0:05', '+1:00': hours and minutes in a narrow column.
 * @param seconds rounded towards zero to minutes; @param hasPlus marks what is above zero, too
 */
export function signedHours(seconds: number, hasPlus = false): string {
  const minutes = Math.floor(Math.abs(seconds) / 60)
  const sign = minutes === 0 ? '' : seconds < 0 ? '-' : hasPlus ? '+' : ''
  return `${sign}${Math.floor(minutes / 60).toLocaleString('en-US')}:${String(minutes % 60).padStart(2, '0')}`
}

/** '7 h 32 m', or '7 m of 14 m' when only a part of the time lies in the period. Both in seconds. */
export const workedShare = (inPeriod: number, whole: number): string =>
  inPeriod === whole ? hoursAndMinutes(whole) : `${hoursAndMinutes(inPeriod)} of ${hoursAndMinutes(whole)}`

/** Whether an open entry is longer than a shift: the person probably forgot to clock out. @param now an ISO time or milliseconds */
export const isTooLong = (startedAt: string, now: string | number, shiftHours: number): boolean =>
  new Date(now).getTime() - Date.parse(startedAt) > shiftHours * 3_600_000

type OpenEntry = {
  startedAt: string
  breaks: readonly { startedAt: string; endedAt: string }[]
  breakStartedAt: string | null
  areBreaksPaid: boolean
}

/** What an open entry has worked until a moment, as app.worked_seconds but not rounded down. @param now milliseconds */
export function secondsWorked({ startedAt, breaks, breakStartedAt, areBreaksPaid }: OpenEntry, now: number): number {
  const end = areBreaksPaid || breakStartedAt === null ? now : Date.parse(breakStartedAt)
  const paused = areBreaksPaid
    ? 0
    : breaks.reduce((sum, each) => sum + Date.parse(each.endedAt) - Date.parse(each.startedAt), 0)
  return Math.max(0, end - Date.parse(startedAt) - paused) / 1_000
}

/** '7:32:05', for a running clock. */
export function ticking(seconds: number): string {
  const whole = Math.floor(Math.max(0, seconds))
  const two = (value: number) => String(value).padStart(2, '0')
  return `${Math.floor(whole / 3_600)}:${two(Math.floor(whole / 60) % 60)}:${two(whole % 60)}`
}
