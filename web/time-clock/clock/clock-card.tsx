import { Button, Skeleton } from '@mantine/core'
import { IconCoffee, IconPlayerPlay, IconPlayerStop } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@tanstack/react-router'
import type { TimeEntry } from 'contract/time-clock/time-entries.ts'
import { hoursAndMinutes, isTooLong, ticking } from 'contract/time-clock/worked-time.ts'
import { wallTimeOf } from 'contract/time-clock/zoned-time.ts'
import { api } from '../../shared/api/api.ts'
import { LoadFailure } from '../../shared/feedback/empty-state.tsx'
import type { ToastLink } from '../../shared/feedback/toast-message.tsx'
import { failure, success } from '../../shared/feedback/toasts.ts'
import { onePressHere } from '../../shared/form/one-press.ts'
import { at } from '../../shared/page/at.ts'
import { useKeptOffline } from '../../shared/page/kept-offline.ts'
import { useCan, useCompanyId } from '../../shared/session/session.ts'
import { clockIn as clockFace, longDayIn, timeIn } from '../company-time.ts'
import { ForgottenClockOut } from '../entries/forgotten-clock-out.tsx'
import classes from '../time-clock.module.css'
import { usePresses } from './press-queue.ts'
import { type ClockState, type PressKind, type Sending, stateAfter } from './presses.ts'
import { useServerClock } from './server-clock.ts'
import { WaitingPresses } from './waiting-presses.tsx'

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
  const { presses, press, dismiss } = usePresses()
  useKeptOffline('Presses of the clock are kept and sent later. Other changes cannot be saved.')
  if (active.error && !active.data)
    return <LoadFailure what="time clock" error={active.error} onRetry={() => void active.refetch()} />
  if (!active.data || now === null) return <ClockToCome />
  const { entry, timeZone, shiftHours } = active.data
  const state = stateAfter(presses, storedState(entry))
  const isForgotten = entry !== null && state.since !== null && isTooLong(entry.startedAt, now, shiftHours)
  return (
    <section
      className={`surface flex flex-wrap justify-between flex-none ${classes.clock}`}
      aria-label="Clock"
      data-active={state.since !== null || undefined}
    >
      <div className="stack">
        <span className="text-sm text-muted">{longDayIn(timeZone, now)}</span>
        <time className={`numeric font-semibold ${classes.time}`} dateTime={new Date(now).toISOString()}>
          {clockFace(timeZone, now)}
        </time>
        <span className={`text-sm text-muted ${classes.zone}`}>{timeZone.replaceAll('_', ' ')}</span>
      </div>
      <div className={`row flex-wrap ${classes.punch}`}>
        {state.since === null ? (
          <p className="text-muted">You are not clocked in.</p>
        ) : (
          <Running since={state.since} entry={entry} breakSince={state.breakSince} now={now} timeZone={timeZone} />
        )}
        <PunchButtons state={state} press={press} />
      </div>
      {isForgotten && <ForgottenClockOut entry={entry} now={now} timeZone={timeZone} shiftHours={shiftHours} />}
      <WaitingPresses presses={presses} timeZone={timeZone} onDismiss={dismiss} />
    </section>
  )
}

const ClockToCome = () => (
  <div className={`surface flex flex-wrap justify-between flex-none ${classes.clock} ${classes.clockToCome}`}>
    <Skeleton height="2.25rem" width="12rem" />
  </div>
)

const storedState = (entry: TimeEntry | null): ClockState => ({
  entryId: entry?.id ?? null,
  since: entry ? Date.parse(entry.startedAt) : null,
  breakSince: entry?.breakStartedAt ? Date.parse(entry.breakStartedAt) : null,
})

type RunningProps = { since: number; entry: TimeEntry | null; breakSince: number | null; now: number; timeZone: string }

function Running({ since, entry, breakSince, now, timeZone }: RunningProps) {
  const today = wallTimeOf(new Date(now).toISOString(), timeZone).slice(0, 10)
  const paused = entry && entry.breakSeconds >= 60 ? ` · ${hoursAndMinutes(entry.breakSeconds)} break` : ''
  return (
    <p className="text-muted">
      {breakSince === null
        ? `Clocked in since ${timeIn(timeZone, new Date(since).toISOString(), today)}${paused}`
        : `On a break since ${timeIn(timeZone, new Date(breakSince).toISOString(), today)}`}
      <span
        className={`numeric block text-success font-semibold text-right ${classes.running}`}
        data-break={breakSince !== null || undefined}
      >
        {ticking(Math.max(0, now - (breakSince ?? since)) / 1_000)}
      </span>
    </p>
  )
}

const done: Record<PressKind, string> = {
  in: 'Clocked in successfully',
  out: 'Clocked out successfully',
  breakStart: 'Break started',
  breakEnd: 'Break ended',
}
const deeds: Record<PressKind, string> = {
  in: 'clock in',
  out: 'clock out',
  breakStart: 'start the break',
  breakEnd: 'end the break',
}

/** The way to correct an entry, for people who cannot change it themselves: most mistakes are seen when one clocks out. */
function useCorrection() {
  const navigate = useNavigate()
  const companyId = useCompanyId()
  const canPropose = useCan('time.propose')
  const formOrigin = useLocation({ select: ({ pathname }) => pathname })
  return (entryId: string): ToastLink | undefined =>
    canPropose
      ? {
          label: 'Correct',
          open: () =>
            void navigate({ ...at(`/time-clock/${entryId}/propose`, { company: companyId }), state: { formOrigin } }),
        }
      : undefined
}

type ButtonsProps = {
  state: ClockState
  press: (kind: PressKind, entryId: string | null) => Promise<Sending>
}

/** One press does one thing; the other buttons wait for it. */
function PunchButtons({ state: { since, breakSince, entryId }, press }: ButtonsProps) {
  const correctionOf = useCorrection()
  const punching = useMutation({
    mutationFn: (kind: PressKind) => press(kind, entryId),
    onSuccess: (outcome, kind) => {
      if (outcome.is === 'sent')
        success(done[kind], undefined, kind === 'out' ? correctionOf(outcome.entryId) : undefined)
      // A press that is kept stands in the card: a toast would cover the buttons.
      else if (outcome.is === 'refused') failure(`Failed to ${deeds[kind]}`, outcome.refusal)
    },
  })
  const button = (kind: PressKind) => ({
    loading: punching.isPending && punching.variables === kind,
    disabled: punching.isPending && punching.variables !== kind,
    // The second tap of a double tap would press what has appeared or moved there: Start Break, or a filter below.
    onClick: onePressHere(() => punching.mutateAsync(kind)),
  })
  if (since === null)
    return (
      <Button className={classes.button} size="md" leftSection={<IconPlayerPlay size={18} />} {...button('in')}>
        Clock In
      </Button>
    )
  // Where Clock In was pressed a second press only starts a break: Clock Out never comes under the finger.
  return (
    <div className={`flex flex-wrap gap-2 ${classes.buttons}`}>
      <Button className={classes.button} size="md" leftSection={<IconPlayerStop size={18} />} {...button('out')}>
        Clock Out
      </Button>
      <Button
        className={classes.button}
        size="md"
        variant="default"
        leftSection={<IconCoffee size={18} />}
        {...button(breakSince === null ? 'breakStart' : 'breakEnd')}
      >
        {breakSince === null ? 'Start Break' : 'End Break'}
      </Button>
    </div>
  )
}
