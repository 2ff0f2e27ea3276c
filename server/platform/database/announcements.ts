/** Long enough for the changes of many people to go together, far too short for anybody to notice. */
const togetherMs = 50
const againMs = 1_000

/**
 * Sends the news of transactions to all servers, after they are committed and many at once. A transaction with a NOTIFY of its own keeps all
 * others from committing until its own commit is on the disk: 32 writers at once made a third of the commits a second.
 * What a server knew when it died is lost; the screens that were open there ask for everything when they come back.
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

  /** Sends what waits, at the end of the server. */
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
