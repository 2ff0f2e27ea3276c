import type { Fields } from '../catalogue.ts'

/** The catalogue of time entries. `seconds`: worked within the period; files have hours. */
export const timeEntryFields = {
  userName: { label: 'Person', kind: 'text', sort: 'derived', list: 'shown' },
  startedAt: { label: 'Start', kind: 'moment', sort: 'stored', list: 'shown' },
  endedAt: { label: 'End', kind: 'moment', list: 'shown' },
  seconds: { label: 'Worked', kind: 'hours', sort: 'derived', list: 'shown' },
  breakSeconds: { label: 'Break', kind: 'hours', list: 'shown' },
  notes: { label: 'Notes', kind: 'text', isSearched: true, list: 'shown' },
} as const satisfies Fields
