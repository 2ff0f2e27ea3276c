import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { sql } from 'kysely'
import { type JobResult, type JobWithMetadata, PgBoss } from 'pg-boss'
import { z } from 'zod'
import { quietMs } from '../database/connections/patience.ts'
import type { Db } from '../database/handle.ts'
import { scalarOf } from '../database/rows.ts'
import type { Mail } from '../mail/mail.ts'
import type { Outbound } from '../outbound/outbound.ts'
import { longestFirst, redact } from '../outbound/redaction.ts'
import type { Keyring } from '../secrets/keyring.ts'
import { traced } from '../tracing/traced.ts'
import { type JobDatabase, type JobName, openJobDatabase } from './job-database.ts'
import {
  DeadJob,
  type Enqueue,
  type Handler,
  type JobContext,
  type JobOutput,
  type Requests,
  type Schedule,
} from './job-kinds.ts'
import { enqueueBy, never, reminderOf, schema } from './queue.ts'

export type WorkerOptions = {
  /** connection of the login of app_worker, see workerUrl */
  url: string
  handlers: Handler[]
  schedules: Schedule[]
  requests?: Requests
  outbound: Outbound
  keyring: Keyring
  mail: Mail
  log: Pick<FastifyBaseLogger, 'info' | 'warn' | 'error'>
  /** how often jobs of vanished workers are looked for; seconds; shorter in tests */
  lookEvery?: number
  /** hears of each try of a job that has ended */
  onEnd?: (end: JobEnd) => void
}

/** `end`: completed, failed (it is tried again) or deadletter. */
export type JobEnd = { kind: string; end: string; seconds: number }

export type Worker = {
  /** Takes no new jobs, aborts the signals of running ones, and puts back those that have not ended in time. */
  stop(): Promise<void>
}

/** The time that a running job has after the signal of a stop; shorter than the time that deployments give a server (main.ts). */
const graceMs = 5_000

/**
 * The jobs of a kind that run at once in one process, each for another company: a long one does not stop those of others. Each has a
 * `boss.work` of its own: with `localConcurrency` they would share one id, and `notifyWorker` would only wake the first.
 */
const atOnce = 3

/** Runs jobs until it is stopped. The queues have to be there (see settleQueues). */
export async function startWorker(options: WorkerOptions): Promise<Worker> {
  const { url, handlers, schedules, log, lookEvery = 15 } = options
  const database = openJobDatabase(url, 4)
  const boss = new PgBoss({
    ...{ ...never, schema, connectionString: url, max: 2, application_name: 'sbr-jobs', query_timeout: quietMs },
    ...{ supervise: true, superviseIntervalSeconds: lookEvery, monitorIntervalSeconds: lookEvery },
    ...{ schedule: true, useListenNotify: true },
  })
  boss.on('error', (error) => log.warn({ err: error }, 'the queue of jobs'))
  boss.on('warning', ({ message }) => log.warn({ message }, 'the queue of jobs'))
  const stopping = new AbortController()
  const running = new Set<Promise<unknown>>()
  const tools = { ...options, database, stopping: stopping.signal, enqueue: enqueueBy(boss) }
  await boss.start()
  const polling = pollingEvery(lookEvery)
  const take = async (handler: Handler) => {
    const id = await boss.work(
      handler.kind.name,
      { ...polling, perJobResults: true, includeMetadata: true, localGroupConcurrency: 1 },
      async ([job]: JobWithMetadata<object>[]) => {
        if (!job) return []
        const outcome = traced(
          `job ${job.name}`,
          { 'job.id': job.id, 'job.tries': job.retryCount + 1 },
          async (describe) => {
            const result = await runJob(handler, job, tools)
            describe({ 'job.end': result.status })
            return result
          },
        )
        running.add(outcome)
        const result = await outcome.finally(() => running.delete(outcome))
        boss.notifyWorker(id) // else it would rest before it looks for the next one
        return [result]
      },
    )
  }
  for (const handler of handlers) for (let at = 0; at < (handler.kind.atOnce ?? atOnce); at++) await take(handler)
  const addDue = (schedule: Schedule) => addJobs(database, enqueueBy(boss), schedule)
  await keepSchedules(boss, polling, schedules, addDue, log)
  for (const schedule of schedules) running.add(lookOften(schedule, addDue, stopping.signal, log))
  const end = async () => {
    stopping.abort(new Error('The server stops'))
    const stopped = boss.stop({ graceful: true, timeout: graceMs })
    await Promise.allSettled(running)
    await stopped
    await database.close()
  }
  let ended: Promise<void> | undefined
  return {
    stop() {
      ended ??= end()
      return ended
    },
  }
}

/** NOTIFY wakes the worker; polling finds jobs that wait for a time, and missed ones. */
const pollingEvery = (seconds: number) => ({
  pollingIntervalSeconds: Math.min(2, seconds),
  notifyPollingIntervalSeconds: Math.min(10, seconds),
})

type Tools = WorkerOptions & { database: JobDatabase; stopping: AbortSignal; enqueue: Enqueue }

