import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { entityTypes } from 'contract/activity/activity.ts'
import { contract } from 'contract/index.ts'
import { liveKinds, ownNouns } from 'contract/live.ts'
import type { RouteMeta } from 'contract/route.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { api } from '../api/api.ts'
import { followChanges } from './live-queries.ts'

const [mine, theirs] = ['0190aaaa-0000-7000-8000-000000000001', '0190aaaa-0000-7000-8000-000000000002']

vi.hoisted(() => {
  // The client of the API needs the address of the page.
  Object.assign(globalThis, { window: { location: { origin: 'http://localhost' }, addEventListener: () => undefined } })
})

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

/** Screens that show some answers, and count the requests for each. */
function screens(keys: Record<string, readonly unknown[]>) {
  const queries = new QueryClient()
  const requests: Record<string, number> = {}
  const answers: (() => void)[] = []
  let isSlow = false
  for (const [name, queryKey] of Object.entries(keys)) {
    requests[name] = -1 // not counting the first request, when the screen opens
    const queryFn = () => {
      requests[name] = (requests[name] ?? 0) + 1
      return isSlow ? new Promise<number>((resolve) => answers.push(() => resolve(1))) : 1
    }
    new QueryObserver(queries, { queryKey, queryFn }).subscribe(() => undefined)
  }
  const doings = { hidden: false, typing: false }
  const following = followChanges(queries, { isHidden: () => doings.hidden, isTyping: () => doings.typing })
  return {
    ...{ requests, following, doings, answers },
    slow: () => {
      isSlow = true
    },
  }
}

const keys = {
  parts: api.parts.list.queryKey({ input: { companyId: mine } }),
  theirParts: api.parts.list.queryKey({ input: { companyId: theirs } }),
  locks: api.timeLocks.list.queryKey({ input: { companyId: mine } }),
  session: api.session.get.queryKey(),
}
const partOf = (companyId: string) => [{ companyId, kinds: ['part' as const] }]

test('queries that show a change are sent again, only in its company', async () => {
  const { requests, following } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  following.changed(partOf(mine))
  await vi.advanceTimersByTimeAsync(300)
  expect(requests).toEqual({ parts: 1, theirParts: 0, locks: 0, session: 0 })
  following.everything()
  await vi.advanceTimersByTimeAsync(1_300)
  expect(requests).toEqual({ parts: 2, theirParts: 1, locks: 1, session: 1 })
})

test('a person who works through a SOP hears that it was withdrawn', async () => {
  const run = api.sopRuns.get.queryKey({ input: { companyId: mine, id: theirs } })
  const { requests, following } = screens({ run, locks: keys.locks })
  await vi.advanceTimersByTimeAsync(10)
  following.changed([{ companyId: mine, kinds: ['sop'] }])
  await vi.advanceTimersByTimeAsync(300)
  expect(requests).toEqual({ run: 1, locks: 0 })
})

test('many changes are one round of queries a second, and the next round waits for the answers', async () => {
  const { requests, following, slow, answers } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  for (let n = 0; n < 100; n++) {
    following.changed(partOf(mine))
    await vi.advanceTimersByTimeAsync(10)
  }
  expect(requests.parts).toBe(1)
  await vi.advanceTimersByTimeAsync(1_500)
  expect(requests.parts).toBe(2)
  slow()
  following.changed(partOf(mine))
  await vi.advanceTimersByTimeAsync(1_500)
  following.changed(partOf(mine))
  await vi.advanceTimersByTimeAsync(60_000)
  expect(requests.parts).toBe(3)
  for (const answer of answers.splice(0)) answer()
  await vi.advanceTimersByTimeAsync(1_500)
  expect(requests.parts).toBe(4)
})

test('a hidden screen sends nothing, and one round when it is shown again', async () => {
  const { requests, following, doings } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  doings.hidden = true
  for (let n = 0; n < 5; n++) {
    following.changed(partOf(mine))
    await vi.advanceTimersByTimeAsync(5_000)
  }
  expect(requests.parts).toBe(0)
  doings.hidden = false
  following.resume()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(requests.parts).toBe(1)
})

test('a list waits while somebody types in one of its cells', async () => {
  const { requests, following, doings } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  doings.typing = true
  following.changed(partOf(mine))
  await vi.advanceTimersByTimeAsync(20_000)
  expect(requests.parts).toBe(0)
  doings.typing = false
  await vi.advanceTimersByTimeAsync(1_000)
  expect(requests.parts).toBe(1)
})

test('a closed screen sends nothing', async () => {
  const { requests, following } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  following.changed(partOf(mine))
  following.end()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(requests.parts).toBe(0)
})

const by = '0190aaaa-0000-7000-8000-00000000000b'
const partBy = { companyId: mine, kinds: ['part' as const], by }
const ownPart = { noun: 'parts', changed: { by, changes: [partBy] } }

