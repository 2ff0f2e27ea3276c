import type { ListedTimeEntry, TimeEntryPage } from 'contract/time-clock/time-entries.ts'
import { hoursAndMinutes, ticking } from 'contract/time-clock/worked-time.ts'
import type { Column } from '../shared/data-table.tsx'
import { timeIn } from './company-time.ts'
import { EntryMarks } from './entry-marks.tsx'
import classes from './time-clock.module.css'

/** The columns of the entries. @param now the server's clock, for those that are open; @param hasPerson shows whose they are */
export function entryColumns(
  page: TimeEntryPage | undefined,
  now: number | null,
  hasPerson: boolean,
): Column<ListedTimeEntry>[] {
  const at = (time: string, day: string | undefined) => (page ? timeIn(page.timeZone, time, day) : '')
  const start: Column<ListedTimeEntry> = {
    key: 'startedAt',
    title: 'Start',
    isSortable: true,
    width: hasPerson ? '10rem' : '22%',
    cell: (entry) => at(entry.startedAt, page?.from),
  }
  return [
    ...(hasPerson
      ? [
          {
            key: 'userName',
            title: 'Person',
            isSortable: true,
            cell: ({ userName }: ListedTimeEntry) => userName ?? 'No name',
          },
        ]
      : []),
    start,
    {
      key: 'endedAt',
      title: 'End',
      width: hasPerson ? '10rem' : '22%',
      cell: ({ endedAt }) => (endedAt ? at(endedAt, page?.to) : <span className={classes.open}>Clocked in</span>),
    },
    {
      key: 'seconds',
      title: 'Worked',
      isSortable: true,
      isNumeric: true,
      width: '7rem',
      cell: (entry) =>
        entry.endedAt === null && now !== null
          ? ticking((now - Date.parse(entry.startedAt)) / 1_000)
          : hoursAndMinutes(entry.seconds),
    },
    {
      key: 'notes',
      title: 'Notes',
      cell: (entry) => (
        <span className={classes.notes}>
          <EntryMarks entry={entry} />
          <span title={entry.notes ?? undefined}>{entry.notes}</span>
        </span>
      ),
    },
  ]
}
