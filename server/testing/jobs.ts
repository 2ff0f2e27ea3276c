import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach } from 'vitest'
import { z } from 'zod'
import { openDatabase } from '../platform/database/database.ts'
import type { Db } from '../platform/database/handle.ts'
import { runtimeUrl, workerUrl } from '../platform/database/schema/database-roles.ts'
import { openJobDatabase } from '../platform/jobs/job-database.ts'
import {
  type Due,
  type Handler,
  handle,
  type JobContext,
  type JobKind,
  type Schedule,
} from '../platform/jobs/job-kinds.ts'
import { openJobs, settleQueues } from '../platform/jobs/queue.ts'
import { startWorker, type WorkerOptions } from '../platform/jobs/worker.ts'
import type { Message } from '../platform/mail/mail.ts'
import { createOutbound } from '../platform/outbound/outbound.ts'
import { createKeyring } from '../platform/secrets/keyring.ts'
import type { Client } from './fixture.ts'
import { keyNamed } from './keys.ts'
import type { TestServer } from './server.ts'

export const Errand = z.object({ companyId: z.uuid(), note: z.string() })
export type Errand = z.infer<typeof Errand>

let made = 0
/** A kind of job that no other test uses. */
export const errandKind = (more: Partial<JobKind<Errand>> = {}): JobKind<Errand> => ({
  ...{ name: `errand-${++made}`, payload: Errand, retryLimit: 2, retryDelay: 0, expireIn: 60 },
  ...more,
})

type Row = {
  id: string
  name: string
  state: string
  retry_count: number
  data: Errand
  output: { message?: string } | null
}

/** Jobs of a test server, added and run by the test itself. Workers stop after each test. */
export function useJobs(server: () => TestServer) {
  const ends: (() => Promise<unknown>)[] = []
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) await end()
  })
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }

  const mails: Message[] = []
  const jobs = {
    /** What was sent. */
    mails,

    /** Makes the queues of handlers. */
    settle: (handlers: Handler[], schedules: Schedule[] = []) => settleQueues(server().adminUrl, handlers, schedules),

    /** Work in a transaction of somebody's request, with the door to the queue. */
    async asking<T>(
      person: Client,
      companyId: string,
      work: (db: Db, enqueue: JobContext['enqueue']) => Promise<T>,
    ): Promise<T> {
      const database = openDatabase(await runtimeUrl(server().adminUrl), 2)
      const { enqueue, close } = await openJobs(database)
      const tokenHash = createHash('sha256').update(person.person.token).digest('hex')
      return database
        .transact({ tokenHash, companyId }, (db) => work(db, enqueue))
        .finally(async () => {
          await close()
          await database.close()
        })
    },

    add: (person: Client, kind: JobKind<Errand>, payload: Errand, options: { key?: string; startAfter?: Date } = {}) =>
      jobs.asking(person, payload.companyId, (db, enqueue) => enqueue(db, kind, payload, options)),

    async work(handlers: Handler[], more: Partial<WorkerOptions> = {}) {
      const worker = await startWorker({
        ...{ url: await workerUrl(server().adminUrl), handlers, schedules: [], log, lookEvery: 1 },
        outbound: createOutbound({ allowLoopback: true, onCall: () => undefined }),
        keyring: createKeyring([keyNamed('1')]),
        mail: { send: async (message) => void mails.push(message) },
        ...more,
      })
      ends.push(() => worker.stop())
      return worker
    },

    /** What a schedule asks for a company now. */
    async asked(companyId: string, schedule: Schedule | undefined): Promise<Due[]> {
      const database = openJobDatabase(await workerUrl(server().adminUrl), 1)
      const all = await database.plain(async (db) => (await schedule?.due(db)) ?? []).finally(() => database.close())
      return all.filter(({ payload }) => payload.companyId === companyId)
    },

    rows: async (name: string): Promise<Row[]> =>
      server().given.sql<Row>('select * from jobs.job_common where name = $1 order by created_on, id', [name]),

    dead: async (kind: JobKind<Errand>) =>
      server().given.sql<Row>(`select * from jobs.job_common where name = 'dead-letters' and source_name = $1`, [
        kind.name,
      ]),

    /** A kind, and a worker that has run a job of it to its end. @returns the rows of its queue */
    async run(person: Client, companyId: string, act: (payload: Errand, context: JobContext) => Promise<void>) {
      const kind = errandKind({ retryLimit: 0 })
      const handlers = [handle(kind, act)]
      await jobs.settle(handlers)
      await jobs.add(person, kind, { companyId, note: '' })
      await jobs.work(handlers)
      return jobs.until(kind, ({ state }) => state === 'completed' || state === 'failed')
    },

    /** Waits until all jobs of a kind are so; the test's own time limit ends the waiting. */
    async until(kind: Pick<JobKind<Errand>, 'name'>, isSo: (row: Row) => boolean): Promise<Row[]> {
      for (;;) {
        const found = await jobs.rows(kind.name)
        if (found.length > 0 && found.every(isSo)) return found
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
  }
  return jobs
}

/** The names of the parts that a transaction sees. */
export const partsSeen = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('parts').select('name').orderBy('name').execute()).map(({ name }) => name)

export const ask = (db: Db, text: string) => sql.raw(text).execute(db)
