import { Readable } from 'node:stream'
import { type AnyProcedure, createProcedureClient, isProcedure, ORPCError } from '@orpc/server'
import { sharedErrors } from 'contract/errors.ts'
import type { RouteMeta } from 'contract/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Config } from '../config/config.ts'
import type { Caller, Database, Db, Identity } from '../database/database.ts'
import type { Spool, SpooledFile } from '../storage/spool.ts'
import type { RequestContext } from './api.ts'
import { recordDenial } from './denials.ts'
import { admit } from './guard.ts'
import { answerOnce } from './idempotency.ts'
import { readToken } from './session-token.ts'
import { checkContentType } from './uploads.ts'
import { whenGone } from './when-gone.ts'

/** A procedure of the contract as the front door sees it. */
export type MountedRoute = { name: string; method: string; path: string; meta: RouteMeta; status: number }

/** What handlers reach through their context. */
type Services = { database: Database; config: Config; spool: Spool }

type Mounted = MountedRoute & {
  procedure: AnyProcedure
  isTenant: boolean
  isWrite: boolean
  takesJson: boolean
  pathKeys: string[]
}

/**
 * Puts every procedure of a router on Fastify: path, guard, transaction, idempotency.
 * @returns the list of routes, for the documentation and the architecture tests
 * @throws when a procedure names no need: a route without a rule must not be served (security.md 2.4)
 */
export function mountRouter(
  app: FastifyInstance,
  router: object,
  { database, config, spool }: Services,
  limits: (route: MountedRoute) => object,
): MountedRoute[] {
  const routes = flatten(router).map(describe)
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { ...limits(route), writes: writesOf(route) },
      onRequest: (request) => expectSomebody(route, database, request),
      handler: (request, reply) => answer(route, { database, config, spool }, request, reply),
    })
  }
  return routes
}

function flatten(router: object, name = ''): [string, AnyProcedure][] {
  if (isProcedure(router)) return [[name, router]]
  return Object.entries(router as Record<string, object>).flatMap(([key, value]) =>
    flatten(value, name ? `${name}.${key}` : key),
  )
}

