import type { TimeSheet, TimeSheetRow } from 'contract/time-clock/time-sheets.ts'
import { type Column, sheetFrom, type TableSheet } from '../platform/spreadsheet/send-table.ts'

type Day = { name: string; on: string; seconds: number }

/** In whole minutes, as the screens show it: a person adds up what can be seen. */
const shown = (seconds: number) => Math.trunc(seconds / 60) * 60
const hours = (seconds: number | null) => (seconds === null ? null : shown(seconds) / 3_600)

const dayColumns: Column<Day>[] = [
  { title: 'Person', kind: 'text', width: 26, value: ({ name }) => name },
  { title: 'Date', kind: 'day', value: ({ on }) => on },
  { title: 'Worked', kind: 'duration', value: ({ seconds }) => shown(seconds) },
  { title: 'Hours', kind: 'decimal', value: ({ seconds }) => hours(seconds) },
]

const totalColumns: Column<TimeSheetRow>[] = [
  { title: 'Person', kind: 'text', width: 26, value: nameOf },
  { title: 'Worked', kind: 'duration', value: ({ workedSeconds }) => shown(workedSeconds) },
  { title: 'Worked Hours', kind: 'decimal', width: 14, value: ({ workedSeconds }) => hours(workedSeconds) },
  { title: 'Break Hours', kind: 'decimal', width: 14, value: ({ breakSeconds }) => hours(breakSeconds) },
  { title: 'Agreed Hours', kind: 'decimal', width: 14, value: ({ agreedSeconds }) => hours(agreedSeconds) },
  { title: 'Overtime Hours', kind: 'decimal', width: 16, value: ({ balanceSeconds }) => hours(balanceSeconds) },
  { title: 'Open Entries', kind: 'count', width: 14, value: ({ openCount }) => openCount },
  { title: 'Open Proposals', kind: 'count', width: 16, value: ({ proposalCount }) => proposalCount },
]

/** The sheet of a period as a file: a row for each person and day with work, and the totals of each person. */
export const tableOf = ({ from, rows }: TimeSheet): [TableSheet, TableSheet] => [
  sheetFrom(
    'Days',
    dayColumns,
    rows.flatMap((row) => daysOf(row, from)),
  ),
  sheetFrom('Totals', totalColumns, rows),
]

const daysOf = (row: TimeSheetRow, from: string): Day[] =>
  row.days
    .map((seconds, place) => ({ name: nameOf(row), on: dayAfter(from, place), seconds }))
    .filter(({ seconds }) => seconds > 0)

const dayAfter = (from: string, days: number) =>
  new Date(Date.parse(`${from}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)

function nameOf({ userName }: { userName: string | null }): string {
  return userName ?? 'No name'
}
