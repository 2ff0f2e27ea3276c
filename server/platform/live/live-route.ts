import { ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import { livePath } from 'contract/live.ts'
import { roles } from 'contract/permissions.ts'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Database } from '../database/database.ts'
import { rowsOf } from '../database/rows.ts'
import { limitNamed } from '../fairness/rate-limits.ts'
import { isDraining } from '../http/connections/drain.ts'
import { refuseOutsideAreas } from '../http/guard.ts'
import { readToken } from '../http/session-token.ts'
import { openListening } from './listening.ts'
import { Streams } from './streams.ts'

/** Open streams of one person, and of all, on one server. A browser opens one, however many tabs it has. */
const most = { ofPerson: 10, ofAll: 5_000 }

const Listener = z.object({
  ...{ tokenHash: z.string(), userId: z.uuid(), role: z.enum(roles).nullable() },
  ...{ scope: z.array(z.uuid()), until: z.string() },
})
const Query = z.strictObject({ missedMs: z.coerce.number().int().min(0).max(86_400_000).default(0) })

const theServer = { tokenHash: null, companyId: null }

/**
 * GET /api/live: the stream that tells a signed-in person's screens what to load again (server-sent events). It is not a procedure of the
 * contract: it does not end, and it is not about a company that the request names.
 * @param listenUrl connection of the role app_rt to PostgreSQL itself, past any pooler
 * @returns how many streams are open
 */
export function registerLive(app: FastifyInstance, database: Database, listenUrl: string): () => number {
  const streams = new Streams((tokenHashes) =>
    database.read(theServer, (db) =>
      rowsOf(db, Listener, sql`select token_hash, user_id, role, scope, until from app.listeners(${tokenHashes})`),
    ),
  )
  const listening = openListening(
    listenUrl,
    ['live', 'access'],
    {
      onNotice: (channel, text) => streams.hear(channel, text),
      onUp: () => streams.resume(),
      onDown: () => streams.interrupt(),
    },
    app.log,
  )
  app.addHook('preClose', async () => streams.close())
  app.addHook('onClose', () => listening.close())

  app.get(livePath, { config: limitNamed('live') }, async (request, reply) => {
    if (isDraining(app)) throw new ORPCError('UNAVAILABLE', { status: 503, message: 'This server is stopping' })
    const { success, data } = Query.safeParse(request.query)
    if (!success) throw new ORPCError('BAD_REQUEST', sharedErrors.BAD_REQUEST)
    const token = readToken(request)
    const person = token && (await database.identify(token.tokenHash, request.ip))
    if (!token || !person) throw new ORPCError('UNAUTHORIZED', sharedErrors.UNAUTHORIZED)
    // A person may have a session without a role, or have lost the role: the remembered owner of the token does not show that.
    const identity = await database.readAs(
      { tokenHash: token.tokenHash, companyId: null },
      async (_, identity) => identity,
    )
    if (!identity.userId) throw new ORPCError('UNAUTHORIZED', sharedErrors.UNAUTHORIZED)
    if (!identity.role) throw new ORPCError('NO_ROLE', sharedErrors.NO_ROLE)
    refuseOutsideAreas('live', false, identity) // a stream tells of all kinds
    refuseTooMany(streams, identity.userId, reply)
    listening.start()
    beginStream(reply)
    streams.open(reply.raw, token.tokenHash, identity.userId, data.missedMs)
    return reply
  })
  return () => streams.size
}

/** @throws 429 or 503 */
function refuseTooMany(streams: Streams, userId: string, reply: FastifyReply): void {
  const isPersonFull = streams.countOf(userId) >= most.ofPerson
  if (!isPersonFull && streams.size < most.ofAll) return
  reply.header('retry-after', 30)
  if (!isPersonFull)
    throw new ORPCError('UNAVAILABLE', { status: 503, message: 'Too many open screens on this server' })
  const { status } = sharedErrors.TOO_MANY_REQUESTS
  const message = `You have ${most.ofPerson} live screens open: close one of them, or reload this one by hand`
  throw new ORPCError('TOO_MANY_REQUESTS', { status, message })
}

/** Nothing on the way may delay the events: no compression, no buffer of a proxy. */
function beginStream(reply: FastifyReply): void {
  reply.hijack()
  reply.raw.writeHead(200, {
    ...(reply.getHeaders() as Record<string, string>),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  reply.raw.flushHeaders()
}
