import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Database } from '../platform/database/database.ts'
import { headerText } from '../platform/http/broken-text.ts'
import { hashToken, readToken } from '../platform/http/session-token.ts'
import type { Claimed } from './claims.ts'

/** Nobody yet, but at some address. */
const nobodyAt = ({ ip }: FastifyRequest) => ({ tokenHash: null, companyId: null, address: ip })

/** Opens a session for the person of an ID token. @returns 'signed_in', else why not: then the secret is worth nothing */
export async function openSession(database: Database, claimed: Claimed, secret: string, request: FastifyRequest) {
  const { issuer, subject, email, firstName, lastName, fullName, isManaged } = claimed
  const before = readToken(request)?.tokenHash ?? null
  const agent = headerText(request.headers['user-agent'] ?? '') || null
  const { rows } = await database.transact(nobodyAt(request), (db) =>
    sql<{ outcome: string }>`select app.sign_in(${issuer}, ${subject}, ${email}, ${firstName}, ${lastName}, ${fullName},
      ${isManaged}, ${hashToken(secret)}, ${before}, ${agent}, ${request.ip}) as outcome`.execute(db),
  )
  return rows[0]?.outcome
}

/** @param state what names the attempt. @returns whether it is shown for the first time */
export async function useAttempt(database: Database, state: string, request: FastifyRequest): Promise<boolean> {
  const { rows } = await database.transact(nobodyAt(request), (db) =>
    sql<{ isFirst: boolean }>`select app.use_attempt(${hashToken(state)}) as is_first`.execute(db),
  )
  return rows[0]?.isFirst ?? false
}

export async function recordRefusal(database: Database, reason: string, request: FastifyRequest): Promise<void> {
  await database.transact(nobodyAt(request), (db) =>
    sql`select app.record_security_event('sign_in_refused', ${JSON.stringify({ reason })}::jsonb, ${request.ip})`.execute(
      db,
    ),
  )
}
