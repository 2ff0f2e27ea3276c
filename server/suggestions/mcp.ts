import type { RouteMeta } from 'contract/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Identity } from '../platform/database/caller.ts'
import type { Database } from '../platform/database/database.ts'
import { ruleBroken } from '../platform/database/database-errors.ts'
import { isTrue } from '../platform/database/rows.ts'
import { limitNamed } from '../platform/fairness/rate-limits.ts'
import { callerOf, expectSomebody } from '../platform/http/guard.ts'

// A token that is limited to areas may ask: each of its tools is a request, which is admitted for itself.
const meta: RouteMeta = { needs: 'company.read', byToken: 'any' }
const route = { name: 'mcp', meta, isTenant: true, isOfAccount: true, isWrite: false }

/**
 * The Model Context Protocol at POST /api/companies/{companyId}/mcp, for a token of a person, where the company takes suggestions. It keeps
 * no state: each call of a tool is a request of that person to the API, with all its guards and limits.
 */
export function serveMcp(app: FastifyInstance, database: Database, appUrl: () => string): void {
  app.post('/api/companies/:companyId/mcp', {
    config: limitNamed('read'),
    onRequest: (request) => expectSomebody(meta, database, request),
    handler: async (request, reply) => {
      const { companyId } = request.params as { companyId: string }
      const identity = await admitted(database, request, reply)
      // The SDK is loaded only where somebody uses it.
      const { answerMcp } = await import('./mcp-answers.ts')
      const answer = await answerMcp({ request, appUrl }, companyId, identity)
      const type = answer.headers.get('content-type')
      if (type) reply.header('content-type', type)
      return reply.code(answer.status).send(await answer.text())
    },
  })
}

/** Who asks. @throws 401, 403, 404 like every other request of a company, and 403 where it takes no suggestions */
async function admitted(database: Database, request: FastifyRequest, reply: FastifyReply): Promise<Identity> {
  let identity: Identity | undefined
  const caller = callerOf(route, database, request, reply, (owner) => {
    identity = owner
    request.asker = { person: owner.userId, company: caller.companyId }
  })
  const takesSuggestions = await database.read(caller, (db) =>
    isTrue(db, sql`select takes_suggestions from companies where id = ${caller.companyId}`),
  )
  if (!takesSuggestions || !identity) throw ruleBroken('suggestions_off')
  return identity
}
