import { optionalText, requiredText } from 'contract/text.ts'
import { instantsOf, wallTimeOf } from 'contract/time-clock/zoned-time.ts'
import { z } from 'zod'

/** The dialog's values: wall clock times in the company's zone. `…IsSecond`: the later one if the hour occurs twice. */
export type TimeEntryValues = {
  startedAt: string
  startIsSecond: boolean
  endedAt: string
  endIsSecond: boolean
  breaks: BreakValues[]
  notes: string
  reason: string
}

/** A break as wall clock times, and the instants that it had when the dialog was opened; null for a new one. */
export type BreakValues = {
  startedAt: string
  startIsSecond: boolean
  endedAt: string
  endIsSecond: boolean
  from: string | null
  to: string | null
}

/** A new break: only the person knows when it was. */
export const blankBreak: BreakValues = {
  ...{ startedAt: '', startIsSecond: false, endedAt: '', endIsSecond: false },
  ...{ from: null, to: null },
}

/** The times of the entry as it was opened, null for a missing one, and the zone they are shown in. */
export type OriginalTimes = { startedAt: string | null; endedAt: string | null; timeZone: string }

type Breaks = readonly { startedAt: string; endedAt: string }[]

/** The values of the dialog for an entry. */
export const timesOf = (
  {
    startedAt,
    endedAt,
    breaks = [],
    notes = null,
  }: Omit<OriginalTimes, 'timeZone'> & { breaks?: Breaks; notes?: string | null },
  timeZone: string,
): TimeEntryValues => ({
  startedAt: startedAt ? inputTimeOf(startedAt, timeZone) : '',
  startIsSecond: startedAt !== null && isSecond(startedAt, timeZone),
  endedAt: endedAt ? inputTimeOf(endedAt, timeZone) : '',
  endIsSecond: endedAt !== null && isSecond(endedAt, timeZone),
  breaks: breaks.map(({ startedAt: from, endedAt: to }) => ({
    ...{ startedAt: inputTimeOf(from, timeZone), startIsSecond: isSecond(from, timeZone) },
    ...{ endedAt: inputTimeOf(to, timeZone), endIsSecond: isSecond(to, timeZone) },
    ...{ from, to },
  })),
  notes: notes ?? '',
  reason: '',
})

/**
 * For a missing entry: eight in the morning of its day; while that is still to come, the hour that has begun. Only the person knows the end: it
 * has the day, and is refused until it is after the start.
 */
export const missingTimes = (day: string, timeZone: string, now = new Date()): TimeEntryValues => {
  const [eight, nowThere] = [`${day}T08:00`, inputTimeOf(now.toISOString(), timeZone)]
  const start = eight > nowThere ? `${nowThere.slice(0, 13)}:00` : eight
  return { ...timesOf({ startedAt: null, endedAt: null }, timeZone), startedAt: start, endedAt: start }
}

/** '2026-11-21T08:30': the value of a datetime-local input. */
export const inputTimeOf = (at: string, timeZone: string): string => wallTimeOf(at, timeZone).slice(0, 16)

/** Whether the clock shows this time twice, so that the person has to choose one of the two. */
export const isAmbiguous = (wall: string, timeZone: string): boolean => instantsOf(wall, timeZone).length === 2

/** Whether an instant is the later of the two with the same wall time. */
export const isSecond = (at: string, timeZone: string): boolean => {
  const [, second] = instantsOf(inputTimeOf(at, timeZone), timeZone)
  return second !== undefined && Math.floor(Date.parse(at) / 60_000) === Math.floor(Date.parse(second) / 60_000)
}

/**
 * The instant for a wall time; undefined if the clock never shows that time. An unchanged time keeps its seconds.
 * @param original the instant before the edit
 */
export function instantFor(
  wall: string,
  second: boolean,
  original: string | null,
  timeZone: string,
): string | undefined {
  const isUntouched = original && inputTimeOf(original, timeZone) === wall && isSecond(original, timeZone) === second
  if (isUntouched) return original
  const instants = wall ? instantsOf(wall, timeZone) : []
  return second ? (instants[1] ?? instants[0]) : instants[0]
}

/** The seconds between start and end without the breaks, unless they are paid; null while they cannot be told. */
export function shiftSeconds(
  { startedAt, startIsSecond, endedAt, endIsSecond, breaks }: TimeEntryValues,
  original: OriginalTimes,
  areBreaksPaid: boolean,
): number | null {
  const { timeZone } = original
  const start = instantFor(startedAt, startIsSecond, original.startedAt, timeZone)
  const end = instantFor(endedAt, endIsSecond, original.endedAt, timeZone)
  if (!start || !end || apart(end, start) <= 0) return null
  const paused = breaks.map((row) => {
    const from = instantFor(row.startedAt, row.startIsSecond, row.from, timeZone)
    const to = instantFor(row.endedAt, row.endIsSecond, row.to, timeZone)
    return from && to ? Math.max(0, apart(to, from)) : 0
  })
  const whole = apart(end, start) - (areBreaksPaid ? 0 : paused.reduce((sum, each) => sum + each, 0))
  return Math.max(0, whole / 1_000)
}

