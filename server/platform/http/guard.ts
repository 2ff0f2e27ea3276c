import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { can } from 'contract/permissions.ts'
import type { RouteMeta } from 'contract/route.ts'
import type { Identity } from '../database/database.ts'

/**
 * The one decision whether a request may go on (security.md 2.1): 401 without a session, 403 without a role, 404 outside
 * the caller's companies (equal to 'does not exist'), 403 with the spec's sentence when the role may not, 409 for writing
 * to a company that was sold, unless the procedure is what can change that.
 */
export function admit(meta: RouteMeta, isTenantRoute: boolean, isWrite: boolean, identity: Identity): void {
  if (meta.needs === 'public') return
  if (!identity.userId) throw new ORPCError('UNAUTHORIZED', sharedErrors.UNAUTHORIZED)
  if (meta.needs === 'session') return
  if (!identity.role) throw new ORPCError('NO_ROLE', sharedErrors.NO_ROLE)
  if (isTenantRoute && identity.scope.length === 0) throw new ORPCError('NOT_FOUND', sharedErrors.NOT_FOUND)
  if (!meta.needs || !can(identity.role, meta.needs)) {
    const message = meta.refusal ? `You do not have permission to ${meta.refusal}` : sharedErrors.FORBIDDEN.message
    throw new ORPCError('FORBIDDEN', { status: 403, message })
  }
  if (isTenantRoute && isWrite && !meta.evenIfSold && identity.companyStatus === 'sold') {
    throw new ORPCError('COMPANY_SOLD', sharedErrors.COMPANY_SOLD)
  }
}
