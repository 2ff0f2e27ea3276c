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
import { countJobs } from './job-durations.ts'
import { answerScrapes } from './scrapes.ts'

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

/** What the database knows of the whole installation; app.metrics explains each. */
const Figures = z.object({
  jobs_waiting: z.int(),
  jobs_running: z.int(),
  jobs_failed: z.int(),
  job_delay: z.number(),
  schedules_at: z.number().nullable(),
  oldest_backup_at: z.number().nullable(),
  exported_at: z.number().nullable(),
  drilled_at: z.number().nullable(),
  copied_at: z.number().nullable(),
  archived_at: z.number().nullable(),
  oldest_contact_at: z.number().nullable(),
})

const explained = {
  process_start_time_seconds: 'When this server started',
  process_resident_memory_bytes: 'Memory of this server, without its PostgreSQL',
  sbr_event_loop_delay_seconds: 'Delay of the event loop, 99 of 100, in the last half minute or minute',
  sbr_live_streams: 'Screens that are open and hear of changes',
  sbr_requests_running: 'Requests that have a connection to PostgreSQL',
  sbr_requests_waiting: 'Requests that wait for a connection to PostgreSQL',
  sbr_disk_free_bytes: 'Space on the disk of the data folder',
  sbr_disk_size_bytes: 'Size of the disk of the data folder',
  sbr_database_up: 'Whether PostgreSQL answers',
  sbr_jobs_waiting: 'Jobs that wait, of all servers',
  sbr_jobs_running: 'Jobs that run, of all servers',
  sbr_jobs_failed: 'Jobs that failed for good and were not run again',
  sbr_job_delay_seconds: 'For how long the job has waited that is longest due',
  sbr_schedules_timestamp_seconds: 'When a worker last looked for work that is due',
  sbr_oldest_backup_timestamp_seconds: 'The last backup of the company that has waited longest for one',
  sbr_export_timestamp_seconds: 'The last export of everything',
  sbr_restore_drill_timestamp_seconds: 'The last restore drill that succeeded',
  sbr_base_copy_timestamp_seconds: 'The last copy of the database in the archive of the embedded PostgreSQL',
  sbr_wal_archive_timestamp_seconds: 'Up to when the log of the embedded PostgreSQL is in its archive',
  sbr_oldest_contact_timestamp_seconds: 'The last successful call of the connection that has waited longest for one',
}
type Name = keyof typeof explained

/** Reads the figures when somebody asks for them. An unknown one is left out. */
function addGauges(registry: Registry, sources: Sources, log: FastifyBaseLogger): () => Promise<void> {
  const gauges = Object.entries(explained).map(
    ([name, help]) => [name as Name, new Gauge({ name, help, registers: [registry] })] as const,
  )
  return async () => {
    const values: Partial<Record<Name, number | null>> = {
      ...(await ofServer(sources)),
      ...(await ofDatabase(sources, log)),
    }
    for (const [name, gauge] of gauges) {
      const value = values[name] ?? null
      if (value === null) gauge.remove()
      else gauge.set(value)
    }
  }
}

async function ofServer({ database, health, streams }: Sources) {
  const disk = await health.disk()
  const { running, waiting } = database.load()
  const delays = health.samples().slice(-2)
  return {
    process_start_time_seconds: Date.parse(health.startedAt) / 1_000,
    process_resident_memory_bytes: process.memoryUsage.rss(),
    sbr_event_loop_delay_seconds: Math.max(...delays.map(({ delayMs }) => delayMs)) / 1_000,
    sbr_live_streams: streams(),
    sbr_requests_running: running,
    sbr_requests_waiting: waiting,
    sbr_disk_free_bytes: disk?.free ?? null,
    sbr_disk_size_bytes: disk?.total ?? null,
  } satisfies Partial<Record<Name, number | null>>
}

/** Asks beside the queue of requests: the figures are needed most when that is full. */
async function ofDatabase({ database }: Sources, log: FastifyBaseLogger) {
  const metrics = database.counts.query({ text: 'select * from app.metrics()' })
  const figures = await metrics
    .then(({ rows: [row] }) => Figures.parse(row))
    .catch((error) => {
      log.warn({ err: error }, 'metrics of the database')
      return undefined
    })
  if (!figures) return { sbr_database_up: 0 }
  return {
    sbr_database_up: 1,
    sbr_jobs_waiting: figures.jobs_waiting,
    sbr_jobs_running: figures.jobs_running,
    sbr_jobs_failed: figures.jobs_failed,
    sbr_job_delay_seconds: figures.job_delay,
    sbr_schedules_timestamp_seconds: figures.schedules_at,
    sbr_oldest_backup_timestamp_seconds: figures.oldest_backup_at,
    sbr_export_timestamp_seconds: figures.exported_at,
    sbr_restore_drill_timestamp_seconds: figures.drilled_at,
    sbr_base_copy_timestamp_seconds: figures.copied_at,
    sbr_wal_archive_timestamp_seconds: figures.archived_at,
    sbr_oldest_contact_timestamp_seconds: figures.oldest_contact_at,
  } satisfies Partial<Record<Name, number | null>>
}
