const minute = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  year: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** 'Nov 21, 2026, 8:42 AM'. @param at an ISO time */
export const formatTime = (at: string): string => minute.format(new Date(at))
