/** `npm run worker`: runs jobs and serves no requests but those for its metrics. The servers beside it have RUN_JOBS=0, or run jobs as well. */
import Fastify from 'fastify'
import { sql } from 'kysely'
import { allJobs } from './all-jobs.ts'
import { openCallLog } from './integrations/calls/call-log.ts'
import { type Config, ConfigError, readConfig } from './platform/config/config.ts'
import { openDatabase } from './platform/database/database.ts'
import { runtimeUrl, throughPooler, workerUrl } from './platform/database/schema/database-roles.ts'
import { migrate } from './platform/database/schema/migrations.ts'
import { commandFailure } from './platform/database/schema/owner-connection.ts'
import { openJobDatabase } from './platform/jobs/job-database.ts'
import { settleQueues } from './platform/jobs/queue.ts'
import { startWorker, type Worker } from './platform/jobs/worker.ts'
import { logging } from './platform/logging/logging.ts'
import { openMail } from './platform/mail/mail.ts'
import type { serveWorkerMetrics as ServeWorkerMetrics } from './platform/metrics/worker-metrics.ts'
import { openOutbound } from './platform/outbound/outbound.ts'
import { findRunningPostgres } from './platform/postgres/running-postgres.ts'
import { openKeyring } from './platform/secrets/keyring.ts'

/** For the work of people: a worker runs three at once, and asks who may go on. */
const longWorkConnections = 5

try {
  const worker = await start(readConfig())
  const leave = () => void worker.stop().finally(() => process.exit(0))
  process.once('SIGTERM', leave).once('SIGINT', leave)
  console.log('SBR Operations runs jobs. Ctrl+C stops it.')
} catch (error) {
  console.error(`SBR Operations stops: ${commandFailure(error)}`)
  process.exit(1)
}

async function start(config: Config): Promise<Worker> {
  const adminUrl = config.databaseUrl ?? findRunningPostgres(config.dataDir)
  if (!adminUrl)
    throw new ConfigError('DATABASE_URL is missing, and no server runs in DATA_DIR: start the server first')
  await migrate(adminUrl, config.firm, config.defaultTimeZone)
  const stopTracing = config.tracesEndpoint ? (await startTracing(config.tracesEndpoint)).stop : undefined
  const { handlers, schedules } = allJobs(config)
  await settleQueues(adminUrl, handlers, schedules)
  const { log } = Fastify({ logger: logging(config.logLevel) })
  const url = await workerUrl(adminUrl)
  const { plain } = openJobDatabase(url, 1)
  const outbound = openOutbound(config, openCallLog(plain, log))
  const keyring = await openKeyring(config)
  const isReachable = () =>
    plain((db) => sql`select 1`.execute(db)).then(
      () => true,
      () => false,
    )
  const onEnd = config.metricsAddress && (await serveMetrics(config.metricsAddress, isReachable, log))
  const counted = onEnd && { onEnd }
  const worker = await startWorker({
    url,
    handlers,
    schedules,
    requests: openDatabase(throughPooler(await runtimeUrl(adminUrl), config.databasePooler), longWorkConnections),
    outbound,
    keyring,
    mail: openMail(config, log),
    log,
    ...counted,
  })
  return { stop: () => worker.stop().finally(() => stopTracing?.()) }
}

/** Its packages are loaded only where somebody collects traces. */
async function startTracing(endpoint: string) {
  const spans = await import('./platform/tracing/spans.ts')
  return spans.startTracing(endpoint)
}

/** Its packages are loaded only where somebody asks for metrics. */
async function serveMetrics(...options: Parameters<typeof ServeWorkerMetrics>) {
  const { serveWorkerMetrics } = await import('./platform/metrics/worker-metrics.ts')
  return serveWorkerMetrics(...options)
}
