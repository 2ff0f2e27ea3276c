import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { ORPCError } from '@orpc/server'
import { Failure, sharedErrors } from 'contract/errors.ts'
import type { Job } from 'contract/jobs.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Caller, Identity } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { Db } from '../database/handle.ts'
import { countOf, isTrue, rowOf, rowsOf } from '../database/rows.ts'
import type { JobKind } from '../jobs/job-kinds.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { RequestContext } from './api.ts'
import { refuseOutsideAreas } from './guard.ts'
import { type AnswerFile, openAnswer } from './idempotency.ts'

/** Work on more rows than this may take longer than a person waits. */
export const longRows = 5_000
/** Ten rows of a file are written in the time in which one is imported. */
export const longFileRows = 10 * longRows

/** Thrown in a request by `takesLong`: its transaction ends, and a job runs the procedure again. */
export class TakesLong extends Error {}

/**
 * `tokenId`: of the personal access token that asked. `body`: as JSON, since PostgreSQL would change the order of its keys. `key`: that of the
 * request, under which its answer is kept.
 */
const LongJob = z.strictObject({
  companyId: z.uuid(),
  personId: z.uuid(),
  tokenId: z.uuid().nullable(),
  procedure: z.string(),
  request: z.strictObject({
    method: z.string(),
    url: z.string(),
    ip: z.string(),
    params: z.record(z.string(), z.string()),
    body: z.string().optional(),
    key: z.string(),
  }),
})
export type LongJob = z.infer<typeof LongJob>

/** routines/62-long-jobs.sql knows the name. A job with the same address waits or runs only once. */
export const longWork: JobKind<LongJob> = {
  ...{ name: 'long-work', payload: LongJob, policy: 'singleton per key' },
  ...{ retryLimit: 3, retryDelay: 5, expireIn: 1_800 },
}

type Added = { database: Database; keyring: Keyring } & Pick<RequestContext, 'jobs'>

/**
 * Adds the job of a request, or finds the one that the same request has begun, and waits a moment for its end.
 * @returns the answer of the procedure, or 202 with the job @throws what the procedure throws; 409 when somebody else has begun it
 */
export async function addLongJob(
  { name: procedure, status }: { name: string; status: number },
  { database, jobs, keyring }: Added,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ status: number; body: unknown }> {
  const { companyId = '' } = request.params as { companyId?: string }
  const job = await database.transact(caller, async (db, identity) => {
    const payload = payloadOf(procedure, companyId, identity, request)
    const { method, url } = payload.request
    // Two people change the same thing once; each of them gets a file of their own.
    const key = method === 'GET' ? `${url} ${payload.personId}` : url
    const priority = -(await countOf(db, sql`select app.long_jobs_under_way()`))
    const id = (await jobs.enqueue(db, longWork, payload, { key, priority })) ?? (await findSame(db, payload, key))
    const job = id && (await getLongJob(db, keyring, companyId, id))
    if (!job) throw underWay()
    return job
  })
  const read = () => database.read(caller, (db) => getLongJob(db, keyring, companyId, job.id))
  const end = await endOf(job, read, prefersAsync(request) ? 0 : waitMs)
  if (end.failure) throw new ORPCError(end.failure.code, end.failure)
  if (end.status === 'done' && !end.file) return { status, body: end.answer }
  reply.headers({ location: `/api/companies/${companyId}/jobs/${job.id}`, 'retry-after': '2' })
  return { status: 202, body: end }
}

/** So long a request waits for its job, unless it would rather not (RFC 7240). */
const waitMs = 10_000

/** Whether a request would rather follow a job than wait. */
export const prefersAsync = ({ headers }: FastifyRequest): boolean =>
  /(^|[\s,])respond-async\b/i.test(headers.prefer?.toString() ?? '')

/** Waits for the end of a job, for some time. @returns the job as it is then */
async function endOf(job: Job, read: () => Promise<Job | undefined>, ms: number): Promise<Job> {
  const until = performance.now() + ms
  let latest = job
  while (['waiting', 'running'].includes(latest.status) && performance.now() < until) {
    await pause(200)
    latest = (await read()) ?? latest
  }
  return latest
}

const payloadOf = (procedure: string, companyId: string, identity: Identity, request: FastifyRequest): LongJob => ({
  companyId,
  personId: identity.userId ?? '',
  tokenId: identity.tokenReach && identity.sessionId,
  procedure,
  request: {
    method: request.method,
    url: request.url,
    ip: request.ip,
    params: request.params as Record<string, string>,
    ...(request.body !== undefined && { body: JSON.stringify(request.body) }),
    key: request.headers['idempotency-key']?.toString() ?? randomUUID(),
  },
})

const Same = z.object({ id: z.uuid(), body: z.string().nullable() })

async function findSame(db: Db, { companyId, request }: LongJob, key: string): Promise<string | undefined> {
  const job = await rowOf(
    db,
    Same,
    sql`select id, data #>> '{request,body}' as body from jobs.job_common where name = ${longWork.name}
      and singleton_key = ${`${companyId} ${key}`} and state < 'completed'`,
  )
  return job && job.body === (request.body ?? null) ? job.id : undefined
}

const underWay = () =>
  new ORPCError('CONFLICT', {
    status: 409,
    message: 'Somebody has begun this already, and it is under way',
    data: { reason: 'under_way' },
  })

