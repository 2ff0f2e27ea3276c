import { randomUUID } from 'node:crypto'
import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { areaLabels, lackingArea } from 'contract/identity/token-areas.ts'
import { can } from 'contract/permissions.ts'
import type { RouteMeta } from 'contract/route.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Identity } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import { recordCall } from './answers/recorded-calls.ts'
import { onDisconnect } from './connections/disconnect.ts'
import { readToken } from './session-token.ts'

// A request is checked in this order:
// 1. Browsers: a change has to come from our own pages (origin.ts).
// 2. Everybody: the rate limits (fairness/rate-limits.ts).
// 3. `expectSomebody`: an invalid token ends here, before the body is read.
// 4. `admit`: the rules of the contract, in the request's transaction, with the database's facts about the caller. It runs before
//    a change begins, and before any data that was read is returned.
// 5. Handlers that depend on the record ('own SOPs only') ask `can` or a rule of the contract.
// 6. The fence: row-level security shows and accepts only rows of the caller's companies (database/routines).
// 7. After a long change `admit` runs once more, so that a person who lost a right meanwhile changes nothing.

/**
 * Refuses strangers before a byte of the body is read, and requests that a page made for somebody else than who is signed in now: a
 * page names its person in `X-Person`, and all pages of a browser share one session.
 * @throws 401, 409
 */
export async function expectSomebody(meta: RouteMeta, database: Database, request: FastifyRequest): Promise<void> {
  const token = readToken(request)
  const person = token && (await database.identify(token.tokenHash, request.ip))
  if (!person && meta.needs !== 'public') throw new ORPCError('UNAUTHORIZED', sharedErrors.UNAUTHORIZED)
  const expected = request.headers['x-person']
  if (person && expected !== undefined && expected !== person.userId)
    throw new ORPCError('OTHER_PERSON', sharedErrors.OTHER_PERSON)
}

export type GuardedProcedure = {
  name: string
  meta: RouteMeta
  isTenant: boolean
  isOfAccount: boolean
  isWrite: boolean
}

/** The caller of a request, for its transactions: each of them admits or refuses. @param onFound gets the identity of the caller */
export function callerOf(
  route: GuardedProcedure,
  database: Database,
  request: FastifyRequest,
  reply: FastifyReply,
  onFound: (identity: Identity) => void,
): Caller {
  const { name, meta, isTenant } = route
  const tokenHash = readToken(request)?.tokenHash ?? null
  return {
    tokenHash,
    companyId: isTenant ? companyOf(request) : null,
    address: request.ip,
    onGone: (cancel) => onDisconnect(reply, cancel),
    ...(route.isWrite && { changed: { by: randomUUID(), texts: new Set<string>() } }),
    ...(meta.changes && { kind: meta.changes }),
    admit: (identity) => {
      onFound(identity)
      try {
        admit(route, identity)
      } catch (refusal) {
        void recordCall(database, 'authz_denied', tokenHash, identity, name, request)
        throw refusal
      }
    },
  }
}

/** Ids as an address may contain them: any UUID version, lower or upper case. */
export const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** The company of the path; a text that is no id names no company and gets the same answer as an unknown id. */
function companyOf(request: FastifyRequest): string {
  const { companyId } = request.params as { companyId: string }
  return uuid.test(companyId) ? companyId : '00000000-0000-0000-0000-000000000000'
}

/**
 * The one decision whether a request may go on (security.md 2.1): 401 without a session, 403 for a change with a token that may only read,
 * 403 for what a token may not do with the account of its owner, or what lies outside its areas (decision 0104), 403 without a role, 404 outside the caller's companies (like 'does not exist'), 403 with a sentence when the role may not, 409 for
 * writing to a company that was sold, unless the procedure can change that status. A token for one company needs no rule here: app.ctx()
 * limits it to that company.
 */
export function admit({ name, meta, isTenant, isOfAccount, isWrite }: GuardedProcedure, identity: Identity): void {
  if (isWrite && identity.isReadOnly) throw new ORPCError('READ_ONLY_TOKEN', sharedErrors.READ_ONLY_TOKEN)
  if (meta.needs === 'public') return
  if (!identity.userId) throw new ORPCError('UNAUTHORIZED', sharedErrors.UNAUTHORIZED)
  if (isOfAccount) refuseToken(meta, identity)
  else refuseOutsideAreas(name, isWrite, identity)
  if (meta.needs === 'session') return
  if (!identity.role) throw new ORPCError('NO_ROLE', sharedErrors.NO_ROLE)
  if (isTenant && identity.scope.length === 0) throw new ORPCError('NOT_FOUND', sharedErrors.NOT_FOUND)
  if (!meta.needs || !can(identity.role, meta.needs)) {
    const message = meta.refusal ? `You do not have permission to ${meta.refusal}` : sharedErrors.FORBIDDEN.message
    throw new ORPCError('FORBIDDEN', { status: 403, message })
  }
  if (isTenant && isWrite && !meta.evenIfSold && identity.companyStatus === 'sold') {
    throw new ORPCError('COMPANY_SOLD', sharedErrors.COMPANY_SOLD)
  }
}

/**
 * Procedures of the account have rules of their own. @param name a procedure; what is none belongs to no area
 * @throws 403 for a token that is limited to other areas
 */
export function refuseOutsideAreas(name: string, isWrite: boolean, { areas }: Identity): void {
  const lacking = areas && lackingArea(areas, name, isWrite)
  if (!lacking) return
  const { area, access } = lacking
  const scope = `${area}:${access}`
  const message =
    area === 'everything'
      ? 'This token is limited to some areas of the API, and this belongs to none of them'
      : `This token may not ${access === 'read' ? 'read' : 'change'} this: its areas lack ${areaLabels[area]} (${scope})`
  throw new ORPCError('OUTSIDE_AREAS', { status: 403, message, data: { scope } })
}

/** A token may do with the account what the procedure allows. Without `byToken` the procedure is refused, so that somebody decides about each new one. */
function refuseToken({ byToken }: RouteMeta, { tokenReach }: Identity): void {
  if (!tokenReach || byToken === 'any') return
  if (byToken !== 'ofPerson') throw new ORPCError('NOT_BY_TOKEN', sharedErrors.NOT_BY_TOKEN)
  if (tokenReach === 'company') throw new ORPCError('ONE_COMPANY_TOKEN', sharedErrors.ONE_COMPANY_TOKEN)
}
