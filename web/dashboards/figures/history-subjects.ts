/** The subjects of the chart of the last 90 days. */
export const subjects = { value: 'Value', stock: 'Stock', tasks: 'Tasks', hours: 'Hours', revenue: 'Revenue' } as const
export type Subject = keyof typeof subjects
