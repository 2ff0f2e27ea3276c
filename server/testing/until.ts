import { setTimeout as wait } from 'node:timers/promises'

/**
 * Asks until it is so, less and less often: a question costs more than the wait. A test that never gets there fails by its own time limit.
 * @returns what was found then
 */
export async function until<T>(ask: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 300)) {
    const found = await ask()
    if (isSo(found)) return found
    await wait(pause)
  }
}

/** Until a statement of this database waits for the lock of another one. */
export const untilSomebodyWaits = (given: { sql(text: string): Promise<unknown[]> }) =>
  until(
    () => given.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`),
    (waiting) => waiting.length > 0,
  )
