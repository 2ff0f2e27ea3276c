import type { FileColumns } from '../list-files.ts'

/** What a file of people can show of them. */
export const personColumns = {
  name: { title: 'User', kind: 'text' },
  email: { title: 'Email', kind: 'text' },
  role: { title: 'Role', kind: 'text' },
  companyName: { title: 'Company', kind: 'text' },
  status: { title: 'Status', kind: 'text' },
  createdAt: { title: 'Created', kind: 'day' },
} as const satisfies FileColumns
