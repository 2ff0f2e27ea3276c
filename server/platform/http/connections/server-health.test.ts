import Fastify from 'fastify'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { watchHealth } from './server-health.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const load = { load: () => ({ running: 2, waiting: 1 }) }

const gauges = { disk: async () => ({ free: 1_000, total: 2_000 }), waitingJobs: async () => 3 }

function start(options: Partial<typeof gauges> = {}) {
  const app = Fastify()
  const health = watchHealth(app, load, { ...gauges, ...options })
  app.get('/good', async () => 'good')
  app.get('/bad', async () => {
    throw new Error('bad')
  })
  return { app, health }
}

test('each half minute is a window of its own; rates are per minute', async () => {
  const { app, health } = start()
  for (let n = 0; n < 3; n++) await app.inject('/good')
  await app.inject('/bad')
  await vi.advanceTimersByTimeAsync(30_000)
  await app.inject('/good')
  await vi.advanceTimersByTimeAsync(20_000)
  const samples = health.samples()
  expect(samples).toMatchObject([
    { requests: 8, failures: 2, inUse: 2, waiting: 1 },
    { requests: 3, failures: 0, inUse: 2, waiting: 1 },
  ])
  expect(Date.parse(samples[1]?.at ?? '') - Date.parse(samples[0]?.at ?? '')).toBe(30_000)
  await app.close()
})

test('figures older than an hour are forgotten', async () => {
  const { app, health } = start()
  await app.inject('/good')
  await vi.advanceTimersByTimeAsync(3_600_000)
  const samples = health.samples()
  expect(samples).toHaveLength(120)
  expect(samples.every(({ requests }) => requests === 0)).toBe(true)
  await app.close()
})

test('each window keeps the jobs that waited and the space that was free at its end', async () => {
  let waiting = 3
  let free = 1_000
  const { app, health } = start({ waitingJobs: async () => waiting, disk: async () => ({ free, total: 2_000 }) })
  await vi.advanceTimersByTimeAsync(30_000)
  waiting = 0
  free = 900
  await vi.advanceTimersByTimeAsync(30_000)
  expect(health.samples()).toMatchObject([
    { waitingJobs: 3, freeBytes: 1_000 },
    { waitingJobs: 0, freeBytes: 900 },
    { waitingJobs: null, freeBytes: null }, // still open
  ])
  await app.close()
})

test('a disk or a database that does not answer leaves a gap', async () => {
  const silent = () => Promise.reject(new Error('no answer'))
  const { app, health } = start({ waitingJobs: silent, disk: silent })
  await vi.advanceTimersByTimeAsync(30_000)
  expect(health.samples()[0]).toMatchObject({ waitingJobs: null, freeBytes: null, inUse: 2 })
  expect(await health.disk()).toBeNull()
  await app.close()
})
