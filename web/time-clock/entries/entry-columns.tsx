import { Badge } from '@mantine/core'
import type { ListedTimeEntry } from 'contract/time-clock/time-entries.ts'
import { timeEntryFields } from 'contract/time-clock/time-entry-fields.ts'
import { isTooLong, secondsWorked, ticking, workedShare } from 'contract/time-clock/worked-time.ts'
import { wallTimeOf } from 'contract/time-clock/zoned-time.ts'
import { type Column, headOf } from '../../shared/table/columns/columns.ts'
import { useServerClock } from '../clock/server-clock.ts'
import type { ShownEntry, ShownPage } from '../clock/waiting-entries.ts'
import { timeIn } from '../company-time.ts'
import classes from '../time-clock.module.css'
import { EntryMarks, isMarked } from './entry-marks.tsx'

/**
 * The columns of the entries.
 * @param receivedAt when the page arrived, by the browser's clock: open entries count on from there
 * @param hasPerson adds a column with the person
 */
export function entryColumns(
  page: ShownPage | undefined,
  receivedAt: number,
  hasPerson: boolean,
): Column<ShownEntry>[] {
  // Among entries of several days, each time says its day.
  const day = page?.from === page?.to ? page?.from : undefined
  const at = (time: string) => (page ? timeIn(page.timeZone, time, day) : '')
  const person: Column<ShownEntry> = {
    ...headOf(timeEntryFields, 'userName'),
    min: 8,
    cell: ({ userName }) => userName ?? 'No name',
  }
  return [
    ...(hasPerson ? [person] : []),
    {
      ...headOf(timeEntryFields, 'startedAt'),
      min: 6.5,
      text: ({ startedAt }) => at(startedAt),
      cell: (entry) => <Times entry={entry} at={at} page={page} />,
    },
    {
      ...headOf(timeEntryFields, 'endedAt'),
      min: 8,
      text: ({ endedAt }) => (endedAt ? at(endedAt) : ''),
      phone: 'off', // there the start says both
      cell: ({ endedAt, startedAt, breakStartedAt }) =>
        endedAt ? at(endedAt) : <Open startedAt={startedAt} breakStartedAt={breakStartedAt} page={page} />,
    },
    {
      ...headOf(timeEntryFields, 'seconds'),
      width: '9rem',
      phone: 'end',
      cell: (entry) =>
        entry.endedAt === null && page && isRunning(page) ? (
          <Running entry={entry} now={page.now} receivedAt={receivedAt} />
        ) : (
          workedShare(entry.secondsInPeriod, entry.seconds)
        ),
    },
    {
      ...headOf(timeEntryFields, 'notes'),
      min: 10,
      grows: true,
      leaves: 1,
      phone: 'under',
      cell: (entry) => <Notes entry={entry} />,
    },
  ]
}

type TimesProps = { entry: ListedTimeEntry; at: (time: string) => string; page: ShownPage | undefined }

/** The start; on a phone, where no heads say which time is which, '7:06 PM to 7:40 PM'. */
const Times = ({ entry, at, page }: TimesProps) => (
  <>
    {at(entry.startedAt)}
    <span className={classes.until}>
      {entry.endedAt ? (
        ` to ${at(entry.endedAt)}`
      ) : (
        <Open startedAt={entry.startedAt} breakStartedAt={entry.breakStartedAt} page={page} />
      )}
    </span>
  </>
)

type OpenProps = { startedAt: string; breakStartedAt: string | null; page: ShownPage | undefined }

/** Marks an open entry, and whether it is longer than a shift. */
function Open({ startedAt, breakStartedAt, page }: OpenProps) {
  return (
    <>
      <span className={`text-success font-medium ${classes.open}`}>{breakStartedAt ? 'On a break' : 'Clocked in'}</span>
      {page && isTooLong(startedAt, page.now, page.shiftHours) && (
        <Badge color="yellow" ml={6} title="Perhaps somebody forgot to clock out">
          Over {page.shiftHours} h
        </Badge>
      )}
    </>
  )
}

/** Whether the period includes now, so that the time of an open entry still counts in it. */
const isRunning = (page: ShownPage) => page.to >= wallTimeOf(page.now, page.timeZone).slice(0, 10)

type RunningProps = { entry: ListedTimeEntry; now: string; receivedAt: number }

/** Ticks by itself, so that the table need not. */
function Running({ entry, now, receivedAt }: RunningProps) {
  const { seconds, secondsInPeriod, breakStartedAt, areBreaksPaid } = entry
  const time = useServerClock(now, receivedAt) ?? Date.parse(now)
  const whole = secondsWorked(entry, time)
  if (secondsInPeriod === seconds) return ticking(whole)
  const since = breakStartedAt !== null && !areBreaksPaid ? 0 : (time - Date.parse(now)) / 1_000
  return `${ticking(secondsInPeriod + since)} of ${ticking(whole)}`
}

function Notes({ entry }: { entry: ShownEntry }) {
  // Render nothing: phones leave out an empty cell.
  if (!entry.notes && !entry.isWaiting && !isMarked(entry)) return null
  return (
    <span className={`row min-w-0 gap-1-5 ${classes.notes}`}>
      {entry.isWaiting && <Badge color="yellow">Waiting to be sent</Badge>}
      <EntryMarks entry={entry} />
      <span title={entry.notes ?? undefined}>{entry.notes}</span>
    </span>
  )
}
