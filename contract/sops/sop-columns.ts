import type { FileColumns } from '../list-files.ts'

/** What a file of SOPs can show of them. `files`: how many, the video not counted. */
export const sopColumns = {
  title: { title: 'Title', kind: 'text' },
  type: { title: 'Type', kind: 'text' },
  stage: { title: 'Stage', kind: 'text' },
  visibility: { title: 'Visibility', kind: 'text' },
  status: { title: 'Status', kind: 'text' },
  files: { title: 'Files', kind: 'count' },
  createdAt: { title: 'Created', kind: 'day' },
  reviewOn: { title: 'Review', kind: 'day' },
  description: { title: 'Description', kind: 'text' },
} as const satisfies FileColumns
