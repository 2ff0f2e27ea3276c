import type { Fields } from '../catalogue.ts'

/** The catalogue of tasks: what the list, its orders, its file and the timeline call their fields. */
export const taskFields = {
  title: { label: 'Title', kind: 'text', sort: 'stored', isSearched: true, list: 'shown' },
  status: { label: 'Status', kind: 'choice', sort: 'stored', isFilter: true, list: 'shown' },
  priority: { label: 'Priority', kind: 'choice', sort: 'stored', isFilter: true, list: 'shown' },
  assigneeName: { label: 'Assignee', kind: 'text', sort: 'derived', list: 'shown' },
  assignerName: { label: 'Assigned by', kind: 'text', list: 'optional' },
  dueOn: { label: 'Due', kind: 'day', sort: 'stored', list: 'shown' },
  createdAt: { label: 'Created', kind: 'time', sort: 'stored', list: 'shown' },
  completedAt: { label: 'Completed', kind: 'time', sort: 'stored', list: 'optional' },
  description: { label: 'Description', kind: 'text', isSearched: true, list: 'optional' },
  assignedTo: { label: 'Assignee', kind: 'link', isFilter: true },
  assignedBy: { label: 'Assigned by', kind: 'link', isFilter: true },
  sopId: { label: 'SOP', kind: 'link', linksTo: 'sops' },
  sopVersion: { label: 'SOP version', kind: 'count' },
} as const satisfies Fields
