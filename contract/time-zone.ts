import { z } from 'zod'

/**
 * A time zone by its IANA name. Offsets are refused: PostgreSQL reads their sign the other way round. Abbreviations are refused too: IST is
 * India's time to browsers and Israel's to PostgreSQL.
 */
export const TimeZone = z
  .string({ error: 'Choose a time zone' })
  .max(100)
  .refine(isTimeZone, { error: 'Must be a time zone like America/New_York' })

function isTimeZone(name: string): boolean {
  if (!/^(UTC|GMT|[A-Za-z][A-Za-z_]*(\/[A-Za-z0-9_+-]+)+)$/.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}
