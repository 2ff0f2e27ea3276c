import { formatDate } from '../format/dates.ts'

/** What charts with a point for each day share. */
export const byDay = {
  dataKey: 'day',
  xAxisProps: { minTickGap: 48, tickFormatter: (day: string) => formatDate(day).replace(/, \d+$/, '') },
  // Also called before anything is pointed at: then there is no day.
  tooltipProps: { labelFormatter: (day: unknown) => (typeof day === 'string' && day ? formatDate(day) : '') },
  tickLine: 'none',
  gridAxis: 'x',
} as const

/** Otherwise the keyboard would stop at a picture that is not read out. */
export const unread = { accessibilityLayer: false }