function describe([name, procedure]: [string, AnyProcedure]): Mounted {
  const { route, meta } = procedure['~orpc'] as unknown as {
    route: { method?: string; path?: string; successStatus?: number }
    meta: RouteMeta
  }
  if (!meta.needs) throw new Error(`The procedure ${name} names no need: add .meta({ needs }) to its contract`)
  if (!route.method || !route.path) throw new Error(`The procedure ${name} has no method or path`)
  return {
    name,
    procedure,
    meta,
    method: route.method,
    path: route.path,
    status: route.successStatus ?? 200,
    isTenant: route.path.startsWith('/companies/{companyId}'),
    isWrite: route.method !== 'GET' && !meta.readsOnly,
    takesJson: route.method !== 'GET' && !meta.body,
    pathKeys: [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
  }
}

/** For refuseWrites: what a request adds to. */
const writesOf = ({ isWrite, meta }: Mounted) =>
  isWrite && !meta.whenFull ? (meta.body ? 'upload' : 'rows') : undefined

/** Who is nobody is told so before his body is read. */
async function expectSomebody({ meta }: Mounted, database: Database, request: FastifyRequest) {
  const token = readToken(request)
  const person = token && (await database.identify(token.tokenHash, request.ip))
  if (!person && meta.needs !== 'public') throw new ORPCError('UNAUTHORIZED', sharedErrors.UNAUTHORIZED)
}

async function answer(route: Mounted, services: Services, request: FastifyRequest, reply: FastifyReply) {
  const { database } = services
  const token = readToken(request)
  let identity: Identity | undefined
  const caller: Caller = {
    tokenHash: token?.tokenHash ?? null,
    companyId: route.isTenant ? companyOf(request) : null,
    address: request.ip,
    onGone: (cancel) => whenGone(reply, cancel),
    ...(route.meta.changes && { kind: route.meta.changes }),
    admit: (found) => {
      identity = found
      try {
        admit(route.meta, route.isTenant, route.isWrite, found)
      } catch (refusal) {
        void recordDenial(database, caller.tokenHash, found, route.name, request)
        throw refusal
      }
    },
  }
  const result = await run(route, services, caller, request, reply)
  if (identity?.needsTouch && !route.meta.inBackground) void touch(database, caller, identity, request)
  if (reply.sent || route.meta.answer === 'stream') return reply
  return reply.code(result.status).send(result.status === 204 ? undefined : result.body)
}

/** A file that is gone when its answer is, also when nobody ever reads it. */
function keptFor({ raw }: FastifyReply, file: SpooledFile): SpooledFile {
  if (raw.destroyed || raw.closed) void file.discard()
  else raw.once('close', () => void file.discard())
  return file
}

async function run(
  route: Mounted,
  { database, config, spool }: Services,
  caller: Caller,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  checkContentType(route.meta, request)
  const context: RequestContext = {
    inCompany: (work) => database.read(caller, work),
    asSelf: (work) => database.read(caller, work),
    inBulk: (work) => database.transactBulk(caller, work),
    spool: async (source) => keptFor(reply, await spool.write(source, database.nameOf(caller))),
    toWrite: (work) => database.transact(caller, work),
    expectedVersion: null,
    upload: request.body instanceof Readable ? request.body : null,
    tokenHash: caller.tokenHash,
    config,
    request,
    reply,
  }
  const call = async () => {
    if (route.meta.versioned) context.expectedVersion = expectedVersion(request)
    return createProcedureClient(route.procedure, { context, path: route.name.split('.') })(inputOf(route, request))
  }
  if (!route.isWrite || route.meta.body) {
    // What is wrong with the input is told only to those who may ask.
    if (route.meta.body) await database.read(caller, async () => null)
    try {
      return { status: route.status, body: await call() }
    } catch (error) {
      if (error instanceof ORPCError && error.code === 'BAD_REQUEST') await database.read(caller, async () => null)
      throw error
    }
  }
  const inTransaction = (db: Db, identity: Identity) => {
    context.inCompany = (work) => work(db, identity)
    context.asSelf = context.inCompany
    return answerOnce(db, identity, request, async () => ({ status: route.status, body: await call() }))
  }
  if (!route.meta.copies) return database.transact(caller, inTransaction)
  return database.transactBulk(caller, (db, identity, client) => {
    context.inBulk = (work) => work(db, identity, client)
    return inTransaction(db, identity)
  })
}

function inputOf(route: Mounted, request: FastifyRequest): unknown {
  const params = Object.fromEntries(Object.entries(request.params as Record<string, string>).map(asStored))
  const body = request.body === undefined ? {} : request.body // what was sent may be null: that is no object
  const sent = route.takesJson ? body : request.query
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw badRequest('', 'The body must be a JSON object')
  if (route.takesJson) {
    const key = route.pathKeys.find((name) => Object.hasOwn(sent, name)) ?? Object.keys(request.query as object)[0]
    if (key) throw badRequest(key, 'Unknown key')
  }
  return route.procedure['~orpc'].inputSchema || Object.keys(sent).length > 0 ? { ...sent, ...params } : undefined
}

const badRequest = (field: string, message: string) =>
  new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues: [{ field, message }] } })

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** An id may be written in capitals; where it becomes text, as in the address of a file, it has to be the one that is stored. */
const asStored = ([key, value]: [string, string]) => [key, uuid.test(value) ? value.toLowerCase() : value]

/** The company of the path; something that is no id names no company, which is told like any other unknown one. */
function companyOf(request: FastifyRequest): string {
  const { companyId } = request.params as { companyId: string }
  return uuid.test(companyId) ? companyId : '00000000-0000-0000-0000-000000000000'
}

/** The version of If-Match; null for `*`, which overwrites knowingly. Nobody overwrites by leaving it out (review I23). */
function expectedVersion(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (!header) throw new ORPCError('PRECONDITION_REQUIRED', sharedErrors.PRECONDITION_REQUIRED)
  if (header === '*') return null
  const match = /^"?(\d{1,9})"?$/.exec(header)
  if (!match) throw badRequest('If-Match', 'If-Match must be the version of the record, or *')
  return Number(match[1])
}

/** Moves the idle end of the session; not worth failing a request for. */
async function touch(database: Database, { tokenHash }: Caller, identity: Identity, request: FastifyRequest) {
  try {
    await database.transact({ tokenHash, companyId: null }, (db) =>
      sql`select app.touch_session(${identity.sessionId})`.execute(db),
    )
  } catch (error) {
    request.log.warn({ error }, 'session not touched')
  }
}
