import type { LiveChange, LiveEventName } from 'contract/live.ts'
import { livePath } from 'contract/live.ts'
import { afterEach } from 'vitest'
import type { Client } from '../fixture.ts'
import type { TestServer } from '../server.ts'

type Event = { event: LiveEventName; data: LiveChange[] }

/** Live streams of test servers, over real connections; they end after each test. */
export function useStreams() {
  const open: AbortController[] = []
  afterEach(() => {
    for (const one of open.splice(0)) one.abort()
  })

  return {
    async open(server: TestServer, person: Pick<Client, 'person'> | null, query = '') {
      const port = await server.listen()
      const line = new AbortController()
      open.push(line)
      const answer = await fetch(`http://localhost:${port}${livePath}${query}`, {
        headers: person ? { authorization: `Bearer ${person.person.token}` } : {},
        signal: line.signal,
      })
      return { answer, ...heardOn(answer), hangUp: () => line.abort() }
    },
  }
}

/** What arrives on a stream. */
function heardOn(answer: Response) {
  const events: Event[] = []
  const waiting = new Set<() => void>()
  let isOver = false
  const read = async () => {
    let rest = ''
    for await (const text of answer.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      const parts = (rest + text).split('\n\n')
      rest = parts.pop() ?? ''
      for (const part of parts) {
        const [, event = '', data = ''] = /^event: (\w+)\ndata: (.*)$/.exec(part) ?? []
        events.push({ event: event as LiveEventName, data: data ? JSON.parse(data) : [] })
      }
      for (const look of waiting) look()
    }
  }
  const over = (answer.headers.get('content-type')?.startsWith('text/event-stream') ? read() : Promise.resolve())
    .catch(() => undefined)
    .then(() => {
      isOver = true
      for (const look of waiting) look()
    })
  /** Waits until what was heard is so, and forgets it. @throws when the stream ends before */
  const until = (isSo: (heard: Event[]) => boolean) =>
    new Promise<Event[]>((resolve, reject) => {
      const look = () => {
        if (!isSo(events) && !isOver) return
        waiting.delete(look)
        if (isSo(events)) resolve(events.splice(0))
        else reject(new Error(`The stream ended after ${JSON.stringify(events)}`))
      }
      waiting.add(look)
      look()
    })
  return {
    events,
    over,
    until,
    /** Waits for an event of this name. */
    hears: (name: LiveEventName) => until((heard) => heard.some(({ event }) => event === name)),
    /** Waits for a change of this kind. */
    hearsOf: (kind: string) =>
      until((heard) => heard.some(({ data }) => data.some(({ kinds }) => (kinds as string[]).includes(kind)))),
  }
}

/** All kinds that were told of, in any company. */
export const kindsIn = (heard: { data: LiveChange[] }[]) =>
  heard.flatMap(({ data }) => data.flatMap(({ kinds }) => kinds))

/** The companies that were told of, each once. */
export const companiesIn = (heard: { data: LiveChange[] }[]) => [
  ...new Set(heard.flatMap(({ data }) => data.map(({ companyId }) => companyId))),
]
