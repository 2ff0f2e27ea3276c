/** The product as it is shipped, in a process of its own: session, fence, rights and validation on. Rate limits are off. */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import pg from 'pg'
import { freePort } from './free-port.ts'

let statements = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function counted(this: pg.Client, ...all: unknown[]) {
  const [sent] = all as [{ texts?: string[] }]
  statements += sent.texts?.length ?? 1
  return query.apply(this, all as never)
} as never

let highest = 0
setInterval(() => {
  highest = Math.max(highest, process.memoryUsage.rss())
}, 20).unref()

const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

const { buildApp } = await import('../server/app.ts')
const { readConfig } = await import('../server/platform/config/config.ts')

const config = readConfig({
  NODE_ENV: 'test',
  LOG_LEVEL: 'silent',
  RATE_LIMIT: '0',
  DEMO: '0',
  PORT: String(await freePort()), // with port 0 every request asks the socket for its address
  DATA_DIR: process.env.DATA_DIR,
})
const app = await buildApp({
  config,
  databaseUrl: process.env.BENCH_DATABASE_URL ?? '',
  workerUrl: await prepareJobs(process.env.BENCH_ADMIN_URL),
})
await app.listen({ port: config.port, host: '127.0.0.1' })

/** The queues as `npm start` makes them. @returns the connection of the worker; undefined: no jobs run */
async function prepareJobs(adminUrl: string | undefined): Promise<string | undefined> {
  if (!adminUrl) return undefined
  const [{ allJobs }, { settleQueues }, { workerUrl }] = await Promise.all([
    import('../server/all-jobs.ts'),
    import('../server/platform/jobs/queue.ts'),
    import('../server/platform/database/schema/database-roles.ts'),
  ])
  const { handlers, schedules } = allJobs(config)
  await settleQueues(adminUrl, handlers, schedules)
  return workerUrl(adminUrl)
}

/** Answers over IPC: the resources used since the last message. */
process.on('message', () => {
  process.send?.({ statements, memory: process.memoryUsage.rss(), highest, longestDelay: delay.max / 1e6 })
  delay.reset()
  statements = 0
  highest = process.memoryUsage.rss()
})
process.send?.({ port: (app.server.address() as { port: number }).port })
