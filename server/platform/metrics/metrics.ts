/**
 * GET /metrics: the state of this server in the text format of Prometheus, on an address of its own (METRICS_ADDRESS, docs/operations.md). No label
 * holds anything of a person or a company, and each has few values: the pattern of a route, a method, a class of status.
 */
import { Gauge, Histogram, Registry } from '@prometheus-io/client'
import { livePath } from 'contract/live.ts'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { Database } from '../database/database.ts'
import type { Health } from '../http/connections/server-health.ts'
import type { JobEnd } from '../jobs/worker.ts'
import type { Space } from '../storage/disk-space.ts'
import { answerScrapes, countJobs } from './scrapes.ts'

/** Where the figures come from. `streams`: how many live streams are open. */
export type Sources = { database: Pick<Database, 'load' | 'counts'>; health: Health; streams: () => number }

/** Counts every answer from now on, and listens when the app is ready. @returns what counts the jobs */
export function serveMetrics(
  app: FastifyInstance,
  address: NonNullable<Config['metricsAddress']>,
  sources: Sources,
): (end: JobEnd) => void {
  const registry = new Registry()
  countAnswers(app, registry)
  const readGauges = addGauges(registry, sources, app.log)
  let close: (() => void) | undefined
  app.addHook('onReady', async () => {
    close = await answerScrapes(address, registry, readGauges, app.log)
  })
  app.addHook('onClose', async () => close?.())
  return countJobs(registry)
}

/** Live streams are left out: they last as long as a screen is open. */
function countAnswers(app: FastifyInstance, registry: Registry): void {
  const durations = new Histogram({
    name: 'sbr_http_request_duration_seconds',
    help: 'Answers by route and class of status, and how long they took',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.05, 0.15, 0.5, 2, 10],
    registers: [registry],
  })
  app.addHook('onResponse', async ({ method, routeOptions: { url: route } }, { statusCode, elapsedTime }) => {
    if (route === livePath) return
    const status = `${Math.floor(statusCode / 100)}xx`
    durations.observe(route ? { method, route, status } : { method: 'any', route: 'none', status }, elapsedTime / 1_000)
  })
}

type Name = `${'process' | 'sbr'}_${string}`

/** What this server knows of itself. */
const ofServer: Record<Name, [help: string, read: (sources: Sources, disk: Space | null) => number | null]> = {
  process_start_time_seconds: ['When this server started', ({ health }) => Date.parse(health.startedAt) / 1_000],
  process_resident_memory_bytes: ['Memory of this server, without its PostgreSQL', () => process.memoryUsage.rss()],
  sbr_event_loop_delay_seconds: [
    'Delay of the event loop, 99 of 100, in the last half minute or minute',
    ({ health }) =>
      Math.max(
        ...health
          .samples()
          .slice(-2)
          .map(({ delayMs }) => delayMs),
      ) / 1_000,
  ],
  sbr_live_streams: ['Screens that are open and hear of changes', ({ streams }) => streams()],
  sbr_requests_running: ['Requests that have a connection to PostgreSQL', ({ database }) => database.load().running],
  sbr_requests_waiting: [
    'Requests that wait for a connection to PostgreSQL',
    ({ database }) => database.load().waiting,
  ],
  sbr_disk_free_bytes: ['Space on the disk of the data folder', (_, disk) => disk?.free ?? null],
  sbr_disk_size_bytes: ['Size of the disk of the data folder', (_, disk) => disk?.total ?? null],
}

/** What the database knows of the whole installation: the columns of app.metrics, which explains each. */
const ofDatabase: Record<Name, [help: string, column: string]> = {
  sbr_jobs_waiting: ['Jobs that wait, of all servers', 'jobs_waiting'],
  sbr_jobs_running: ['Jobs that run, of all servers', 'jobs_running'],
  sbr_jobs_failed: ['Jobs that failed for good and were not run again', 'jobs_failed'],
  sbr_job_delay_seconds: ['For how long the job has waited that is longest due', 'job_delay'],
  sbr_schedules_timestamp_seconds: ['When a worker last looked for work that is due', 'schedules_at'],
  sbr_oldest_backup_timestamp_seconds: [
    'The last backup of the company that has waited longest for one',
    'oldest_backup_at',
  ],
  sbr_export_timestamp_seconds: ['The last export of everything', 'exported_at'],
  sbr_restore_drill_timestamp_seconds: ['The last restore drill that succeeded', 'drilled_at'],
  sbr_base_copy_timestamp_seconds: [
    'The last copy of the database in the archive of the embedded PostgreSQL',
    'copied_at',
  ],
  sbr_wal_archive_timestamp_seconds: ['Up to when the log of the embedded PostgreSQL is in its archive', 'archived_at'],
  sbr_oldest_contact_timestamp_seconds: [
    'The last successful call of the connection that has waited longest for one',
    'oldest_contact_at',
  ],
}

/** Reads the figures when somebody asks for them. An unknown one is left out. */
function addGauges(registry: Registry, sources: Sources, log: FastifyBaseLogger): () => Promise<void> {
  const gaugeOf = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const set = (gauge: Gauge, value: number | null) => (value === null ? gauge.remove() : gauge.set(value))
  const server = Object.entries(ofServer).map(([name, [help, read]]) => ({ gauge: gaugeOf(name, help), read }))
  const up = gaugeOf('sbr_database_up', 'Whether PostgreSQL answers')
  const shared = Object.entries(ofDatabase).map(([name, [help, column]]) => ({ gauge: gaugeOf(name, help), column }))
  return async () => {
    const [disk, figures] = await Promise.all([sources.health.disk(), readFigures(sources, log)])
    for (const { gauge, read } of server) set(gauge, read(sources, disk))
    set(up, figures ? 1 : 0)
    for (const { gauge, column } of shared) set(gauge, figures?.[column] ?? null)
  }
}

const Figures = z.record(z.string(), z.number().nullable())

/** Asks beside the queue of requests: the figures are needed most when that is full. */
async function readFigures({ database }: Sources, log: FastifyBaseLogger) {
  try {
    const { rows } = await database.counts.query({ text: 'select * from app.metrics()' })
    return Figures.parse(rows[0])
  } catch (error) {
    log.warn({ err: error }, 'metrics of the database')
    return undefined
  }
}
