import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { RecentChanges } from './recent-changes.ts'
import { type Listener, Streams } from './streams.ts'

const companyId = '0190aaaa-0000-7000-8000-000000000001'
const listener: Listener = {
  ...{ tokenHash: 'hash', userId: 'person', role: 'manager', scope: [companyId] },
  until: '2999-01-01T00:00:00Z',
}

const ends: (() => void)[] = []
afterEach(() => {
  for (const end of ends.splice(0)) end()
})

/** The answer of a request whose reader takes nothing while `isFull`. */
function reader() {
  const written: string[] = []
  const out = Object.assign(new EventEmitter(), {
    ...{ written, isFull: false, writableEnded: false },
    write(text: string) {
      written.push(/^event: (\w+)/.exec(text)?.[1] ?? '')
      return !out.isFull
    },
    end() {
      out.writableEnded = true
    },
  })
  return out as typeof out & ServerResponse
}

const turns = async () => {
  for (let n = 0; n < 20; n++) await Promise.resolve()
}
/** Until something is so. */
const until = async (isSo: () => boolean) => {
  while (!isSo()) await new Promise((resolve) => setTimeout(resolve, 10))
}

async function hub(ask: () => Promise<Listener[]> = async () => [listener]) {
  const streams = new Streams(ask)
  ends.push(() => streams.close())
  streams.resume()
  const out = reader()
  streams.open(out, 'hash', 'person', 0)
  await turns()
  return { streams, out }
}

test('a reader that takes nothing gets one event for all it missed, and nothing is queued for it', async () => {
  const { streams, out } = await hub()
  out.isFull = true
  streams.hear('live', `${companyId} part`)
  await until(() => out.written.includes('changed'))
  const sent = out.written.length
  for (let n = 0; n < 1_000; n++) streams.hear('live', `${companyId} ${n % 2 ? 'task' : 'sop'}`)
  const other = reader()
  streams.open(other, 'hash', 'person', 0)
  await until(() => other.written.includes('changed'))
  expect(out.written).toHaveLength(sent)
  out.isFull = false
  out.emit('drain')
  expect(out.written.slice(sent)).toEqual(['everything'])
})

test('while the rights are in doubt nothing is sent; afterwards the missed changes are', async () => {
  const answers: ((found: Listener[]) => void)[] = []
  const { streams, out } = await hub(() => new Promise((resolve) => answers.push(resolve)))
  answers.shift()?.([listener])
  await turns()
  out.written.length = 0
  streams.hear('access', 'person')
  streams.hear('live', `${companyId} part`)
  const other = reader()
  streams.open(other, 'hash', 'person', 0)
  expect(out.written).toEqual([])
  await turns()
  answers.shift()?.([listener])
  await turns()
  answers.shift()?.([listener])
  await until(() => out.written.includes('changed'))
  streams.hear('access', 'person')
  await turns()
  answers.shift()?.([])
  await until(() => out.writableEnded)
  expect(out.written.at(-1)).toBe('ended')
})

test('a database that does not answer keeps streams silent until it does', async () => {
  let failures = 2
  const { streams, out } = await hub(async () => {
    if (failures-- > 0) throw new Error('no')
    return [listener]
  })
  streams.hear('live', `${companyId} part`)
  expect(out.written).toEqual([])
  await until(() => out.written.includes('everything'))
})

test('changes are remembered for a while, each kind once', () => {
  const recent = new RecentChanges()
  const part = { companyId, kind: 'part', person: null, by: null } as const
  expect(recent.after(0)).toBeUndefined()
  recent.begin(100)
  recent.add(part, 110)
  recent.add(part, 120)
  expect(recent.after(105)).toEqual([part])
  expect(recent.after(121)).toEqual([])
  expect(recent.after(99)).toBeUndefined()
  recent.forget(130_000)
  expect(recent.after(9_000)).toBeUndefined()
  expect(recent.after(10_000)).toEqual([])
  recent.end()
  expect(recent.after(200_000)).toBeUndefined()
})

test('when there are too many kinds, the oldest are forgotten', () => {
  const recent = new RecentChanges()
  recent.begin(0)
  for (let n = 0; n < 25_000; n++) recent.add({ companyId: `${n}`, kind: 'part', person: null, by: null }, n)
  expect(recent.after(0)).toBeUndefined()
  expect(recent.after(24_990)?.length).toBe(10)
  expect(recent.after(15_100)?.length ?? 0).toBeLessThanOrEqual(10_000)
})