/** Runs one job. @returns what pg-boss writes down */
async function runJob(handler: Handler, job: JobWithMetadata<object>, tools: Tools): Promise<JobResult> {
  const { database, stopping, log, onEnd } = tools
  const begun = performance.now()
  const facts = { job: job.id, kind: job.name, company: (job.data as { companyId?: string } | null)?.companyId }
  const result = (status: JobResult['status'], message?: string): JobResult => {
    const ms = Math.round(performance.now() - begun)
    log[status === 'completed' ? 'info' : 'warn']({ ...facts, ms, tries: job.retryCount + 1, message }, `job ${status}`)
    onEnd?.({ kind: job.name, end: status, seconds: ms / 1_000 })
    return { id: job.id, status, ...(message && { output: { message } }) }
  }
  const opened = new Set<string>()
  const putBack = async () => {
    await database.putBack(job)
    log.info(facts, 'job put back')
    // pg-boss completes only active jobs: for this job that does nothing.
    return { id: job.id, status: 'completed' as const }
  }
  if (stopping.aborted) return putBack()
  try {
    const { companyStatus } = await database.work(job, async (_, entered) => entered)
    if (companyStatus === null) throw new DeadJob('The company of this job does not exist')
    if (companyStatus !== 'active') return result('completed', `The company is ${companyStatus}`)
    const signal = AbortSignal.any([job.signal, stopping])
    const output = await orGivenUp(
      handler.run(job.data, contextOf(job, signal, { ...tools, keyring: remembering(tools.keyring, opened) })),
      stopping,
    )
    return { ...result('completed'), ...(output && { output }) }
  } catch (error) {
    if (stopping.aborted) return putBack()
    return result(error instanceof DeadJob ? 'deadletter' : 'failed', reasonOf(error, opened))
  }
}

function contextOf(job: JobWithMetadata<object>, signal: AbortSignal, tools: Tools): JobContext {
  const { companyId } = job.data as { companyId: string }
  return {
    companyId,
    jobId: job.id,
    isLastTry: job.retryCount >= job.retryLimit,
    signal,
    work: (fn) => tools.database.work(job, fn),
    bulk: (fn) => tools.database.work(job, (db, _entered, client) => fn(db, client)),
    once: (db, step) => isFirst(db, companyId, job, step),
    requests: tools.requests,
    enqueue: tools.enqueue,
    outbound: tools.outbound,
    keyring: tools.keyring,
    mail: tools.mail,
  }
}

async function isFirst(db: Db, companyId: string, { id }: JobName, step: string): Promise<boolean> {
  const done = sql`insert into job_steps (company_id, job_id, step) values (${companyId}, ${id}, ${step})
    on conflict do nothing returning step`
  return (await scalarOf(db, z.string(), done)) !== undefined
}

/** A job that ignores the signal of a stop is given up, so that the server can end. */
async function orGivenUp(work: Promise<JobOutput | undefined>, stopping: AbortSignal): Promise<JobOutput | undefined> {
  const { promise: givenUp, reject } = Promise.withResolvers<never>()
  let timer: NodeJS.Timeout | undefined
  const onStop = () => {
    timer = setTimeout(() => reject(stopping.reason), graceMs - 1_000)
  }
  stopping.addEventListener('abort', onStop)
  try {
    return await Promise.race([work, givenUp])
  } finally {
    stopping.removeEventListener('abort', onStop)
    clearTimeout(timer)
  }
}

/** A keyring that notes what was opened or sealed, so that no reason of a failure repeats it. */
const remembering = (keyring: Keyring, opened: Set<string>): Keyring => ({
  ...keyring,
  open(sealed, place) {
    const secret = keyring.open(sealed, place)
    opened.add(secret)
    return secret
  },
  seal(secret, place) {
    opened.add(secret)
    return keyring.seal(secret, place)
  },
})

/** The reason that is stored: one line, without secrets. */
function reasonOf(error: unknown, opened: ReadonlySet<string>): string {
  const message = error instanceof Error ? error.message : String(error)
  return redact(message.split('\n')[0] ?? '', longestFirst(opened)).slice(0, 300)
}

type AddDue = (schedule: Schedule) => Promise<number>

/** Adds the jobs that a schedule finds due. @returns how many did not wait or run already */
const addJobs = (database: JobDatabase, enqueue: Enqueue, schedule: Schedule): Promise<number> =>
  database.plain(async (db) => {
    const ids: (string | null)[] = []
    for (const { kind, payload, key } of await schedule.due(db))
      ids.push(await enqueue(db, kind, payload, key === undefined ? {} : { key }))
    return ids.filter((id) => id !== null).length
  })

async function keepSchedules(
  boss: PgBoss,
  polling: ReturnType<typeof pollingEvery>,
  schedules: Schedule[],
  addDue: AddDue,
  log: WorkerOptions['log'],
) {
  const names = schedules.map(reminderOf)
  const kept = await boss.getSchedules()
  for (const { name } of kept) if (!names.includes(name)) await boss.unschedule(name)
  for (const schedule of schedules) {
    const name = reminderOf(schedule)
    await boss.work(name, polling, async () => {
      const added = await addDue(schedule)
      log.info({ schedule: schedule.name, added }, 'schedule')
    })
    const isKept = kept.some((one) => one.name === name && one.cron === schedule.cron && one.timezone === 'UTC')
    if (!isKept) await boss.schedule(name, schedule.cron, {}, { tz: 'UTC' })
  }
}

/** Asks a schedule with `everySeconds` until the worker stops. */
async function lookOften(schedule: Schedule, addDue: AddDue, stopping: AbortSignal, log: WorkerOptions['log']) {
  const { name, everySeconds } = schedule
  while (everySeconds && !stopping.aborted) {
    await addDue(schedule).catch((error) => log.warn({ err: error, schedule: name }, 'schedule'))
    await pause(everySeconds * 1_000, undefined, { signal: stopping, ref: false }).catch(() => undefined)
  }
}