/**
 * Checks the dialog's values and turns them into the body for the API. It checks them all in one step: a shape that refused an empty field
 * would hide what else is missing.
 * @param needsEnd whether the entry is over, so that it must have an end
 */
export const editedTimes = ({ startedAt, endedAt, timeZone }: OriginalTimes, needsEnd = false) =>
  z
    .object({
      ...{ startedAt: z.string(), startIsSecond: z.boolean(), endedAt: z.string(), endIsSecond: z.boolean() },
      ...{ breaks: z.array(BreakRow), notes: optionalText(2_000), reason: z.string() },
    })
    .transform((values, context) => {
      const refuse: Refuse = (path, message) => context.addIssue({ code: 'custom', path, message })
      const start = instantFor(values.startedAt, values.startIsSecond, startedAt, timeZone)
      const end = values.endedAt ? instantFor(values.endedAt, values.endIsSecond, endedAt, timeZone) : null
      if (!start) refuse(['startedAt'], values.startedAt ? skipped : 'Start is required')
      if (end === undefined) refuse(['endedAt'], skipped)
      if (end === null && needsEnd) refuse(['endedAt'], 'End is required')
      else if (end === null && endedAt) refuse(['endedAt'], 'An entry that has ended cannot be opened again')
      if (start && end && apart(end, start) <= 0) refuse(['endedAt'], 'The end must be after the start')
      const breaks = values.breaks.map((row, place) =>
        editedBreak(row, { start, end, timeZone }, ['breaks', place], refuse),
      )
      const reason = Reason.safeParse(values.reason)
      for (const { message } of reason.error?.issues ?? []) refuse(['reason'], message)
      return {
        ...{ startedAt: start ?? '', endedAt: end ?? null, breaks, notes: values.notes },
        reason: reason.data ?? '',
      }
    })

const Reason = requiredText(500, 'Reason is required')

type Refuse = (path: (string | number)[], message: string) => void
type Shift = { start: string | undefined; end: string | null | undefined; timeZone: string }

function editedBreak(row: BreakValues, { start, end, timeZone }: Shift, path: (string | number)[], refuse: Refuse) {
  const from = later(instantFor(row.startedAt, row.startIsSecond, row.from, timeZone), start)
  const to = earlier(instantFor(row.endedAt, row.endIsSecond, row.to, timeZone), end)
  if (!from) refuse([...path, 'startedAt'], row.startedAt ? skipped : 'Start is required')
  if (!to) refuse([...path, 'endedAt'], row.endedAt ? skipped : 'End is required')
  if (from && to && apart(to, from) <= 0) refuse([...path, 'endedAt'], 'A break must end after its start')
  else if (end && to && apart(to, end) > 0) refuse([...path, 'endedAt'], 'The break ends after the shift')
  else if (start && from && apart(from, start) < 0) {
    refuse([...path, 'startedAt'], 'The break begins before the shift')
  }
  return { startedAt: from ?? '', endedAt: to ?? '' }
}

/** The time of a break that shows the same minute as an edge of the entry lies at that edge: inputs show no seconds. */
const later = (at: string | undefined, start: string | undefined) =>
  at && start && apart(at, start) < 0 && isSameMinute(at, start) ? start : at
const earlier = (at: string | undefined, end: string | null | undefined) =>
  at && end && apart(at, end) > 0 && isSameMinute(at, end) ? end : at
const apart = (at: string, other: string) => Date.parse(at) - Date.parse(other)
const isSameMinute = (at: string, other: string) =>
  Math.floor(Date.parse(at) / 60_000) === Math.floor(Date.parse(other) / 60_000)

const BreakRow = z.object({
  startedAt: z.string(),
  startIsSecond: z.boolean(),
  endedAt: z.string(),
  endIsSecond: z.boolean(),
  from: z.string().nullable(),
  to: z.string().nullable(),
})

/** A value of the dialog for the panel of conflicts: times as people read them, breaks as a list. */
export function shownValue(path: string, value: unknown): string {
  if (path === 'breaks') return (value as BreakValues[]).map(shownBreak).join(', ') || 'None'
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (path === 'startedAt' || path === 'endedAt') return value ? shownWall(String(value)) : 'open'
  return value ? String(value) : '(empty)'
}

const shownBreak = ({ startedAt, startIsSecond, endedAt, endIsSecond }: BreakValues) =>
  `${shownWall(startedAt)}${startIsSecond ? ' (second)' : ''} – ${shownWall(endedAt)}${endIsSecond ? ' (second)' : ''}`

const wallFormat = new Intl.DateTimeFormat('en-US', {
  ...{ timeZone: 'UTC', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' },
})

/** 'Nov 1, 1:30 AM'. @param wall the value of a datetime-local input */
const shownWall = (wall: string) => wallFormat.format(new Date(`${wall}Z`))

const skipped = 'The clock skipped this time: summer time began'
