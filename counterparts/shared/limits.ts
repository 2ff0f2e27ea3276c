import type { Clock } from './clock.ts'

/** A bucket that refills all the time: Shopify's points. */
export class LeakyBucket {
  readonly maximum: number
  readonly restoreRate: number
  readonly #clock: Clock
  #available: number
  #at: number

  /** @param restoreRate points a second */
  constructor(clock: Clock, maximum: number, restoreRate: number) {
    this.#clock = clock
    this.maximum = maximum
    this.restoreRate = restoreRate
    this.#available = maximum
    this.#at = clock.now()
  }

  /** Whole points. */
  available(): number {
    const now = this.#clock.now()
    this.#available = Math.min(this.maximum, this.#available + ((now - this.#at) / 1000) * this.restoreRate)
    this.#at = now
    return Math.floor(this.#available)
  }

  /** @returns false when there are too few points; then none are taken */
  take(points: number): boolean {
    if (this.available() < points) return false
    this.#available -= points
    return true
  }

  giveBack(points: number): void {
    this.#available = Math.min(this.maximum, this.#available + points)
  }

  drain(): void {
    this.available()
    this.#available = 0
  }
}

/** A limit of calls in each window of some seconds. */
export class WindowLimit {
  readonly limit: number
  readonly #clock: Clock
  readonly #seconds: number
  #window = -1
  #used = 0
  #exhaustedUntil = 0

  constructor(clock: Clock, limit: number, seconds: number) {
    this.#clock = clock
    this.limit = limit
    this.#seconds = seconds
  }

  /** Counts a call. `reset`: seconds until the next window. */
  take(): { isAllowed: boolean; remaining: number; reset: number } {
    const now = this.#clock.now() / 1000
    const window = Math.floor(now / this.#seconds)
    if (window !== this.#window) {
      this.#window = window
      this.#used = 0
    }
    this.#used += 1
    const isExhausted = now < this.#exhaustedUntil
    const end = isExhausted ? this.#exhaustedUntil : (window + 1) * this.#seconds
    const remaining = isExhausted ? 0 : Math.max(0, this.limit - this.#used)
    return {
      isAllowed: !isExhausted && this.#used <= this.limit,
      remaining,
      reset: Math.max(1, Math.ceil(end - now)),
    }
  }

  /** Leaves no call for the length of a window. The current window may end at once. */
  exhaust(): void {
    this.#exhaustedUntil = this.#clock.now() / 1000 + this.#seconds
  }
}
