import { Button, Skeleton } from '@mantine/core'
import { IconAlertTriangle, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { hoursAndMinutes, isTooLong, ticking } from 'contract/time-clock/worked-time.ts'
import { wallTimeOf } from 'contract/time-clock/zoned-time.ts'
import { api, client } from '../shared/api/api.ts'
import { queries } from '../shared/api/queries.ts'
import { LoadFailure } from '../shared/feedback/empty-state.tsx'
import { failedTo, success } from '../shared/feedback/toasts.ts'
import { useCompanyId } from '../shared/session/session.ts'
import { clockIn as clockFace, longDayIn, timeIn } from './company-time.ts'
import { useServerClock } from './server-clock.ts'
import classes from './time-clock.module.css'

const refetchMs = 30_000

/** The live clock, and the button that an employee opens this screen for. */
export function ClockCard() {
  const companyId = useCompanyId()
  const active = useQuery(
    api.timeEntries.active.queryOptions({
      input: { companyId },
      refetchInterval: refetchMs,
      refetchOnWindowFocus: 'always',
    }),
  )
  const now = useServerClock(active.data?.now, active.dataUpdatedAt)
  if (active.error && !active.data)
    return <LoadFailure what="time clock" error={active.error} onRetry={() => void active.refetch()} />
  if (!active.data || now === null) return <Skeleton height={168} radius="md" />
  const { entry, timeZone, shiftHours } = active.data
  return (
    <section className={classes.clock} aria-label="Clock" data-active={entry !== null || undefined}>
      <div className={classes.face}>
        <span className={classes.day}>{longDayIn(timeZone, now)}</span>
        <time className={`numeric ${classes.time}`} dateTime={new Date(now).toISOString()}>
          {clockFace(timeZone, now)}
        </time>
        <span className={classes.zone}>{timeZone.replaceAll('_', ' ')}</span>
      </div>
      <div className={classes.punch}>
        {entry ? (
          <Running entry={entry} now={now} timeZone={timeZone} />
        ) : (
          <p className={classes.state}>You are not clocked in.</p>
        )}
        <PunchButton entry={entry} />
      </div>
      {entry && isTooLong(entry.startedAt, now, shiftHours) && (
        <LongShift entry={entry} now={now} timeZone={timeZone} />
      )}
    </section>
  )
}

function Running({ entry, now, timeZone }: { entry: TimeEntry; now: number; timeZone: string }) {
  const today = wallTimeOf(new Date(now).toISOString(), timeZone).slice(0, 10)
  return (
    <p className={classes.state}>
      Clocked in since {timeIn(timeZone, entry.startedAt, today)}
      <span className={`numeric ${classes.running}`}>{ticking((now - Date.parse(entry.startedAt)) / 1_000)}</span>
    </p>
  )
}

/** Asks whether the person forgot to clock out. Clocking out uses the server's time; somebody who may edit entries corrects the end. */
function LongShift({ entry, now, timeZone }: { entry: TimeEntry; now: number; timeZone: string }) {
  const length = hoursAndMinutes((now - Date.parse(entry.startedAt)) / 1_000)
  return (
    <p className={classes.longShift} role="alert">
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        You have been clocked in for {length}, since {timeIn(timeZone, entry.startedAt)}. Did you forget to clock out?
        Clock out now and tell your manager when you left: the end can be corrected.
      </span>
    </p>
  )
}

function PunchButton({ entry }: { entry: TimeEntry | null }) {
  const companyId = useCompanyId()
  const punching = useMutation({
    mutationFn: (open: TimeEntry | null) =>
      open ? client.timeEntries.clockOut({ companyId, entryId: open.id }) : client.timeEntries.clockIn({ companyId }),
    onSuccess: (_, open) => success(open ? 'Clocked out successfully' : 'Clocked in successfully'),
    onError: (error, open) => failedTo(open ? 'clock out' : 'clock in')(error),
    // Busy until the screen shows the stored state: a second click would do the opposite.
    onSettled: () => queries.invalidateQueries(),
  })
  return (
    <Button
      className={classes.button}
      size="md"
      {...(entry && { color: 'red' })}
      leftSection={entry ? <IconPlayerStop size={18} /> : <IconPlayerPlay size={18} />}
      loading={punching.isPending}
      onClick={() => punching.mutate(entry)}
    >
      {entry ? 'Clock Out' : 'Clock In'}
    </Button>
  )
}
