import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../../platform/database/database.ts'
import { isTrue, scalarOf } from '../../platform/database/rows.ts'
import { recordSecurityEvent } from '../../platform/database/security-events.ts'
import { headerText } from '../../platform/http/connections/broken-text.ts'
import { hashToken, readToken } from '../../platform/http/session-token.ts'
import type { GoogleClaims } from './claims.ts'

/** Nobody is signed in yet, but the address is known. */
const nobodyAt = ({ ip }: FastifyRequest) => ({ tokenHash: null, companyId: null, address: ip })

const Outcome = z.string()

/** Opens a session for the person of an ID token. @returns 'signed_in', else the reason; the secret is worthless then */
export async function openSession(database: Database, claimed: GoogleClaims, secret: string, request: FastifyRequest) {
  const { issuer, subject, email, firstName, lastName, fullName, isManaged } = claimed
  const before = readToken(request)?.tokenHash ?? null
  const agent = headerText(request.headers['user-agent'] ?? '') || null
  return database.transact(nobodyAt(request), (db) =>
    scalarOf(
      db,
      Outcome,
      sql`select app.sign_in(${issuer}, ${subject}, ${email}, ${firstName}, ${lastName}, ${fullName},
        ${isManaged}, ${hashToken(secret)}, ${before}, ${agent}, ${request.ip})`,
    ),
  )
}

/** @param state the name of the attempt. @returns whether this is its first use */
export async function useAttempt(database: Database, state: string, request: FastifyRequest): Promise<boolean> {
  return database.transact(nobodyAt(request), (db) => isTrue(db, sql`select app.use_attempt(${hashToken(state)})`))
}

export async function recordRefusal(database: Database, reason: string, request: FastifyRequest): Promise<void> {
  await database.transact(nobodyAt(request), (db) => recordSecurityEvent(db, 'sign_in_refused', { reason }, request.ip))
}
