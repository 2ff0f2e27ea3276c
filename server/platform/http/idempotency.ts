import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { anyChange, changedHeader } from 'contract/live.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Identity } from '../database/caller.ts'
import type { Db } from '../database/handle.ts'
import type { RequestContext } from './api.ts'

/**
 * A file that an answer sends: where it lies in the storage, and `secret`, which opens it there. `role`: with whose rights it was written.
 * It is kept as long as its answer.
 */
export const AnswerFile = z.object({
  ...{ key: z.string(), sha256: z.string(), secret: z.base64() },
  ...{ name: z.string(), size: z.int(), role: z.string(), expiresAt: z.string() },
})
export type AnswerFile = z.infer<typeof AnswerFile>

type Answer = { status: number; body: unknown; file?: AnswerFile | undefined }

/** The answer as it is kept, with the hash of its request. */
const Kept = z.object({
  requestHash: z.string(),
  status: z.int(),
  body: z.unknown(),
  file: AnswerFile.optional(),
  isShownOnce: z.literal(true).optional(),
})

/**
 * Runs a change at most once per Idempotency-Key and person. A repeated request gets the first answer again, even when the first
 * reply was lost (security.md 4.2). The answer is stored in the transaction of the change itself, sealed: it may hold bank data, and the hash
 * of a request would tell who guesses them (decision 0103).
 * @throws 409 when the first answer held a secret, which is not kept
 * @throws {UnreadableSecret} when the first answer was sealed with a key that is missing now
 * @param content distinguishes this request from another with the same key: the body, or the hash of an uploaded file
 */
export async function answerOnce(
  db: Db,
  identity: Identity,
  { request, reply, keyring }: Pick<RequestContext, 'request' | 'reply' | 'keyring'>,
  change: () => Promise<Answer>,
  content: string = JSON.stringify(request.body ?? null),
): Promise<Answer> {
  const key = request.headers['idempotency-key']
  if (key === undefined || !identity.userId) return change()
  if (typeof key !== 'string' || !/^[\x21-\x7e]{1,200}$/.test(key)) {
    throw new ORPCError('BAD_REQUEST', {
      ...sharedErrors.BAD_REQUEST,
      data: { issues: [{ field: 'Idempotency-Key', message: 'Must be 1 to 200 visible characters' }] },
    })
  }
  const requestHash = createHash('sha256').update(`${request.method} ${request.url}\n${content}`).digest('hex')
  // The same key sent twice at once: the second request waits here and then finds the answer of the first (T101).
  const [, stored] = await Promise.all([
    sql`select pg_advisory_xact_lock(hashtextextended(${`${identity.userId} ${key}`}, 0))`
      .execute(db)
      .catch(stillUnderWay),
    db
      .selectFrom('idempotencyKeys')
      .select('sealed')
      .where('userId', '=', identity.userId)
      .where('key', '=', key)
      .executeTakeFirst(),
  ])
  if (stored) {
    const { requestHash: first, isShownOnce, ...answer } = openAnswer(keyring, identity.userId, key, stored.sealed)
    if (first === requestHash && isShownOnce) throw shownOnce(answer.body)
    if (first === requestHash) {
      reply.header(changedHeader, anyChange)
      return answer
    }
    throw new ORPCError('UNPROCESSABLE', {
      status: 422,
      message: 'This Idempotency-Key was used for another request',
      data: { reason: 'key_reused' },
    })
  }
  const { status, body, file } = await change()
  const kept = JSON.stringify({ requestHash, status, file, ...repeatable(body) })
  const sealed = keyring.seal(kept, placeOf(identity.userId, key))
  await db.insertInto('idempotencyKeys').values({ userId: identity.userId, key, sealed }).execute()
  return { status, body }
}

const placeOf = (userId: string, key: string) => ({ companyId: userId, owner: 'answer', field: key })

/** The answer that is kept for a key of a person. @throws {UnreadableSecret} */
export const openAnswer = (keyring: RequestContext['keyring'], userId: string, key: string, sealed: string) =>
  Kept.parse(JSON.parse(keyring.open(sealed, placeOf(userId, key))))

/** Says why the wait for the first request ended: it takes longer than `lock_timeout`. */
function stillUnderWay(error: Error & { code?: string }): never {
  if (error.code !== '55P03') throw error
  const message = 'The first request with this Idempotency-Key is still under way; please send it again'
  throw new ORPCError('UNAVAILABLE', { status: 503, message })
}

/** What is kept of an answer: everything but a token or a secret, which is shown once (T52). */
function repeatable(body: unknown): { body: unknown; isShownOnce?: true } {
  if (typeof body !== 'object' || body === null || !('token' in body || 'secret' in body)) return { body: body ?? null }
  const { token: _token, secret: _secret, ...rest } = body as Record<string, unknown>
  return { body: rest, isShownOnce: true }
}

/** The answer without its secret would look as if it had none. */
function shownOnce(body: unknown) {
  const { id, name } = Made.parse(body)
  const message = `The first request with this Idempotency-Key has made “${name}”. Its secret is shown only once: remove it and make another one`
  return new ORPCError('CONFLICT', { status: 409, message, data: { id } })
}

const Made = z.object({ id: z.uuid(), name: z.string() })
