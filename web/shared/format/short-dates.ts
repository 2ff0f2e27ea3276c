import { format, formatDay } from './dates.ts'

const clock = { hour: 'numeric', minute: '2-digit' } as const
const dayAndClock = { month: 'short', day: 'numeric', ...clock } as const
const wholeMonth = { month: 'long', year: 'numeric' } as const

/** '8:42 AM', or with the day when it is another one than that of `now`: 'Nov 20, 8:42 AM'. @param at an ISO time */
export const formatClock = (at: string, timeZone: string, now: string): string =>
  format(formatDay(at, timeZone) === formatDay(now, timeZone) ? clock : dayAndClock, timeZone, at)

/** 'November 2026'. @param month 2026-11 */
export const formatMonth = (month: string): string => format(wholeMonth, 'UTC', `${month}-01T12:00:00Z`)
