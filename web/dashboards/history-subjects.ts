/** What the chart of the last 90 days can show. */
export const subjects = { value: 'Value', stock: 'Stock', tasks: 'Tasks', hours: 'Hours', revenue: 'Revenue' } as const
export type Subject = keyof typeof subjects
