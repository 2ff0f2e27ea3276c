import { wallTimeOf } from 'contract/time-clock/zoned-time.ts'

/** The first and the last day of the month before this one, by the clock of the company: it may be the next month there already. */
export function lastMonthIn(timeZone: string, now = new Date().toISOString()): { from: string; to: string } {
  const [year = 0, month = 0] = wallTimeOf(now, timeZone).split('-').map(Number)
  const day = (monthIndex: number, of: number) => new Date(Date.UTC(year, monthIndex, of)).toISOString().slice(0, 10)
  return { from: day(month - 2, 1), to: day(month - 1, 0) }
}