const Stored = z.object({
  id: z.uuid(),
  procedure: z.string(),
  state: z.enum(['created', 'retry', 'active', 'completed', 'cancelled', 'failed']),
  output: z.object({ progress: z.number().optional(), sealed: z.string().optional() }).nullable(),
  seconds: z.int().nullable(),
  personId: z.string(),
  key: z.string(),
  createdAt: z.string(),
  kept: z.string().nullable(),
})

/** The jobs of the caller, newest first. Where the answer is not kept any more, a job that was done is left out. */
const storedJobs = (db: Db, companyId: string, condition = sql`j.created_on > now() - interval '24 hours'`) =>
  rowsOf(
    db,
    Stored,
    sql`select j.id, j.data ->> 'procedure' as procedure, j.state::text as state, j.output, j.data ->> 'personId' as person_id,
      case when j.state = 'active' then extract(epoch from now() - j.started_on)::int end as seconds,
      j.data #>> '{request,key}' as key, j.created_on as created_at, k.sealed as kept
    from jobs.job_common j left join idempotency_keys k on k.user_id = app.user_id() and k.key = j.data #>> '{request,key}'
    where j.name = ${longWork.name} and j.data ->> 'companyId' = ${companyId} and j.data ->> 'personId' = app.user_id()::text
      and (k.sealed is not null or j.state <> 'completed' or j.output is not null) and ${condition}
    order by j.created_on desc limit 50`,
  )

/** A job of the caller, with its answer. @returns undefined for one that is gone, or that somebody else began */
export async function getLongJob(db: Db, keyring: Keyring, companyId: string, id: string): Promise<Job | undefined> {
  const [stored] = await storedJobs(db, companyId, sql`j.id = ${id}`)
  return stored && toJob(keyring, companyId, stored)
}

/** The jobs of the caller of the last 24 hours, without their answers. */
export const listLongJobs = async (db: Db, keyring: Keyring, companyId: string): Promise<Job[]> =>
  (await storedJobs(db, companyId)).map((stored) => ({ ...toJob(keyring, companyId, stored), answer: null }))

/**
 * The file of an export of the caller. The guard has asked for the right to follow jobs; this asks for the right to what the file holds.
 * @returns undefined when there is none
 * @throws 403 in another role than the one whose rights made it, and for a token that is limited to other areas
 */
export async function getJobFile(
  db: Db,
  keyring: Keyring,
  { companyId, id, identity }: { companyId: string; id: string; identity: Identity },
): Promise<AnswerFile | undefined> {
  const [stored] = await storedJobs(db, companyId, sql`j.id = ${id}`)
  if (!stored?.kept) return
  refuseOutsideAreas(stored.procedure, false, identity)
  const { file } = openAnswer(keyring, stored.personId, stored.key, stored.kept)
  if (!file || file.expiresAt < new Date().toISOString()) return
  if (file.role === identity.role) return file
  throw new ORPCError('FORBIDDEN', { status: 403, message: 'Your role has changed since. Please export again' })
}

function toJob(keyring: Keyring, companyId: string, stored: z.infer<typeof Stored>): Job {
  const { id, procedure, output, seconds, personId, key, createdAt, kept } = stored
  const job = { id, procedure, seconds, createdAt, progress: null, answer: null, file: null, failure: null }
  if (kept) {
    const { body, file } = openAnswer(keyring, personId, key, kept)
    return { ...job, status: 'done', progress: 1, answer: body, file: file ? toJobFile(companyId, id, file) : null }
  }
  switch (stored.state) {
    case 'created':
    case 'retry':
      return { ...job, status: 'waiting' }
    case 'active':
      return { ...job, status: 'running', progress: output?.progress ?? null }
    case 'cancelled':
      return { ...job, status: 'cancelled' }
    default: {
      const sealed = output?.sealed
      const failure = sealed ? openFailure(keyring, companyId, id, sealed) : { ...unknownFailure, data: null }
      return { ...job, status: 'failed', failure }
    }
  }
}

const toJobFile = (companyId: string, id: string, { name, size, expiresAt }: AnswerFile) => ({
  ...{ name, size, expiresAt, url: `/api/companies/${companyId}/jobs/${id}/file` },
})

// The job was given up: its worker was killed at each try, or the company is not active any more.
const unknownFailure = { code: 'INTERNAL', ...sharedErrors.INTERNAL }

const placeOf = (companyId: string, id: string) => ({ companyId, owner: 'long work', field: id })

/** A failure may repeat what a file says, so it is sealed. */
export const sealFailure = (keyring: Keyring, companyId: string, id: string, failure: Failure): string =>
  keyring.seal(JSON.stringify(failure), placeOf(companyId, id))

const openFailure = (keyring: Keyring, companyId: string, id: string, sealed: string): Failure =>
  Failure.parse(JSON.parse(keyring.open(sealed, placeOf(companyId, id))))

/** Cancels a job of the caller and ends what it is doing. @returns false when it has ended already */
export async function cancelLongJob(db: Db, id: string): Promise<boolean> {
  const isCancelled = await isTrue(db, sql`select app.cancel_long_job(${id})`)
  if (isCancelled) await stopStatement(db, id)
  return isCancelled
}

/** Stops the statement that works on a job now: its transaction is rolled back. */
export const stopStatement = (db: Db, id: string) =>
  sql`select pg_cancel_backend(pid) from app.backend_of_long_job(${id}) pid`.execute(db)
