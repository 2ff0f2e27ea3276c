import { z } from 'zod'

/** Years in which every midnight, in any time zone, has four digits, and offsets that PostgreSQL knows: up to 15:59. */
const isStorable = (text: string) => text >= '0002' && text < '9999' && !/[+-](1[6-9]|2.):/.test(text)

const dayError = { error: 'Must be a date like 2026-11-21' }
const momentError = { error: 'Must be a time like 2026-11-21T08:30:00Z' }

/** A day of the calendar as text, 2026-11-21, without a time zone. */
export const CalendarDay = z.iso.date(dayError).refine(isStorable, dayError)

/** A moment as text with its offset: 2026-11-21T08:30:00Z. */
export const Instant = z.iso.datetime({ offset: true, ...momentError, abort: true }).refine(isStorable, momentError)
