/** The open streams of this server: who hears what (docs/architecture.md, “The life of a live change”). */
import type { ServerResponse } from 'node:http'
import type { LiveEventName } from 'contract/live.ts'
import { liveNeeds } from 'contract/live.ts'
import { can, type Role } from 'contract/permissions.ts'
import { type Change, changeOf, grouped, RecentChanges } from './recent-changes.ts'

/** The database's facts about the session of a stream (app.listeners). */
export type Listener = { tokenHash: string; userId: string; role: Role | null; scope: string[]; until: string }

/** @returns the listeners among these sessions; those that have ended are missing */
type AskListeners = (tokenHashes: string[]) => Promise<Listener[]>

/** `silentSince`: set while the rights are not confirmed; nothing is sent then. `owes`: the changes it still has to hear. */
export type Stream = {
  tokenHash: string
  userId: string
  role: Role | null
  scope: ReadonlySet<string>
  until: number
  out: ServerResponse
  isBehind: boolean
  silentSince: number | null
  owes: 'nothing' | 'everything'
}

const gatherMs = 150
const beatMs = 20_000
const retryMs = 1_000
/** A screen gives the time of the last event it heard, which took time to arrive. */
const marginMs = 2_000

export class Streams {
  readonly #ask: AskListeners
  readonly #streams = new Set<Stream>()
  readonly #recent = new RecentChanges()
  readonly #gathered = new Set<Change>()
  readonly #unsure = new Set<Stream>()
  #isHearing = false
  #asking: Promise<void> | undefined
  #flushing: NodeJS.Timeout | undefined
  #retrying: NodeJS.Timeout | undefined
  readonly #beating: NodeJS.Timeout

  constructor(ask: AskListeners) {
    this.#ask = ask
    this.#beating = setInterval(() => this.#beat(), beatMs).unref()
  }

  get size(): number {
    return this.#streams.size
  }

  countOf(userId: string): number {
    let count = 0
    for (const stream of this.#streams) if (stream.userId === userId) count += 1
    return count
  }

  /** Adds a stream that is silent until its rights are known; then it is told what has changed in the last `missedMs`. */
  open(out: ServerResponse, tokenHash: string, userId: string, missedMs: number): void {
    const stream: Stream = {
      ...{ tokenHash, userId, role: null, scope: new Set<string>(), until: Number.POSITIVE_INFINITY, out },
      ...{ isBehind: false, silentSince: performance.now() - missedMs - marginMs, owes: 'nothing' },
    }
    this.#streams.add(stream)
    out.once('close', () => {
      this.#streams.delete(stream)
      this.#unsure.delete(stream)
    })
    this.#doubt([stream])
  }

  /** Handles every notice of the database. */
  hear(channel: string, text: string): void {
    if (channel === 'access') {
      this.#doubt([...this.#streams].filter(({ userId }) => text === '*' || text === userId))
      return
    }
    const change = changeOf(text)
    if (!change) return
    this.#recent.add(change, performance.now())
    this.#gathered.add(change)
    this.#flushing ??= setTimeout(() => this.#flush(), gatherMs)
  }

  /** Notices arrive again after an interruption: any change may have been missed, also changes of rights. */
  resume(): void {
    this.#isHearing = true
    this.#recent.begin(performance.now())
    for (const stream of this.#streams) stream.owes = 'everything'
    this.#doubt([...this.#streams])
  }

  /** No notices arrive. Streams stay open; they are told that everything may have changed as soon as possible. */
  interrupt(): void {
    this.#isHearing = false
    this.#recent.end()
    for (const stream of this.#streams) stream.silentSince ??= performance.now()
  }

  /** Ends all streams; their screens connect again, to this or another server. */
  close(): void {
    for (const timer of [this.#beating, this.#flushing, this.#retrying]) clearTimeout(timer)
    for (const { out } of this.#streams) out.end()
  }

  /** These streams are silent until the database has confirmed what they may tell. */
  #doubt(streams: Stream[]): void {
    for (const stream of streams) {
      stream.silentSince ??= performance.now()
      this.#unsure.add(stream)
    }
    if (this.#unsure.size > 0) this.#asking ??= this.#askAgain()
  }

  async #askAgain(): Promise<void> {
    try {
      while (this.#unsure.size > 0) {
        const streams = [...this.#unsure]
        this.#unsure.clear()
        const owners = await this.#ask([...new Set(streams.map(({ tokenHash }) => tokenHash))]).catch((error) => {
          for (const stream of streams) this.#unsure.add(stream)
          throw error
        })
        const listeners = new Map(owners.map((listener) => [listener.tokenHash, listener]))
        // A stream that is in doubt again since the query was sent waits for the next answer.
        for (const stream of streams)
          if (!this.#unsure.has(stream)) this.#settle(stream, listeners.get(stream.tokenHash))
      }
    } catch {
      this.#retrying = setTimeout(() => this.#doubt([...this.#unsure]), retryMs)
    } finally {
      this.#asking = undefined
    }
  }

  #settle(stream: Stream, listener: Listener | undefined): void {
    if (!listener?.role) {
      this.#send(stream, 'ended')
      stream.out.end()
      return
    }
    const scope = new Set(listener.scope)
    const isNew = stream.until === Number.POSITIVE_INFINITY
    const isSame = stream.role === listener.role && scope.symmetricDifference(stream.scope).size === 0
    Object.assign(stream, { role: listener.role, scope, until: Date.parse(listener.until) })
    if (!this.#isHearing) return // until `resume`
    const missed = stream.owes === 'everything' ? undefined : this.#recent.after(stream.silentSince ?? 0)
    stream.silentSince = null
    if (!isNew && !isSame) this.#send(stream, 'access')
    if (missed) this.#tell(stream, missed)
    else this.#send(stream, 'everything')
    this.#send(stream, 'beat')
  }

  #flush(): void {
    this.#flushing = undefined
    const changes = [...this.#gathered]
    this.#gathered.clear()
    for (const stream of this.#streams) if (stream.silentSince === null) this.#tell(stream, changes)
  }

  #tell(stream: Stream, changes: Change[]): void {
    const visible = grouped(changes.filter((change) => hears(stream, change)))
    if (visible.length > 0) this.#send(stream, 'changed', visible)
  }

  /** A reader that does not keep up gets one event instead of all it missed, so that nothing piles up for it. */
  #send(stream: Stream, event: LiveEventName, data?: object): void {
    if (stream.out.writableEnded) return
    if (stream.isBehind) {
      if (event !== 'beat') stream.owes = 'everything'
      return
    }
    if (event === 'everything') stream.owes = 'nothing'
    if (stream.out.write(`event: ${event}\ndata: ${data ? JSON.stringify(data) : ''}\n\n`)) return
    stream.isBehind = true
    stream.out.once('drain', () => {
      stream.isBehind = false
      if (stream.owes === 'everything' && stream.silentSince === null) this.#send(stream, 'everything')
    })
  }

  /** By this both ends notice a broken connection. No event tells of the end of a session, so it is checked here. */
  #beat(): void {
    for (const stream of this.#streams) this.#send(stream, 'beat')
    this.#recent.forget(performance.now())
    this.#doubt([...this.#streams].filter(({ until }) => until <= Date.now()))
  }
}

const hears = ({ scope, role, userId }: Stream, { companyId, kind, person }: Change) =>
  scope.has(companyId) && can(role, liveNeeds[kind]) && (person === null || person === userId)
