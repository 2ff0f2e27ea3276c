import { useEffect, useState } from 'react'

/**
 * The server's clock, ticking every second: the browser's own may be hours wrong (T97).
 * @param now the server's time in its last answer; @param receivedAt when that came, by the browser's clock
 * @returns milliseconds, or null before the first answer
 */
export function useServerClock(now: string | undefined, receivedAt: number): number | null {
  const [tick, setTick] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setTick(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (!now) return null
  return Date.parse(now) + Math.max(0, tick - receivedAt)
}
