import type { FileColumns } from '../list-files.ts'

/** What a file of time entries can show of them. `seconds`: hours worked within the period. */
export const timeEntryColumns = {
  userName: { title: 'Person', kind: 'text' },
  startedAt: { title: 'Start', kind: 'time' },
  endedAt: { title: 'End', kind: 'time' },
  seconds: { title: 'Worked Hours', kind: 'amount' },
  breakSeconds: { title: 'Break Hours', kind: 'amount' },
  notes: { title: 'Notes', kind: 'text' },
} as const satisfies FileColumns
