import { type AnyProcedure, createProcedureClient } from '@orpc/server'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Config } from '../config/config.ts'
import type { Caller, Identity } from '../database/caller.ts'
import { waitForFile } from '../database/changes.ts'
import type { Db } from '../database/handle.ts'
import { scalarOf } from '../database/rows.ts'
import { DeadJob, type FeatureJobs, handle, type JobContext, type JobOutput, type Requests } from '../jobs/job-kinds.ts'
import { toAnswer } from './answers/error-replies.ts'
import type { RequestContext } from './api.ts'
import { admit } from './guard.ts'
import { type AnswerFile, answerOnce } from './idempotency.ts'
import { type LongJob, longWork, sealFailure, stopStatement } from './long-jobs.ts'
import { describe, inputOf, type Mounted } from './mount.ts'
import { proceduresOf } from './procedures.ts'

/** Stores the file of an export. @returns where it is, and what opens it */
type KeepFile = (
  companyId: string,
  bytes: AsyncIterable<Buffer | string>,
) => Promise<Pick<AnswerFile, 'key' | 'sha256' | 'secret' | 'size'>>

/** The jobs of requests that took long: each runs its procedure again, as the person who asked. @param router all procedures */
export function longJobs(router: object, config: Config, keepFile: KeepFile): FeatureJobs {
  const find = (name: string) => proceduresOf<AnyProcedure>(router).find(([each]) => each === name)
  const run = async (payload: LongJob, job: JobContext) => {
    const found = find(payload.procedure)
    const { requests } = job
    // A payload of another version may name what this one lacks.
    if (!found || !requests) throw new DeadJob('This worker cannot do the work of requests')
    return runAgain(describe(found), payload, { ...job, requests }, { config, keepFile })
  }
  return { handlers: [handle(longWork, run)], schedules: [] }
}

async function runAgain(
  route: Omit<Mounted, 'recordPath'>,
  { companyId, request: sent }: LongJob,
  job: JobContext & { requests: Requests },
  { config, keepFile }: { config: Config; keepFile: KeepFile },
): Promise<JobOutput | undefined> {
  const { requests, keyring, jobId, signal } = job
  const request = requestOf(sent, jobId)
  const change = (db: Db, identity: Identity, client?: pg.PoolClient) => {
    const { reply, sent: answered } = recordedReply()
    return answerOnce(db, identity, { request, reply, keyring }, async () => {
      const context = { ...toolsOf(db, identity, client), config, keyring, request, reply, ...progressOf(job) }
      const path = route.name.split('.')
      // Long procedures use no other tools: a job has no connection to answer on.
      const call = createProcedureClient(route.procedure, { context: context as unknown as RequestContext, path })
      const body = await call(inputOf(route, request))
      if (!answered.bytes) return { status: route.status, body }
      await waitForFile(db)
      const stored = await keepFile(companyId, answered.bytes)
      return { status: route.status, body: null, file: { ...stored, ...about(answered, identity) } }
    })
  }
  const stop = () => void requests.transact(theServer, (db) => stopStatement(db, jobId)).catch(() => undefined)
  signal.addEventListener('abort', stop)
  try {
    const proof = await job.work((db) => scalarOf(db, z.string(), sql`select app.prove_long_job(${jobId})`))
    const caller: Caller = {
      ...{ tokenHash: null, companyId, address: sent.ip, job: { id: jobId, proof: proof ?? '' } },
      ...(route.meta.changes && { kind: route.meta.changes }),
      admit: (identity) => admit(route, identity),
    }
    await (route.meta.copies ? requests.transactBulk(caller, change) : requests.transact(caller, change))
    return undefined
  } catch (error) {
    const { code, status, message, data } = toAnswer(error as Error, request)
    // The server stops, or fails for a moment: the next try may do it.
    if (signal.aborted || (status >= 500 && !job.isLastTry)) throw error
    return { sealed: sealFailure(keyring, companyId, jobId, { code, status, message, data: data ?? null }) }
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

const theServer: Caller = { tokenHash: null, companyId: null }

type Answered = { headers: Record<string, string>; bytes?: AsyncIterable<Buffer | string> }

/** A reply that keeps what an export would send. */
function recordedReply(): { reply: FastifyReply; sent: Answered } {
  const sent: Answered = { headers: {} }
  const reply = {
    raw: {},
    header: (name: string, value: string) => {
      sent.headers[name] = value
      return reply
    },
    send: (bytes: AsyncIterable<Buffer | string>) => {
      sent.bytes = bytes
      return reply
    },
  }
  return { reply: reply as unknown as FastifyReply, sent }
}

/** For as long as answers are kept (app.sweep). */
const dayMs = 86_400_000

const about = ({ headers }: Answered, { role }: Identity) => ({
  name: /filename="(.+)"/.exec(headers['content-disposition'] ?? '')?.[1] ?? 'export',
  role: role ?? '',
  expiresAt: new Date(Date.now() + dayMs).toISOString(),
})

/** The request as far as a long procedure and `answerOnce` read it. */
const requestOf = ({ key, body, ...sent }: LongJob['request'], id: string) =>
  ({
    ...{ ...sent, id, headers: { 'idempotency-key': key } },
    query: Object.fromEntries(new URL(sent.url, 'http://job').searchParams),
    body: body === undefined ? undefined : JSON.parse(body),
  }) as unknown as FastifyRequest

/** All in the one transaction of the job. */
function toolsOf(db: Db, identity: Identity, client: pg.PoolClient | undefined) {
  const withCaller = <T>(work: (db: Db, identity: Identity) => T) => work(db, identity)
  return {
    read: withCaller,
    readAs: withCaller,
    write: withCaller,
    bulk: <T>(work: (db: Db, identity: Identity, client: pg.PoolClient) => T) => {
      if (!client) throw new Error('This procedure does not copy')
      return work(db, identity, client)
    },
    // The transaction goes on until the file is stored, so its rows need no other place meanwhile.
    spool: async (source: AsyncIterable<Buffer | string>) => ({ send: () => source }),
  }
}

const reportEveryMs = 500

/** What is done so far is told at once, beside the transaction. A failure to tell it does not fail the work. */
function progressOf({ work, jobId }: JobContext) {
  let last = 0
  const store = (progress: number) =>
    work((db) =>
      sql`update jobs.job_common set output = jsonb_build_object('progress', ${progress}::float8)
        where name = ${longWork.name} and id = ${jobId} and state = 'active'`.execute(db),
    )
  return {
    takesLong: () => undefined,
    report: async (progress: number) => {
      if (performance.now() - last < reportEveryMs) return
      last = performance.now()
      await store(Math.min(progress, 1)).catch(() => undefined)
    },
  }
}
