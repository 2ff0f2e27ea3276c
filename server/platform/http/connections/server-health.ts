/** The figures of this server in the last hour, in memory: requests, delays, memory, connections; nothing about people. */
import { createHistogram, monitorEventLoopDelay, type RecordableHistogram } from 'node:perf_hooks'
import type { FastifyInstance } from 'fastify'
import type { Database } from '../../database/database.ts'
import type { Space } from '../../storage/disk-space.ts'

/** The figures of a window of 30 seconds, which `HealthSample` of the contract explains; while it is open, some are null. */
export type HealthSample = {
  at: string
  requests: number
  failures: number
  p95Ms: number
  delayMs: number
  memory: number
  inUse: number
  waiting: number
  waitingJobs: number | null
  freeBytes: number | null
}

/** What a window asks others for when it ends. Each may fail. */
type Gauges = { disk: () => Promise<Space>; waitingJobs: () => Promise<number> }

export type Health = {
  startedAt: string
  /** The windows of the last hour, oldest first; the last one is still open. */
  samples: () => HealthSample[]
  /** The disk of the data folder; null when it does not answer. */
  disk: () => Promise<Space | null>
}

const windowMs = 30_000
/** How often the event loop is measured; the histogram holds the whole time between two measurements. */
const resolutionMs = 50
const kept = 3_600_000 / windowMs

/** Counts every answer from now on. */
export function watchHealth(app: FastifyInstance, database: Pick<Database, 'load'>, gauges: Gauges): Health {
  const startedAt = new Date().toISOString()
  const loop = monitorEventLoopDelay({ resolution: resolutionMs })
  loop.enable()
  const closed: HealthSample[] = []
  let window = openWindow()
  const roll = () => {
    const sample = close(window, loop.percentile(99), database)
    void readGauges(gauges).then((read) => Object.assign(sample, read))
    closed.push(sample)
    if (closed.length >= kept) closed.shift()
    loop.reset()
    window = openWindow()
  }
  const timer = setInterval(roll, windowMs)
  timer.unref()
  app.addHook('onResponse', async (_request, { elapsedTime, statusCode }) => {
    window.count += 1
    if (statusCode >= 500) window.failures += 1
    window.times.record(Math.max(1, Math.round(elapsedTime * 1_000)))
  })
  app.addHook('onClose', async () => {
    clearInterval(timer)
    loop.disable()
  })
  return {
    startedAt,
    samples: () => [...closed, close(window, loop.percentile(99), database)],
    disk: () => gauges.disk().catch(() => null),
  }
}

async function readGauges({ disk, waitingJobs }: Gauges): Promise<Pick<HealthSample, 'waitingJobs' | 'freeBytes'>> {
  const [space, jobs] = await Promise.allSettled([disk(), waitingJobs()])
  return {
    waitingJobs: jobs.status === 'fulfilled' ? jobs.value : null,
    freeBytes: space.status === 'fulfilled' ? space.value.free : null,
  }
}

/** `times`: of the answers, in microseconds. */
type Window = { since: number; count: number; failures: number; times: RecordableHistogram }

const openWindow = (): Window => ({ since: Date.now(), count: 0, failures: 0, times: createHistogram() })

function close(
  { since, count, failures, times }: Window,
  delay: number,
  database: Pick<Database, 'load'>,
): HealthSample {
  const minutes = Math.max(1_000, Date.now() - since) / 60_000
  const { running, waiting } = database.load()
  return {
    at: new Date(since).toISOString(),
    requests: Math.round(count / minutes),
    failures: Math.round(failures / minutes),
    p95Ms: count === 0 ? 0 : times.percentile(95) / 1_000,
    delayMs: Math.max(0, (Number.isNaN(delay) ? 0 : delay) / 1e6 - resolutionMs),
    memory: process.memoryUsage.rss(),
    inUse: running,
    waiting,
    ...{ waitingJobs: null, freeBytes: null },
  }
}
