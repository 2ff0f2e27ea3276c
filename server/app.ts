import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import { constants } from 'node:zlib'
import compress, { type FastifyCompressOptions } from '@fastify/compress'
import cookie from '@fastify/cookie'
import { ORPCError } from '@orpc/server'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { changesSoFar } from './activity/public.ts'
import { allJobs } from './all-jobs.ts'
import { filesOf } from './files/files.ts'
import { settleStore } from './files/storage/store-at-start.ts'
import { sweepStore } from './files/storage/sweep.ts'
import { registerSignIn } from './identity/sign-in/sign-in.ts'
import { openCallLog, pruneCalls } from './integrations/calls/call-log.ts'
import { registerConsent } from './integrations/consent.ts'
import { takeShopifyNotices } from './integrations/shopify/shopify-webhooks.ts'
import type { Config } from './platform/config/config.ts'
import { type Database, openDatabase } from './platform/database/database.ts'
import { newestMigration } from './platform/database/schema/schema-files.ts'
import { addRateLimits, limitFor } from './platform/fairness/rate-limits.ts'
import { takeCspReports } from './platform/http/answers/csp-reports.ts'
import { answerErrors, answerUnrouted } from './platform/http/answers/error-replies.ts'
import { addSecurityHeaders, securityHeaders } from './platform/http/answers/headers.ts'
import { serveScreens } from './platform/http/answers/static-files.ts'
import type { RequestContext } from './platform/http/api.ts'
import { queueLargeBodies, rejectTinyChunks } from './platform/http/connections/bodies.ts'
import { refuseBrokenText } from './platform/http/connections/broken-text.ts'
import { drains, isDraining } from './platform/http/connections/drain.ts'
import { limitPipelining, skipDestroyed } from './platform/http/connections/pipelines.ts'
import { watchHealth } from './platform/http/connections/server-health.ts'
import { cutSlowReaders } from './platform/http/connections/slow-readers.ts'
import { acceptOnly, endSlowBodies } from './platform/http/connections/uploads.ts'
import { serveDocumentation } from './platform/http/documentation/documentation.ts'
import { mountRouter } from './platform/http/mount.ts'
import { checkOrigin } from './platform/http/origin.ts'
import { refuseOtherMethods } from './platform/http/other-methods.ts'
import { keepHouse } from './platform/jobs/housekeeping.ts'
import { countWaitingJobs, type Jobs, openJobs } from './platform/jobs/queue.ts'
import { startWorker, type WorkerOptions } from './platform/jobs/worker.ts'
import { registerLive } from './platform/live/live-route.ts'
import { type LogStream, logging } from './platform/logging/logging.ts'
import { openMail } from './platform/mail/mail.ts'
import type { Sources as MetricsSources } from './platform/metrics/metrics.ts'
import { type Outbound, openOutbound } from './platform/outbound/outbound.ts'
import { type Keyring, openKeyring } from './platform/secrets/keyring.ts'
import { type DiskWatch, refuseWrites, type Space, spaceOf, watchDisk } from './platform/storage/disk-space.ts'
import { Spool } from './platform/storage/spool.ts'
import { router } from './router.ts'
import { storedKinds } from './stored-kinds.ts'
import { serveMcp } from './suggestions/mcp.ts'

const connectionLimits = {
  headersTimeout: 30_000,
  maxHeaderSize: 16_384,
  keepAliveTimeout: 72_000,
  // The time limit of an upload; endSlowBodies is stricter.
  requestTimeout: 900_000,
}

/**
 * Compression shrinks lists to a tenth; the quality is low because the same core answers the next request. A compressed body is refused (acceptOnly).
 */
const compression: FastifyCompressOptions = {
  threshold: 4_096,
  encodings: ['br', 'gzip'],
  brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } },
  zlibOptions: { level: 1 },
  globalDecompression: false,
}

/**
 * The front door: the steps of a request on its way to a handler, in order.
 * @param options.databaseUrl connection of the role app_rt
 * @param options.listenUrl the same connection past any pooler, on which the server hears of changes
 * @param options.workerUrl connection of the role app_worker; with it this process also runs jobs
 * @param options.log receives the lines of the log; standard output by default
 * @param options.resetDemo replaces all data by the demo data, if they are those of a demo
 * @param options.measure how to find the space of the disk; tests replace it
 */
