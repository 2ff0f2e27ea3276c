import { useSyncExternalStore } from 'react'
import { useTimeZone } from '../shared/session/session.ts'

const lookMs = 15_000
const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined

const look = () => {
  for (const tell of listeners) tell()
}

// One timer for all, which looks now and then. A timer set for midnight would miss it on a machine that slept.
function subscribe(listener: () => void) {
  listeners.add(listener)
  timer ??= setInterval(look, lookMs)
  document.addEventListener('visibilitychange', listener)
  return () => {
    listeners.delete(listener)
    document.removeEventListener('visibilitychange', listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

const formatters = new Map<string, Intl.DateTimeFormat>()

/** The day of a moment in a time zone: 2026-11-21. */
export function dayIn(timeZone: string, at: Date): string {
  const parts = { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' } as const
  const formatter = formatters.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', parts)
  formatters.set(timeZone, formatter)
  return formatter.format(at)
}

/** Today in the company's time zone. It changes at midnight there, without a reload. */
export function useToday(): string {
  const zone = useTimeZone()
  return useSyncExternalStore(subscribe, () => dayIn(zone, new Date()))
}

/** Whether a task is overdue on that day; a complete one never is. */
export const isOverdueOn = (today: string, { dueOn, status }: { dueOn: string | null; status: string }): boolean =>
  dueOn !== null && dueOn < today && status !== 'complete'
