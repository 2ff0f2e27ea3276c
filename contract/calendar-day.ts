import { z } from 'zod'

/** Years in which every midnight, in any time zone, has four digits. */
const years = { from: '0002-01-01', to: '9998-12-31' }

/** A day of the calendar as text, 2026-11-21, without a time zone. */
export const CalendarDay = z.iso
  .date('Must be a date like 2026-11-21')
  .refine((on) => on >= years.from && on <= years.to, { error: 'Must be a date like 2026-11-21' })

/** A moment as text with its offset: 2026-11-21T08:30:00Z. */
export const Instant = z.iso
  .datetime({ offset: true, error: 'Must be a time like 2026-11-21T08:30:00Z' })
  .refine((at) => at >= years.from && at <= years.to, { error: 'Must be a time like 2026-11-21T08:30:00Z' })
