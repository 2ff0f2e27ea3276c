import { useEffect, useSyncExternalStore } from 'react'

/** The time of the browser at the last tick, and how far the server's clock is ahead of it. In milliseconds. */
type Clock = { tick: number; ahead: number | null }

/** One clock for the whole screen: two counters of the same entry must never show different seconds. */
let clock: Clock = { tick: Date.now(), ahead: null }
let readAt = 0
let timer: ReturnType<typeof setInterval> | undefined
const readers = new Set<() => void>()

function set(next: Partial<Clock>) {
  clock = { ...clock, tick: Date.now(), ...next }
  for (const read of readers) read()
}

function subscribe(read: () => void) {
  readers.add(read)
  timer ??= setInterval(() => set({}), 1_000)
  return () => {
    readers.delete(read)
    if (readers.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** More than this is no slow answer: the browser's clock was set. */
const slowestMs = 5_000

/** An answer was on its way for a moment, so the clock that is further ahead is the nearer one. */
function compare(now: string, receivedAt: number) {
  if (receivedAt <= readAt) return
  readAt = receivedAt
  const ahead = Date.parse(now) - receivedAt
  const isNear = clock.ahead !== null && Math.abs(clock.ahead - ahead) < slowestMs
  set({ ahead: isNear ? Math.max(ahead, clock.ahead ?? ahead) : ahead })
}

/**
 * The server's clock, ticking every second: the browser's own may be hours wrong (T97).
 * @param now the server's time in its last answer; @param receivedAt when that came, by the browser's clock
 * @returns milliseconds, or null before the first answer
 */
export function useServerClock(now: string | undefined, receivedAt: number): number | null {
  const { tick, ahead } = useSyncExternalStore(subscribe, () => clock)
  useEffect(() => {
    if (now) compare(now, receivedAt)
  }, [now, receivedAt])
  if (!now) return null
  return ahead === null ? Date.parse(now) + Math.max(0, tick - receivedAt) : tick + ahead
}
