import type pg from 'pg'
import type { z } from 'zod'
import type { Database } from '../database/database.ts'
import type { Db } from '../database/handle.ts'
import type { Mail } from '../mail/mail.ts'
import type { Outbound } from '../outbound/outbound.ts'
import type { Keyring } from '../secrets/keyring.ts'

/** Every job belongs to one company. A payload holds ids and no secrets: it is kept in clear, and shown when the job fails. */
export type JobPayload = { companyId: string }

export type JobKind<Payload extends JobPayload> = {
  /** letters, digits, - _ . / */
  name: string
  payload: z.ZodType<Payload>
  /** tries after the first one; then the job is dead */
  retryLimit: number
  /** seconds before the second try; each further one waits about twice as long, an hour at most */
  retryDelay: number
  /** seconds that one try may take */
  expireIn: number
  /** With it, a company has at most one job with the same key that waits or runs. */
  policy?: 'singleton per key'
  /** How many of them run at once in one process, instead of the usual number, and several of one company, each with another key. */
  atOnce?: number
}

export type Requests = Pick<Database, 'transact' | 'transactBulk'>

/** Kept with a job that has ended: sealed, since it may be about anything. */
export type JobOutput = { sealed: string }
type Run<Payload> = (payload: Payload, context: JobContext) => Promise<void> | Promise<JobOutput | undefined>

/** The tools of a running job. */
export type JobContext = {
  companyId: string
  /** The same in each try. */
  jobId: string
  /** Whether the job is dead if it fails now. */
  isLastTry: boolean
  /** Aborted when the server stops or the time of this try is over: end soon, and throw. */
  signal: AbortSignal
  /** A transaction as app_worker that reaches the rows of this job's company and no others. */
  work<T>(fn: (db: Db) => Promise<T>): Promise<T>
  /** The same for a transaction that copies: `client` speaks COPY, `db` everything else. */
  bulk<T>(fn: (db: Db, client: pg.PoolClient) => Promise<T>): Promise<T>
  /**
   * Whether a step of this job still has to be done: true once, then false (T91). Call it in the transaction of the step's effect. Another
   * delivery of the same job waits until that transaction ends.
   */
  once(db: Db, step: string): Promise<boolean>
  /** The transactions of people, for work that acts as one of them; undefined where the worker has no connection for them. */
  requests: Requests | undefined
  enqueue: Enqueue
  outbound: Outbound
  keyring: Keyring
  mail: Mail
}

/**
 * Adds a job in the caller's transaction: it exists if the transaction commits.
 * @param options.key together with the kind's policy, see JobKind; `priority`: jobs with a higher one run first, 0 is usual
 * @returns the id of the job; null when one with this key waits or runs already
 */
export type Enqueue = <Payload extends JobPayload>(
  db: Db,
  kind: JobKind<Payload>,
  payload: Payload,
  options?: { key?: string; startAfter?: Date; priority?: number },
) => Promise<string | null>

/** A kind with the code that runs it; made by `handle`. */
export type Handler = {
  kind: JobKind<JobPayload>
  /** @throws {DeadJob} when the payload does not fit the kind */
  run(payload: unknown, context: JobContext): Promise<JobOutput | undefined>
}

export function handle<Payload extends JobPayload>(kind: JobKind<Payload>, run: Run<Payload>): Handler {
  return {
    kind: kind as unknown as JobKind<JobPayload>,
    async run(sent, context) {
      const { success, data } = kind.payload.safeParse(sent)
      if (!success) throw new DeadJob('The data of this job do not fit its kind')
      return (await run(data, context)) ?? undefined
    },
  }
}

/** Thrown by a job that can never succeed: it goes to the dead letters at once. */
export class DeadJob extends Error {}

/** Recurring jobs. One of all servers finds out, at the times of `cron` (in UTC), which jobs are due. */
export type Schedule = {
  name: string
  /** minute hour day month weekday */
  cron: string
  /** Each worker asks besides every so many seconds, where a minute is too long. Then jobs need a policy: two may ask at once. */
  everySeconds?: number
  /** Runs as app_worker without a company, through a function that returns ids only. */
  due(db: Db): Promise<Due[]>
}

/** A job of a schedule, made by `due`. */
export type Due = { kind: JobKind<JobPayload>; payload: JobPayload; key?: string }

export const due = <Payload extends JobPayload>(kind: JobKind<Payload>, payload: Payload, key?: string): Due => ({
  kind: kind as unknown as JobKind<JobPayload>,
  payload,
  ...(key !== undefined && { key }),
})

/** The jobs of a feature: what runs them, and what adds them by the clock. */
export type FeatureJobs = { handlers: Handler[]; schedules: Schedule[] }
