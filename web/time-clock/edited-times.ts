import { optionalText, requiredText } from 'contract/text.ts'
import { instantsOf, wallTimeOf } from 'contract/time-clock/zoned-time.ts'
import { z } from 'zod'

/** The dialog's values: wall clock times in the company's zone. `…IsSecond`: the later one if the hour occurs twice. */
export type TimeEntryValues = {
  startedAt: string
  startIsSecond: boolean
  endedAt: string
  endIsSecond: boolean
  notes: string
  reason: string
}

/** The times of the entry as it was opened, and the zone they are shown in. */
export type Original = { startedAt: string; endedAt: string | null; timeZone: string }

/** '2026-11-21T08:30': the value of a datetime-local input. */
export const inputTimeOf = (at: string, timeZone: string): string => wallTimeOf(at, timeZone).slice(0, 16)

/** Whether the clock shows this time twice, so that one of the two has to be chosen. */
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
  const instants = instantsOf(wall, timeZone)
  return second ? (instants[1] ?? instants[0]) : instants[0]
}

/** Checks the dialog's values and turns them into the body for the API. */
export const editedTimes = ({ startedAt, endedAt, timeZone }: Original) =>
  z
    .object({
      startedAt: z.string().min(1, 'Start is required'),
      startIsSecond: z.boolean(),
      endedAt: z.string(),
      endIsSecond: z.boolean(),
      notes: optionalText(2_000),
      reason: requiredText(500, 'Reason is required'),
    })
    .transform((values, context) => {
      const refuse = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message })
      const start = instantFor(values.startedAt, values.startIsSecond, startedAt, timeZone)
      const end = values.endedAt ? instantFor(values.endedAt, values.endIsSecond, endedAt, timeZone) : null
      if (!start) refuse('startedAt', skipped)
      if (end === undefined) refuse('endedAt', skipped)
      if (end === null && endedAt) refuse('endedAt', 'An entry that has ended cannot be opened again')
      if (start && end && Date.parse(end) <= Date.parse(start)) refuse('endedAt', 'The end must be after the start')
      return { startedAt: start, endedAt: end, notes: values.notes, reason: values.reason }
    })

const skipped = 'The clock skipped this time: summer time began'
