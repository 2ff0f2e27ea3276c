import { addDays } from '../company-time.ts'

/** The period of a sheet in its address: a week or a month, default a week, and a day in it, default today. */
export type SheetSearch = { view?: 'month'; on?: string; userId?: string }

export const sheetSearch = ({ view, on, userId }: Record<string, unknown>): SheetSearch => ({
  ...(view === 'month' && { view }),
  ...(typeof on === 'string' && /^\d{4}-\d\d-\d\d$/.test(on) && !Number.isNaN(Date.parse(on)) && { on }),
  ...(typeof userId === 'string' && { userId }),
})

export type SheetPeriod = { from: string; to: string; before: string; after: string; name: string }

/** The week from Monday, or the month, in which a day lies. `before`, `after`: a day of the period before and after. @param on '2026-11-21' */
export function periodOf(view: 'week' | 'month', on: string): SheetPeriod {
  if (view === 'month') {
    const from = `${on.slice(0, 8)}01`
    const after = `${addDays(from, 31).slice(0, 8)}01`
    return {
      from,
      to: addDays(after, -1),
      before: addDays(from, -1),
      after,
      name: named(from, { month: 'long', year: 'numeric' }),
    }
  }
  const from = addDays(on, -((new Date(`${on}T12:00:00Z`).getUTCDay() + 6) % 7))
  const to = addDays(from, 6)
  const short = { month: 'short', day: 'numeric' } as const
  return {
    from,
    to,
    before: addDays(from, -1),
    after: addDays(to, 1),
    name: `${named(from, short)} – ${named(to, { ...short, year: 'numeric' })}`,
  }
}

/** The period if it is over, otherwise the last week or month that is over: one that can be locked. */
export function lastOver(view: 'week' | 'month', period: SheetPeriod, today: string): SheetPeriod {
  const latest = periodOf(view, period.from < today ? period.from : today)
  return latest.to < today ? latest : periodOf(view, latest.before)
}

/** The days between two days, both included. */
export const daysFrom = (from: string, to: string): string[] => {
  const days: string[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) days.push(day)
  return days
}

/** 'Mon', '1': the head of a day. */
export const weekdayOf = (on: string): string => named(on, { weekday: 'short' })

/** How many days after Monday a day is: 0 to 6. */
export const placeInWeek = (on: string): number => (new Date(`${on}T12:00:00Z`).getUTCDay() + 6) % 7

const named = (on: string, options: Intl.DateTimeFormatOptions) =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', ...options }).format(new Date(`${on}T12:00:00Z`))
