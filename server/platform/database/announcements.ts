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
  readonly #waiting = new Set<string>()
  #timer: NodeJS.Timeout | undefined
  #sending: Promise<void> | undefined

  /** @param send one NOTIFY for each text */
  constructor(send: (texts: string[]) => Promise<unknown>) {
    this.#send = send
  }

  /** @param told lines of `app.tell` (82-live.sql) */
  add(told: string): void {
    for (const text of told.split('\n')) if (text) this.#waiting.add(text)
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
    const texts = [...this.#waiting]
    this.#waiting.clear()
    if (texts.length === 0) return Promise.resolve()
    this.#sending = this.#send(texts).then(
      () => this.#sent(togetherMs),
      () => {
        for (const text of texts) this.#waiting.add(text)
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