test('an own change is shown at once, and its live event asks for nothing', async () => {
  const { requests, following } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  following.own(ownPart)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toEqual({ parts: 1, theirParts: 1, locks: 0, session: 0 })
  following.changed([partBy])
  await vi.advanceTimersByTimeAsync(5_000)
  expect(requests.parts).toBe(1)
  following.changed(partOf(mine)) // by others, perhaps together with an own one
  await vi.advanceTimersByTimeAsync(5_000)
  expect(requests.parts).toBe(2)
})

test('an own change waits for nothing: not for others, not for a shown screen', async () => {
  const { requests, following, doings } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  following.changed(partOf(mine))
  await vi.advanceTimersByTimeAsync(300)
  doings.hidden = true
  following.own(ownPart)
  await vi.advanceTimersByTimeAsync(1)
  expect(requests.parts).toBe(2)
})

test('an own change counts as shown when its queries are answered; two at once are one round', async () => {
  const { requests, following, slow, answers } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  let isShown = false
  slow()
  following.own(ownPart)
  following.own(ownPart)
  void following.shown().then(() => {
    isShown = true
  })
  await vi.advanceTimersByTimeAsync(60_000)
  expect([isShown, requests.parts]).toEqual([false, 1])
  for (const answer of answers.splice(0)) answer()
  await vi.advanceTimersByTimeAsync(1)
  expect(isShown).toBe(true)
})

test('while somebody types in a cell, an own change waits and no save waits for it', async () => {
  const { requests, following, doings } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  doings.typing = true
  following.own(ownPart)
  await Promise.all([following.shown(), vi.advanceTimersByTimeAsync(1)])
  expect(requests.parts).toBe(0)
  doings.typing = false
  following.resume()
  await vi.advanceTimersByTimeAsync(1)
  expect(requests.parts).toBe(1)
})

test('whoever waits for the screen goes on when the screen is closed', async () => {
  const { requests, following } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  following.own(ownPart)
  const shown = following.shown()
  following.end()
  await shown
  expect(requests.parts).toBe(0)
})

test('an answer that cannot tell what changed refreshes all screens; one that changed nothing, none', async () => {
  const { requests, following } = screens(keys)
  await vi.advanceTimersByTimeAsync(10)
  following.own({ noun: 'parts', changed: { by, changes: [] } })
  await Promise.all([following.shown(), vi.advanceTimersByTimeAsync(1)])
  expect(requests).toEqual({ parts: 0, theirParts: 0, locks: 0, session: 0 })
  following.own({ noun: 'parts', changed: null })
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toEqual({ parts: 1, theirParts: 1, locks: 1, session: 1 })
})

test('what nobody else sees is not announced, and shows its own changes', async () => {
  const { requests, following } = screens({ ...keys, tokens: api.tokens.list.queryKey() })
  await vi.advanceTimersByTimeAsync(10)
  following.own({ noun: 'tokens', changed: { by, changes: [] } })
  await vi.advanceTimersByTimeAsync(1)
  expect(requests).toEqual({ parts: 0, theirParts: 0, locks: 0, session: 0, tokens: 1 })
})

test('every record with a log is announced, and every kind names parts of the contract', () => {
  expect(Object.keys(liveKinds)).toEqual(expect.arrayContaining([...entityTypes]))
  const nouns = Object.keys(contract)
  for (const shows of Object.values(liveKinds)) expect(nouns).toEqual(expect.arrayContaining([...shows]))
})

/** Procedures after which no data on screen differ. */
const showNothing = [
  'jobs.cancel', // what is cancelled has changed nothing; its toast follows the job
  'profile.update', // announced as a change of the person
  'preferences.put', // shown before it is stored
  'preferences.putAppearance',
  'bulkEdits.parts', // announced as changes of the records
  'bulkEdits.vendors',
  'stockCounts.create',
  ...['batches.parts', 'batches.assemblies', 'batches.products', 'batches.vendors', 'taskBatches.write'],
]

test('each change of the contract is announced, or shows itself', () => {
  const shown = new Set<string>([...Object.keys(ownNouns), ...Object.values(liveKinds).flat()])
  const silent = Object.entries(contract).flatMap(([noun, procedures]) =>
    Object.entries(procedures).flatMap(([name, procedure]) => {
      const { route, meta } = procedure['~orpc'] as { route: { method?: string }; meta: RouteMeta }
      const isChange = route.method !== 'GET' && !meta.readsOnly
      return isChange && !shown.has(noun) && !showNothing.includes(`${noun}.${name}`) ? [`${noun}.${name}`] : []
    }),
  )
  expect(silent).toEqual(['system.reset']) // everybody has to sign in again
})
