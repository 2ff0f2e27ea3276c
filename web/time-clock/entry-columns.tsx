import type { ListedTimeEntry, TimeEntryPage } from 'contract/time-clock/time-entries.ts'
import { hoursAndMinutes, ticking } from 'contract/time-clock/worked-time.ts'
import type { Column } from '../shared/columns.ts'
import { timeIn } from './company-time.ts'
import { EntryMarks } from './entry-marks.tsx'
import { useServerClock } from './server-clock.ts'
import classes from './time-clock.module.css'

/**
 * The columns of the entries.
 * @param receivedAt when the page came, by the browser's clock: open entries go on from there
 * @param hasPerson shows whose they are
 */
export function entryColumns(
  page: TimeEntryPage | undefined,
  receivedAt: number,
  hasPerson: boolean,
): Column<ListedTimeEntry>[] {
  const at = (time: string, day: string | undefined) => (page ? timeIn(page.timeZone, time, day) : '')
  const width = hasPerson ? '10rem' : '22%'
  const person: Column<ListedTimeEntry> = {
    key: 'userName',
    title: 'Person',
    isSortable: true,
    cell: ({ userName }) => userName ?? 'No name',
  }
  return [
    ...(hasPerson ? [person] : []),
    { key: 'startedAt', title: 'Start', isSortable: true, width, cell: (entry) => at(entry.startedAt, page?.from) },
    {
      key: 'endedAt',
      title: 'End',
      width,
      cell: ({ endedAt }) => (endedAt ? at(endedAt, page?.to) : <span className={classes.open}>Clocked in</span>),
    },
    {
      key: 'seconds',
      title: 'Worked',
      isSortable: true,
      isNumeric: true,
      width: '7rem',
      cell: ({ endedAt, seconds, startedAt }) =>
        endedAt === null && page ? (
          <Running startedAt={startedAt} now={page.now} receivedAt={receivedAt} />
        ) : (
          hoursAndMinutes(seconds)
        ),
    },
    { key: 'notes', title: 'Notes', cell: (entry) => <Notes entry={entry} /> },
  ]
}

/** Ticks by itself, so that the table need not. */
function Running({ startedAt, now, receivedAt }: { startedAt: string; now: string; receivedAt: number }) {
  const time = useServerClock(now, receivedAt)
  return ticking(((time ?? 0) - Date.parse(startedAt)) / 1_000)
}

function Notes({ entry }: { entry: ListedTimeEntry }) {
  // Nothing at all: on phones an empty cell is left out.
  if (!entry.notes && !entry.isEdited && !entry.isEndedBySystem) return null
  return (
    <span className={classes.notes}>
      <EntryMarks entry={entry} />
      <span title={entry.notes ?? undefined}>{entry.notes}</span>
    </span>
  )
}
