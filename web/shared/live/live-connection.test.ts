import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { type LiveEvent, openLiveConnection } from './live-connection.ts'

/** The streams that are open, in the order in which they were opened. */
let streams: Stream[] = []

class Stream extends EventTarget {
  readonly address: string
  constructor(address: string) {
    super()
    this.address = address
    streams.push(this)
  }
  close() {
    streams = streams.filter((stream) => stream !== this)
  }
  tell(event: string, data: unknown = {}) {
    this.dispatchEvent(new MessageEvent(event, { data: JSON.stringify(data) }))
  }
}

const closings: (() => void)[] = []

beforeEach(() => {
  streams = []
  vi.stubGlobal('EventSource', Stream)
  // The page was opened just now, not when the tests began.
  // A server of the tests beside it still asks for the time.
  const now = performance.now.bind(performance)
  vi.stubGlobal('performance', { timeOrigin: Date.now(), now })
  vi.stubGlobal('window', { BroadcastChannel })
  vi.stubGlobal('document', Object.assign(new EventTarget(), { visibilityState: 'visible' }))
})
afterEach(() => {
  for (const close of closings.splice(0)) close()
  vi.unstubAllGlobals()
})

/** A tab that hears of changes. */
function tab() {
  const heard: LiveEvent[] = []
  const isLive: boolean[] = []
  const close = openLiveConnection(
    (each) => heard.push(each),
    (live) => isLive.push(live),
  )
  closings.push(close)
  return { heard, isLive, close }
}

const changes = [{ companyId: 'a', kind: 'part' }]
const oneStream = () => vi.waitFor(() => expect(streams).toHaveLength(1))

test('one of several tabs holds the stream, and tells the others', async () => {
  const [first, second] = [tab(), tab()]
  await oneStream()
  streams[0]?.tell('changed', changes)
  await vi.waitFor(() => expect(second.heard).toEqual([{ event: 'changed', changes }]))
  expect(first.heard).toEqual(second.heard)
  expect([first.isLive.at(-1), second.isLive.at(-1)]).toEqual([true, true])
  expect(streams).toHaveLength(1)
})

test('when the tab with the stream is closed, another opens one and asks for what it missed', async () => {
  const [first, second] = [tab(), tab()]
  await oneStream()
  const held = streams[0]
  first.close()
  await vi.waitFor(() => expect(streams[0]).not.toBe(held))
  await oneStream()
  expect(streams[0]?.address).toMatch(/missedMs=\d+$/)
  streams[0]?.tell('changed', changes)
  expect(second.heard).toEqual([{ event: 'changed', changes }])
  expect(first.heard).toEqual([])
})

test('without locks, as on a page that came by http, each tab has a stream of its own', async () => {
  vi.stubGlobal('navigator', {})
  tab()
  tab()
  await vi.waitFor(() => expect(streams).toHaveLength(2))
})

test('all tabs hear that a session is over, and no stream is opened again', async () => {
  const [first, second] = [tab(), tab()]
  await oneStream()
  streams[0]?.tell('ended')
  await vi.waitFor(() => expect(second.heard).toEqual([{ event: 'ended' }]))
  expect([first.isLive.at(-1), second.isLive.at(-1)]).toEqual([false, false])
})
