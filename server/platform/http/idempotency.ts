import { createHash } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Identity } from '../database/database.ts'
import type { Db } from '../database/handle.ts'

type Answer = { status: number; body: unknown }

/**
 * Runs a change at most once per Idempotency-Key and person. A repeated request gets the first answer again, even when the first
 * reply was lost (security.md 4.2). The answer is stored in the transaction of the change itself.
 * @param content distinguishes this request from another with the same key: the body, or the hash of an uploaded file
 */
export async function answerOnce(
  db: Db,
  identity: Identity,
  request: FastifyRequest,
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
    sql`select pg_advisory_xact_lock(hashtextextended(${`${identity.userId} ${key}`}, 0))`.execute(db),
    db
      .selectFrom('idempotencyKeys')
      .select(['requestHash', 'status', 'body'])
      .where('userId', '=', identity.userId)
      .where('key', '=', key)
      .executeTakeFirst(),
  ])
  if (stored && stored.requestHash !== requestHash) {
    throw new ORPCError('UNPROCESSABLE', { status: 422, message: 'This Idempotency-Key was used for another request' })
  }
  if (stored) return { status: stored.status, body: stored.body }
  const answer = await change()
  await db
    .insertInto('idempotencyKeys')
    .values({
      userId: identity.userId,
      key,
      requestHash,
      status: answer.status,
      body: JSON.stringify(answer.body ?? null),
    })
    .execute()
  return answer
}
