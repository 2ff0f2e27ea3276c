import { setTimeout as wait } from 'node:timers/promises'

/** Asks until it is so. A test that never gets there fails by its own time limit. @returns what was found then */
export async function until<T>(ask: () => Promise<T>, isSo: (found: T) => boolean): Promise<T> {
  for (;;) {
    const found = await ask()
    if (isSo(found)) return found
    await wait(50)
  }
}
