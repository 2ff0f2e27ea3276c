import { CompiledQuery, sql } from 'kysely'
import { type ConnectionOptions, PgBoss, type Queue } from 'pg-boss'
import type { Database } from '../database/database.ts'
import type { Db } from '../database/handle.ts'
import { countOf } from '../database/rows.ts'
import type { Enqueue, Handler, JobKind, JobPayload, Schedule } from './job-kinds.ts'

export type Jobs = {
  enqueue: Enqueue
  /** Whether jobs of a kind run here. */
  runs(kind: string): Promise<boolean>
  /** Adds a failed job again, as it was. @returns null when one with its key waits or runs already */
  again(db: Db, failed: { kind: string; data: object; key: string | null }): Promise<string | null>
  close(): Promise<void>
}

/** The schema of pg-boss in each database; migrations make it. */
export const schema = 'jobs'

/** The queue of jobs that failed for good. */
export const deadLetters = 'dead-letters'
/** The kind of a job in that queue; a job that was put there by itself has no source. */
export const sourceKind = sql<string>`coalesce(source_name, ${sql.lit(deadLetters)})`

const day = 86_400

/** A worker that is gone for this long has lost its jobs; others start them again. Seconds. */
export const leaseSeconds = 30

/** The package never changes the schema: migrations do, and the runtime roles may not. */
export const never = { migrate: false, createSchema: false, reindex: false } as const

/** The door through which requests add jobs. It uses the caller's transaction, and so the caller's fence. */
export async function openJobs(database: Pick<Database, 'read'>): Promise<Jobs> {
  const reading: IDatabase = {
    executeSql: (text, values) =>
      database.read({ tokenHash: null, companyId: null }, (db) => sent(db).executeSql(text, values)),
  }
  const boss = new PgBoss({ ...never, schema, db: reading, supervise: false, schedule: false })
  boss.on('error', () => undefined) // its cache of queues is refreshed again in a minute
  await boss.start()
  return {
    enqueue: enqueueBy(boss),
    runs: async (kind) => kind !== deadLetters && (await boss.getQueue(kind)) !== null,
    again: (db, { kind, data, key }) =>
      boss.send(kind, data, {
        ...{ db: sent(db), group: { id: (data as JobPayload).companyId } },
        ...(key !== null && { singletonKey: key }),
      }),
    close: () => boss.stop({ graceful: false }),
  }
}

export const enqueueBy =
  (boss: PgBoss): Enqueue =>
  async (db, kind, payload, { key, startAfter, priority = 0 } = {}) => {
    const data = kind.payload.parse(payload)
    return boss.send(kind.name, data, {
      ...{ db: sent(db), priority },
      group: { id: kind.atOnce ? (key ?? data.companyId) : data.companyId },
      ...(kind.policy && { singletonKey: `${data.companyId} ${key ?? ''}` }),
      ...(startAfter && { startAfter }),
    })
  }

type IDatabase = NonNullable<ConnectionOptions['db']>

/** Lets pg-boss use one of our transactions. */
export const sent = (db: Db): IDatabase => ({
  executeSql: async (text, values = []) => {
    const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
    return { rows }
  },
})

/**
 * Makes the queues of all kinds, and brings their settings up to date. At each start, before requests.
 * @param adminUrl connection of the owner of a migrated database
 */
export async function settleQueues(adminUrl: string, handlers: Handler[], schedules: Schedule[]): Promise<void> {
  const boss = new PgBoss({ ...never, schema, connectionString: adminUrl, max: 1, supervise: false, schedule: false })
  boss.on('error', () => undefined)
  await boss.start()
  try {
    const queues = new Map((await boss.getQueues()).map((queue) => [queue.name, queue]))
    const wanted = [
      { name: deadLetters, retentionSeconds: 90 * day },
      ...handlers.map(queueOf),
      ...schedules.map(queueOfSchedule),
    ]
    for (const queue of wanted) {
      const { name, policy, ...settings } = queue as Queue
      const existingQueue = queues.get(name)
      if (!existingQueue) await boss.createQueue(name, queue)
      else if (Object.entries(settings).some(([key, value]) => existingQueue[key as keyof Queue] !== value))
        await boss.updateQueue(name, settings)
    }
  } finally {
    await boss.stop({ graceful: false })
  }
}

const queueOf = ({ kind }: { kind: JobKind<JobPayload> }): Queue => ({
  name: kind.name,
  policy: kind.policy ? 'exclusive' : 'standard',
  retryLimit: kind.retryLimit,
  retryDelay: kind.retryDelay,
  retryBackoff: true,
  retryDelayMax: 3_600,
  expireInSeconds: kind.expireIn,
  heartbeatSeconds: leaseSeconds,
  retentionSeconds: 14 * day,
  deleteAfterSeconds: 2 * day,
  deadLetter: deadLetters,
  notify: true,
})

/** The queue on which a schedule reminds the workers. */
export const reminderOf = ({ name }: Schedule): string => `every/${name}`

const queueOfSchedule = (schedule: Schedule): Queue => ({
  name: reminderOf(schedule),
  policy: 'exclusive',
  retryLimit: 0,
  expireInSeconds: 300,
  heartbeatSeconds: leaseSeconds,
  retentionSeconds: day,
  deleteAfterSeconds: day,
})

/** How many jobs of all companies wait, for the trend that the server keeps. A number and nothing of the jobs, so nobody has to be signed in. */
export const countWaitingJobs = (database: Pick<Database, 'read'>): Promise<number> =>
  database.read({ tokenHash: null, companyId: null }, (db) => countOf(db, sql`select app.waiting_jobs()`))
