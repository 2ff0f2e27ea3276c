import type { Fields } from '../catalogue.ts'

/** The catalogue of SOPs: what the list, its orders, its file and the timeline call their fields. `files`: how many, the video not counted. */
export const sopFields = {
  title: { label: 'Title', kind: 'text', sort: 'stored', isSearched: true, list: 'shown' },
  type: { label: 'Type', kind: 'choice', sort: 'stored', isFilter: true, list: 'shown' },
  stage: { label: 'Stage', kind: 'choice', sort: 'stored', isFilter: true, list: 'shown' },
  visibility: { label: 'Visibility', kind: 'choice', sort: 'stored', isFilter: true, list: 'shown' },
  status: { label: 'Status', kind: 'choice', sort: 'stored', isFilter: true, list: 'shown' },
  files: { label: 'Files', kind: 'quantity', list: 'shown' },
  createdAt: { label: 'Created', kind: 'time', sort: 'stored', list: 'shown' },
  updatedAt: { label: 'Changed', kind: 'time', sort: 'stored' },
  reviewOn: { label: 'Review', kind: 'day', list: 'optional' },
  description: { label: 'Description', kind: 'text', isSearched: true, list: 'optional' },
  content: { label: 'Content', kind: 'text', isSearched: true },
  videoUrl: { label: 'Video', kind: 'web address' },
} as const satisfies Fields
