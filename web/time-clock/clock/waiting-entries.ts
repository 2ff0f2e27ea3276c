import type { ListedTimeEntry, TimeEntryPage } from 'contract/time-clock/time-entries.ts'
import { secondsWorked } from 'contract/time-clock/worked-time.ts'
import type { Press } from './presses.ts'

/** `isWaiting`: shown with presses that the server does not have yet. */
export type ShownEntry = ListedTimeEntry & { isWaiting?: boolean }
export type ShownPage = Omit<TimeEntryPage, 'items'> & { items: ShownEntry[] }

/** The entries after the presses that wait, as the card of the clock shows them. */
export function pageAfter(presses: readonly Press[], page: TimeEntryPage): ShownPage {
  const waiting = presses.filter(({ refusal }) => refusal === null)
  const items = page.items.map((entry) =>
    waiting.filter(({ entryId }) => entryId === entry.id).reduce<ShownEntry>(entryAfter, entry),
  )
  const gained = items.reduce((sum, { seconds }, index) => sum + seconds - (page.items[index]?.seconds ?? 0), 0)
  return { ...page, items, workedSeconds: page.workedSeconds + gained }
}

function entryAfter(entry: ShownEntry, { kind, at }: Press): ShownEntry {
  // The server has it already: only its answer was lost.
  if (entry.endedAt !== null) return entry
  const time = new Date(at).toISOString()
  const { breakStartedAt } = entry
  if (kind === 'breakStart') return { ...entry, isWaiting: true, breakStartedAt: breakStartedAt ?? time }
  const breaks = breakStartedAt ? [...entry.breaks, { startedAt: breakStartedAt, endedAt: time }] : entry.breaks
  const working = { ...entry, isWaiting: true, breaks, breakStartedAt: null }
  if (kind !== 'out') return working
  const seconds = Math.floor(secondsWorked(working, at))
  return { ...working, endedAt: time, seconds, secondsInPeriod: entry.secondsInPeriod + seconds - entry.seconds }
}
