import { z } from 'zod'

/** Years in which every midnight, in any time zone, has four digits. */
const years = { from: '0002-01-01', to: '9998-12-31' }

/** A day of the calendar as text, 2026-11-21, without a time zone. */
export const CalendarDay = z.iso
  .date('Must be a date like 2026-11-21')
  .refine((on) => on >= years.from && on <= years.to, { error: 'Must be a date like 2026-11-21' })

/**
 * A moment as text with its offset, which PostgreSQL takes up to 15:59.
 * @param error the sentence for every other text
 */
export const instant = (error: string) =>
  z.iso
    .datetime({ offset: true, error, abort: true })
    .refine((at) => at >= years.from && at <= years.to && !/[+-](1[6-9]|2\d):\d\d$/.test(at), { error })

/** A moment as text with its offset: 2026-11-21T08:30:00Z. */
export const Instant = instant('Must be a time like 2026-11-21T08:30:00Z')