export async function buildApp({
  config,
  databaseUrl,
  listenUrl = databaseUrl,
  workerUrl,
  resetDemo,
  measure = spaceOf,
  log,
}: {
  config: Config
  databaseUrl: string
  listenUrl?: string
  workerUrl?: string | undefined
  resetDemo?: RequestContext['resetDemo']
  measure?: (folder: string) => Promise<Space>
  log?: LogStream
}): Promise<FastifyInstance> {
  const app = Fastify({
    logger: logging(config.logLevel, log),
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    frameworkErrors: answerUnrouted(securityHeaders(config.isProduction)),
    serverFactory: (handler) => createServer(connectionLimits, skipDestroyed(handler)),
    bodyLimit: 1_048_576,
    routerOptions: { maxParamLength: 200 },
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests on open connections are still served (drain.ts)
  })
  const database = openDatabase(databaseUrl, config.databasePool)
  app.addHook('onClose', () => database.close())
  const disk = watchDisk(app, config.dataDir, measure)
  const appUrl = () => (config.port === 0 ? `http://localhost:${portOf(app)}` : config.appUrl)

  limitPipelining(app)
  drains(app)
  answerErrors(app)
  await recordAnswers(app, config)
  addSecurityHeaders(app, config.isProduction)
  checkOrigin(app, appUrl)
  const refusesChanges = refuseWrites(app, disk, !config.databaseUrl)
  refuseBrokenText(app)
  refuseOtherMethods(app)
  acceptOnly(app)
  endSlowBodies(app)
  rejectTinyChunks(app)
  queueLargeBodies(app, database)
  cutSlowReaders(app)
  await app.register(cookie)
  await app.register(compress, compression)
  const limits = addRateLimits(app, database, config.rateLimit)
  answerProbes(app, disk, database)
  const tools = await openTools(app, config, database, disk)
  const gauges = { disk: () => measure(config.dataDir), waitingJobs: () => countWaitingJobs(database) }
  const health = watchHealth(app, database, gauges)
  const onEnd = await openMetrics(app, config, { database, health, streams: () => streams() })
  const controls = { health, resetDemo, refusesChanges, claimSpace: disk.claim }
  const services = { database, config, appUrl, limits, changesSoFar, ...controls, ...tools }
  serveDocumentation(app, mountRouter(app, router, services, limitFor), config.rateLimit)
  redirectOldAddresses(app)
  keepHouse(app, database, [
    () => sweepStore(database, filesOf(config).blobs, storedKinds, app.log),
    () => pruneCalls(database),
  ])
  await takeCspReports(app)
  serveMcp(app, database, appUrl)
  await registerSignIn(app, { config, database, appUrl, limits })
  registerConsent(app, { config, database, appUrl, ...tools })
  await takeShopifyNotices(app, { database, ...tools })
  const streams = registerLive(app, database, listenUrl)
  await serveScreens(app)
  await settleStore(database, filesOf(config).blobs, storedKinds, app.log).catch(async (error) => {
    await app.close()
    throw error
  })
  if (workerUrl) await runJobs(app, workerUrl, config, { ...tools, database }, onEnd)
  return app
}

/** An address that another one has replaced still leads there (docs/api.md). */
function redirectOldAddresses(app: FastifyInstance) {
  app.get('/api/companies/:companyId/imports/templates/:type', async ({ url }, reply) =>
    reply.redirect(url.replace('/imports/templates/', '/import-templates/'), 308),
  )
}

/** Whether the process is up, and whether it can work: for load balancers, without any detail. */
function answerProbes(app: FastifyInstance, disk: DiskWatch, database: Database) {
  const newest = newestMigration()
  app.get('/healthz', async () => ({ status: 'up' }))
  app.get('/readyz', async () => {
    if (isDraining(app)) throw new ORPCError('UNAVAILABLE', { status: 503, message: 'This server is stopping' })
    await disk.look()
    await database.ping(await newest)
    const warning = disk.warning()
    return { status: 'ready', ...(warning && { warning }) }
  })
}

/** Its packages are loaded only where somebody asks for metrics. */
async function openMetrics(app: FastifyInstance, { metricsAddress }: Config, sources: MetricsSources) {
  if (!metricsAddress) return undefined
  const { serveMetrics } = await import('./platform/metrics/metrics.ts')
  return serveMetrics(app, metricsAddress, sources)
}

type Tools = { jobs: Jobs; keyring: Keyring; outbound: Outbound; spool: Spool }

/** The tools of handlers and jobs besides the database. */
async function openTools(app: FastifyInstance, config: Config, database: Database, disk: DiskWatch): Promise<Tools> {
  const itself = { tokenHash: null, companyId: null }
  const write = openCallLog((work) => database.transact(itself, work), app.log)
  const outbound = openOutbound(config, async (record) => {
    const { detail: _, ...fields } = record
    app.log.info(fields, 'called')
    await write(record)
  })
  app.addHook('onClose', () => outbound.close())
  const jobs = await openJobs(database)
  app.addHook('onClose', () => jobs.close())
  const spool = new Spool(config.dataDir, undefined, () => disk.claim(0))
  return { jobs, outbound, spool, keyring: await openKeyring(config) }
}

/** Jobs end while the last requests are answered, not after them: a deployment grants both together 30 s. */
async function runJobs(
  app: FastifyInstance,
  url: string,
  config: Config,
  { keyring, outbound, database }: Tools & { database: Database },
  onEnd: WorkerOptions['onEnd'],
) {
  const mail = openMail(config, app.log)
  const worker = await startWorker({
    url,
    ...allJobs(config),
    requests: database,
    keyring,
    outbound,
    mail,
    log: app.log,
    ...(onEnd && { onEnd }),
  })
  let stopped: Promise<void> | undefined
  app.addHook('preClose', async () => {
    stopped = worker.stop()
    stopped.catch(() => undefined)
  })
  app.addHook('onClose', () => stopped)
}

/** A line in the log, and a span where somebody collects traces: only there their packages are loaded. */
async function recordAnswers(app: FastifyInstance, { tracesEndpoint }: Config) {
  if (tracesEndpoint) {
    const { startTracing } = await import('./platform/tracing/spans.ts')
    startTracing(tracesEndpoint).traceRequests(app)
  }
  app.decorateRequest('asker', null)
  app.addHook('onResponse', async (request, reply) => {
    const { url: route } = request.routeOptions
    const { person, company } = request.asker ?? {}
    request.log.info(
      { method: request.method, route, person, company, status: reply.statusCode, ms: Math.round(reply.elapsedTime) },
      'answered',
    )
  })
}

function portOf(app: FastifyInstance) {
  const address = app.server.address()
  return typeof address === 'object' ? address?.port : undefined
}
