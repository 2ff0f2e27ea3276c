import { instantsOf, offsetNameOf, wallTimeOf } from 'contract/time-clock/zoned-time.ts'

// Times in the company's time zone, wherever the reader is (product.md 10).

/**
 * '8:42 AM'; preceded by the day if that differs from `onDay`. In the hour that occurs twice in autumn it says which one: '1:30 AM GMT-5'.
 * @param at an ISO time; @param onDay '2026-11-21'
 */
export function timeIn(timeZone: string, at: string, onDay?: string): string {
  const wall = wallTimeOf(at, timeZone)
  const isTwice = instantsOf(wall, timeZone).length > 1
  const shown = format(timeZone, { hour: 'numeric', minute: '2-digit' }).format(new Date(at))
  const time = isTwice ? `${shown} ${offsetNameOf(at, timeZone)}` : shown
  return onDay && wall.slice(0, 10) === onDay ? time : `${dayIn(timeZone, at)}, ${time}`
}

/** '8:42:05 AM' */
export const clockIn = (timeZone: string, at: number): string =>
  format(timeZone, { hour: 'numeric', minute: '2-digit', second: '2-digit' }).format(at)

/** 'Saturday, November 21' */
export const longDayIn = (timeZone: string, at: number): string =>
  format(timeZone, { weekday: 'long', month: 'long', day: 'numeric' }).format(at)

const dayIn = (timeZone: string, at: string) =>
  format(timeZone, { month: 'short', day: 'numeric' }).format(new Date(at))

/** 'Sat, Nov 21, 2026'. @param on a date: 2026-11-21 */
export const dayName = (on: string): string =>
  format('UTC', { weekday: 'short', month: 'short', day: 'numeric', year: 'numeric' }).format(
    new Date(`${on}T12:00:00Z`),
  )

/** The date so many days later. @param on '2026-11-21' */
export const addDays = (on: string, days: number): string =>
  new Date(Date.parse(`${on}T12:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

const formats = new Map<string, Intl.DateTimeFormat>()

function format(timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${timeZone} ${Object.keys(options)}`
  const formatter = formats.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, ...options })
  formats.set(key, formatter)
  return formatter
}
