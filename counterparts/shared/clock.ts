/** The time of one counterpart: real time that tests can move forward, so that nobody waits for a token to expire. */
export class Clock {
  #offset: number
  readonly #listeners: (() => Promise<void> | void)[] = []

  /** @param start where the clock begins; now when it is left out */
  constructor(start?: Date) {
    this.#offset = start ? start.getTime() - Date.now() : 0
  }

  /** Milliseconds since 1970. */
  now(): number {
    return Date.now() + this.#offset
  }

  /** Seconds since 1970. */
  seconds(): number {
    return Math.floor(this.now() / 1000)
  }

  iso(): string {
    return new Date(this.now()).toISOString()
  }

  /** Moves the clock forward, and does what is due by then. */
  async advance(seconds: number): Promise<void> {
    this.#offset += seconds * 1000
    for (const listener of this.#listeners) await listener()
  }

  /** Called after each move; for later events, such as a second try. */
  onAdvance(listener: () => Promise<void> | void): void {
    this.#listeners.push(listener)
  }
}

/** '2026-11-01T00:00:00Z' from seconds since 1970. */
export function isoOf(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`
}
