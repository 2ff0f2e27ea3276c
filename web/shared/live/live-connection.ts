import { type LiveChange, type LiveEventName, liveEvents, livePath } from 'contract/live.ts'

/** An event that a screen must act on. */
export type LiveEvent =
  | { event: 'changed'; changes: LiveChange[] }
  | { event: Exclude<LiveEventName, 'changed' | 'beat'>; changes?: undefined }

type StreamEvent = LiveEvent | { event: 'beat'; changes?: undefined }

/** A little more than two beats of the server. */
const quietMs = 45_000
/** A person who looks at another tab for a moment returns to the same connection. */
const hiddenMs = 10_000
const pausesMs = [1_000, 2_000, 5_000, 10_000, 30_000]

/**
 * The connection on which this browser hears of changes. Only one tab holds the stream and passes on its events: a browser opens few
 * connections to a server. No tab holds it while all are hidden; a tab that is shown again says how long it received nothing, and gets the
 * missed changes.
 * @param onLive is told whether changes are received
 * @returns a function that ends it
 */
export function openLiveConnection(
  onLiveEvent: (event: LiveEvent) => void,
  onLive: (isLive: boolean) => void,
): () => void {
  const ending = new AbortController()
  const tabs = 'BroadcastChannel' in window ? new BroadcastChannel('live') : undefined
  let receivedAt = performance.timeOrigin // data loaded since then are new
  let quiet: ReturnType<typeof setTimeout> | undefined

  const take = (streamed: StreamEvent) => {
    const wasAway = Date.now() - receivedAt > quietMs
    receivedAt = Date.now()
    clearTimeout(quiet)
    quiet = setTimeout(() => onLive(false), quietMs)
    onLive(streamed.event !== 'ended')
    if (streamed.event !== 'beat') onLiveEvent(streamed)
    return wasAway
  }
  // The tab with the stream asks for the changes it missed; this tab may have missed more.
  tabs?.addEventListener('message', ({ data }) => take(data) && onLiveEvent({ event: 'everything' }))

  const holdStream = async (signal: AbortSignal) => {
    for (let failures = 0; !signal.aborted; failures++) {
      const missedMs = Math.min(86_400_000, Math.max(0, Math.round(Date.now() - receivedAt)))
      const isOver = await listen(`${livePath}?missedMs=${missedMs}`, signal, (streamed) => {
        failures = 0
        take(streamed)
        tabs?.postMessage(streamed)
      })
      if (signal.aborted) return
      onLive(false)
      if (isOver) return
      const pause = pausesMs[Math.min(failures, pausesMs.length - 1)] ?? 0
      await rest(pause * (0.5 + Math.random() / 2), signal)
    }
  }

  let turn: AbortController | undefined
  let leaving: ReturnType<typeof setTimeout> | undefined
  const follow = () => {
    clearTimeout(leaving)
    if (document.visibilityState === 'hidden') leaving = setTimeout(() => turn?.abort(), hiddenMs)
    else if (!turn || turn.signal.aborted) {
      turn = new AbortController()
      const signal = AbortSignal.any([turn.signal, ending.signal])
      void inTurn(signal, () => holdStream(signal)).catch(() => undefined)
    }
  }
  document.addEventListener('visibilitychange', follow, { signal: ending.signal })
  follow()
  return () => {
    ending.abort()
    tabs?.close()
    clearTimeout(quiet)
    clearTimeout(leaving)
  }
}

/** One tab after the other. Without locks (a page that came by http) each tab has its own stream. */
const inTurn = (signal: AbortSignal, work: () => Promise<void>): Promise<void> =>
  navigator.locks ? navigator.locks.request('live', { signal }, work) : work()

const rest = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })

/** Listens until the stream breaks. @returns whether the server said that the session is over */
function listen(address: string, signal: AbortSignal, onEvent: (streamed: StreamEvent) => void): Promise<boolean> {
  return new Promise((resolve) => {
    const source = new EventSource(address)
    let silence: ReturnType<typeof setTimeout> | undefined
    const end = (isOver: boolean) => {
      clearTimeout(silence)
      source.close()
      resolve(isOver)
    }
    const wait = () => {
      clearTimeout(silence)
      silence = setTimeout(() => end(false), quietMs)
    }
    for (const event of liveEvents) {
      source.addEventListener(event, ({ data }) => {
        wait()
        onEvent((event === 'changed' ? { event, changes: JSON.parse(data) } : { event }) as StreamEvent)
        if (event === 'ended') end(true)
      })
    }
    source.addEventListener('error', () => end(false)) // also a refusal: the next try may find room
    signal.addEventListener('abort', () => end(false))
    wait()
  })
}
