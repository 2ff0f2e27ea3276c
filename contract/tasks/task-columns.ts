import type { FileColumns } from '../list-files.ts'

/** What a file of tasks can show of them. */
export const taskColumns = {
  title: { title: 'Title', kind: 'text' },
  status: { title: 'Status', kind: 'text' },
  priority: { title: 'Priority', kind: 'text' },
  assigneeName: { title: 'Assignee', kind: 'text' },
  assignerName: { title: 'Assigned by', kind: 'text' },
  dueOn: { title: 'Due', kind: 'day' },
  createdAt: { title: 'Created', kind: 'day' },
  completedAt: { title: 'Completed', kind: 'day' },
  description: { title: 'Description', kind: 'text' },
} as const satisfies FileColumns
