import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Identity } from '../../database/caller.ts'
import type { Database } from '../../database/database.ts'

/**
 * Records in security_events that the guard refused somebody (T1). It uses a transaction of its own, after the
 * refused one; the answer does not wait for it. A caller without a session leaves no event: there is no one to name.
 * @param procedure the name of the refused procedure: 'parts.update'
 */
export async function recordDenial(
  database: Database,
  tokenHash: string | null,
  identity: Identity,
  procedure: string,
  request: FastifyRequest,
): Promise<void> {
  if (!identity.userId) return
  const { companyId } = request.params as { companyId?: string }
  // PostgreSQL takes no NUL in JSON, and an address can hold one as %00: the refusal must be recorded all the same.
  const named = companyId?.slice(0, 36).toWellFormed().replaceAll('\0', '?')
  const detail = JSON.stringify({ procedure, ...(named && { companyId: named }) })
  try {
    await database.transact({ tokenHash, companyId: null }, (db) =>
      sql`select app.record_security_event('authz_denied', ${detail}::jsonb, ${request.ip})`.execute(db),
    )
  } catch (error) {
    request.log.warn({ err: error }, 'denial not recorded')
  }
}
