/** The composition root: configuration, database, app, socket, and shutdown in the reverse order. */
import { flushCompileCache } from 'node:module'
import { createServer } from 'node:net'
import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { DemoOptions } from '../database/seeds/demo.ts'
import type { resetDemo as ResetDemo } from '../database/seeds/reset-demo.ts'
import { filesOf } from './files/public.ts'
import { sealBackups } from './inventory/backups/seal-backups.ts'
import { sealStored } from './inventory/vendors/seal-stored.ts'
import { commandLine } from './platform/config/command-line.ts'
import { type Config, readConfig } from './platform/config/config.ts'
import { withClient } from './platform/database/connections/with-client.ts'
import { inFolder } from './platform/database/schema/database-fit.ts'
import { oneLine } from './platform/database/schema/owner-connection.ts'
import type { keepWalArchive as KeepWalArchive } from './platform/postgres/archive-upkeep.ts'
import { checkDataFolder } from './platform/postgres/data-folder-lock.ts'
import { startEmbeddedPostgres } from './platform/postgres/embedded-postgres.ts'
import { companySealsOfOwner } from './platform/secrets/company-key.ts'
import { openKeyring } from './platform/secrets/keyring.ts'

/** Disk space in bytes that is kept back for PostgreSQL when the disk is full (docs/operations.md). */
const ballastBytes = 256 * 2 ** 20
const drainLimit = 20_000 // ms; a deployment sends SIGKILL after 30 s

/** The functions that shut down what is open, in this order. */
const open: (() => Promise<unknown>)[] = []
let isLeaving = false

const booted = start().catch((error) => leave(1, error))
process.on('SIGTERM', () => booted.then(() => leave(0)))
process.on('SIGINT', () => booted.then(() => leave(0)))
process.on('uncaughtException', (error) => {
  console.error(error)
  leave(1, error)
})

async function start() {
  const config = readConfig()
  await settlePort(config)
  checkDataFolder(config.dataDir)
  // Importing the app takes as long as starting the database, so both run side by side.
  const [
    adminUrl,
    { buildApp },
    { migrate },
    { runtimeUrl, throughPooler, workerUrl },
    { drain },
    { settleQueues },
    { allJobs },
  ] = await Promise.all([
    openDatabase(config),
    import('./app.ts'),
    import('./platform/database/schema/migrations.ts'),
    import('./platform/database/schema/database-roles.ts'),
    import('./platform/http/connections/drain.ts'),
    import('./platform/jobs/queue.ts'),
    import('./all-jobs.ts'),
  ])
  const warning = await migrate(adminUrl, config.firm, config.defaultTimeZone).catch((error) => {
    throw inFolder(error, config.databaseUrl ? undefined : config.dataDir)
  })
  // The embedded PostgreSQL comes with the packages: nobody can update it separately.
  if (warning && config.databaseUrl) console.warn(`SBR Operations warns: ${warning}`)
  const keyring = await openKeyring(config)
  const demo = {
    ...config,
    sealsOf: (client: pg.Client, companyId: string) => companySealsOfOwner(client, keyring, companyId),
  }
  const { isEmpty, isDemo } = await lookInto(adminUrl)
  const isNewDemo = config.isDemo && isEmpty && (await seed(adminUrl, demo))
  await sealStored(adminUrl, keyring)
  const { handlers, schedules } = allJobs(config)
  await settleQueues(adminUrl, handlers, schedules)
  const listenUrl = await runtimeUrl(adminUrl)
  const app = await buildApp({
    config,
    databaseUrl: throughPooler(listenUrl, config.databasePooler),
    listenUrl,
    workerUrl: config.runsJobs ? await workerUrl(adminUrl) : undefined,
    resetDemo: config.isDemo ? () => resetDemo(adminUrl, demo, () => illustrate(adminUrl, config, app.log)) : undefined,
  })
  open.unshift(() => drain(app, config.drainMs))
  if (isNewDemo) await illustrate(adminUrl, config, app.log)
  await sealBackups(adminUrl, keyring, filesOf(config).blobs)
  await app.listen({ port: config.port, host: config.host })
  if (config.walArchive) await keepArchive(adminUrl, config.walArchive, app.log)
  greet(config, isDemo || (config.isDemo && isEmpty))
  flushCompileCache() // flush now, so that even a killed server leaves a warm cache for the next start
}

