/** Long enough to collect the changes of many people, and too short for anybody to notice. */
const togetherMs = 50
const againMs = 1_000

/**
 * Sends the messages of transactions to all servers, after their commits and many at once. A transaction with a NOTIFY of its own lets no
 * other commit until its own commit is on the disk: 32 writers at once made a third of the commits per second. When a server dies, its
 * unsent messages are lost; the screens that were open there load everything again when they reconnect.
 */
export class Announcements {
  readonly #send: (texts: string[]) => Promise<unknown>
  /** Each text, with the only request that it is about; null when there are several. */
  readonly #waiting = new Map<string, string | null>()
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined

  /** @param send one NOTIFY for each text */
  constructor(send: (texts: string[]) => Promise<unknown>) {
    this.#send = send
  }

  /** @param texts lines of `app.tell` (07-live.sql) @param by the request that made the changes; null when nobody waits for its answer */
  add(texts: Iterable<string>, by: string | null): void {
    for (const text of texts) {
      const isOnly = !this.#waiting.has(text) || this.#waiting.get(text) === by
      this.#waiting.set(text, isOnly ? by : null)
    }
    if (this.#waiting.size > 0 && !this.#sending) this.#plan(togetherMs)
  }

  /** Sends the waiting texts when the server ends. */
  async close(): Promise<void> {
    await this.#sending
    clearTimeout(this.#timer)
    await this.#flush()
    clearTimeout(this.#timer)
  }

  #plan(ms: number) {
    this.#timer ??= setTimeout(() => void this.#flush(), ms).unref()
  }

  #flush(): Promise<void> {
    this.#timer = undefined
    const waiting = [...this.#waiting]
    this.#waiting.clear()
    if (waiting.length === 0) return Promise.resolve()
    this.#sending = this.#send(waiting.map(([text, by]) => (by ? `${text} @${by}` : text))).then(
      () => this.#sent(togetherMs),
      () => {
        for (const [text, by] of waiting) this.add([text], by)
        this.#sent(againMs)
      },
    )
    return this.#sending
  }

  #sent(ms: number) {
    this.#sending = undefined
    if (this.#waiting.size > 0) this.#plan(ms)
  }
}
