const minute = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Nov 21, 2026, 8:42 AM'. @param at an ISO time */
export const formatTime = (at: string): string => minute.format(new Date(at))

const day = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', year: 'numeric' })

/** 'Nov 21, 2026'. @param at an ISO time */
export const formatDay = (at: string): string => day.format(new Date(at))

/** 'Nov 21, 2026', whatever the zone of the reader. @param on a date: 2026-11-21 */
export const formatDate = (on: string): string => day.format(new Date(`${on}T12:00:00`))