async function openDatabase(config: Config): Promise<string> {
  if (config.databaseUrl) return config.databaseUrl
  const starting = startEmbeddedPostgres({
    dataDir: config.dataDir,
    ballastBytes,
    archive: config.walArchive?.folder,
    onGiveUp: (error) => leave(1, error),
    onFullDisk: (sentence) => console.error(sentence),
  })
  // Register it before it runs: a failure elsewhere must also stop a PostgreSQL that is still starting.
  open.push(async () => (await starting.catch(() => undefined))?.stop())
  return (await starting).url
}

async function keepArchive(...options: Parameters<typeof KeepWalArchive>): Promise<void> {
  const { keepWalArchive } = await import('./platform/postgres/archive-upkeep.ts')
  open.unshift(keepWalArchive(...options))
}

async function seed(adminUrl: string, options: DemoOptions): Promise<boolean> {
  const { seedDemo } = await import('../database/seeds/demo.ts')
  return seedDemo(adminUrl, options)
}

async function illustrate(adminUrl: string, config: Config, log: FastifyBaseLogger): Promise<void> {
  const { storeDemoPictures } = await import('./demo-pictures.ts')
  await storeDemoPictures(adminUrl, config, log)
}

async function resetDemo(...options: Parameters<typeof ResetDemo>): ReturnType<typeof ResetDemo> {
  const { resetDemo: reset } = await import('../database/seeds/reset-demo.ts')
  return reset(...options)
}

/** Reports at once when the port is taken, and picks one for PORT=0: sign-in addresses must be known before listening. */
function settlePort(config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const where = `${config.host}:${config.port}`
      if (error.code === 'EADDRINUSE')
        reject(new Error(`port ${config.port} is in use; stop the other program or set PORT`))
      else reject(new Error(`cannot listen on ${where} (${error.message}); check HOST and PORT`))
    })
    probe.listen(config.port, config.host, () => {
      const address = probe.address()
      if (config.port === 0 && address && typeof address === 'object') {
        config.port = address.port
        config.appUrl = config.appUrl.replace(/:0$/, `:${address.port}`)
      }
      probe.close(() => resolve())
    })
  })
}

type Found = { isEmpty: boolean; isDemo: boolean }

/** Whether a migrated database has nobody, and whether its data are those of the demo. */
async function lookInto(adminUrl: string): Promise<Found> {
  const { rows } = await withClient(adminUrl, (client) =>
    client.query<Found>(
      'select not exists (select from profiles) as "isEmpty", is_demo as "isDemo" from app.installation',
    ),
  )
  return rows[0] as Found
}

function greet(config: Config, hasDemoPeople: boolean) {
  const letIn = `To let the first person in: ${commandLine('operator', 'EMAIL')}`
  const people = [
    'operator@sbr.example',
    'company-operator@north.example, manager@north.example, employee@north.example',
    'company-operator@south.example, manager@south.example, employee@south.example',
  ]
  const demo = ["Choose 'Sign in with Google', then one of the demo people:", ...people.map((line) => `  ${line}`)]
  const local = ["'Sign in with Google' leads to a local provider, which lists the people of this server.", letIn]
  const how = config.signIn ? [`Sign in with Google. ${letIn}`] : hasDemoPeople ? demo : local
  console.log(['', `SBR Operations is ready: ${config.appUrl}`, ...how, 'Ctrl+C stops it.', ''].join('\n'))
}

/** Lets running requests finish, then stops PostgreSQL. Runs once: npm may pass on the same signal twice. */
async function leave(code: 0 | 1, error?: unknown) {
  if (isLeaving) return
  isLeaving = true
  if (error) console.error(`SBR Operations stops: ${sentence(error)}`)
  setTimeout(() => process.exit(1), drainLimit).unref()
  try {
    for (const close of open.splice(0)) await close()
  } finally {
    process.exit(code)
  }
}

function sentence(error: unknown) {
  // pg reports a refused connection as an AggregateError without a message of its own.
  const first = error instanceof AggregateError ? error.errors[0] : error
  const message = oneLine(first)
  const isUnreachable = ['ECONNREFUSED', 'ENOTFOUND', 'ETIMEDOUT', '28P01', '3D000'].includes(first?.code)
  return isUnreachable ? `cannot connect to the database; check DATABASE_URL (${message})` : message
}
