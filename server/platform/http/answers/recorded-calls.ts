import type { FastifyRequest } from 'fastify'
import type { Identity } from '../../database/caller.ts'
import type { Database } from '../../database/database.ts'
import { recordSecurityEvent } from '../../database/security-events.ts'

/**
 * Records that the guard refused somebody (T1), or that somebody exported something. It uses a transaction of its own, after that of the call;
 * the answer does not wait for it. A caller without a session leaves no event: there is no one to name.
 * @param procedure the name of the called procedure: 'parts.update'
 */
export async function recordCall(
  database: Database,
  kind: 'authz_denied' | 'exported',
  tokenHash: string | null,
  identity: Identity,
  procedure: string,
  request: FastifyRequest,
): Promise<void> {
  if (!identity.userId) return
  const { companyId } = request.params as { companyId?: string }
  // PostgreSQL takes no NUL in JSON, and an address can hold one as %00: the call must be recorded all the same.
  const named = companyId?.slice(0, 36).toWellFormed().replaceAll('\0', '?')
  const detail = { procedure, ...(named && { companyId: named }) }
  try {
    await database.transact({ tokenHash, companyId: null }, (db) => recordSecurityEvent(db, kind, detail, request.ip))
  } catch (error) {
    request.log.warn({ err: error }, 'call not recorded')
  }
}
