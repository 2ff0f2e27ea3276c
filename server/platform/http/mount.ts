import { Readable } from 'node:stream'
import { type AnyProcedure, createProcedureClient, ORPCError, Procedure } from '@orpc/server'
import type { ChangePreview } from 'contract/activity/change-preview.ts'
import { sharedErrors } from 'contract/errors.ts'
import { companyPath, isOfAccount, type RouteMeta } from 'contract/route.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type pg from 'pg'
import { z } from 'zod'
import type { Caller, Identity } from '../database/caller.ts'
import type { Database } from '../database/database.ts'
import type { Db } from '../database/handle.ts'
import type { Keyring } from '../secrets/keyring.ts'
import type { Spool, SpooledFile } from '../storage/spool.ts'
import { type Paging, pagingOf, tellChanges, tellHeaders } from './answers/answer-headers.ts'
import { listedFieldsOf } from './answers/listed-fields.ts'
import { formatIssues } from './answers/plain-issues.ts'
import { recordCall } from './answers/recorded-calls.ts'
import type { RequestContext } from './api.ts'
import { whileConnected } from './connections/disconnect.ts'
import { checkContentType } from './connections/uploads.ts'
import { callerOf, expectSomebody, uuid } from './guard.ts'
import { answerOnce } from './idempotency.ts'
import { addLongJob, prefersAsync, TakesLong } from './long-jobs.ts'
import { isPreview, previewOf } from './previews.ts'
import { proceduresOf } from './procedures.ts'

/** A procedure of the contract as the front door sees it. */
export type MountedRoute = {
  name: string
  method: string
  path: string
  meta: RouteMeta
  status: number
  paging: Paging | undefined
  /** the address of one of its records: '/parts/{id}' of '/parts' */
  recordPath: string | undefined
  isTenant: boolean
  isWrite: boolean
}

/** The values that handlers reach through their context. */
type Services = {
  database: Database
  spool: Spool
  /** The entries that the transaction has added to the log of a company so far. */
  changesSoFar: (db: Db, keyring: Keyring, companyId: string) => Promise<ChangePreview>
} & Pick<
  RequestContext,
  | 'config'
  | 'appUrl'
  | 'jobs'
  | 'keyring'
  | 'outbound'
  | 'limits'
  | 'health'
  | 'resetDemo'
  | 'claimSpace'
  | 'refusesChanges'
>

/** A procedure with what it takes to call it. */
export type Mounted = MountedRoute & {
  procedure: AnyProcedure
  isOfAccount: boolean
  takesJson: boolean
  pathKeys: string[]
}

/**
 * Registers every procedure of a router with Fastify: path, guard, transaction, idempotency. Procedures of a switch that is off are left
 * out.
 * @returns the list of routes, for the documentation and the architecture tests
 * @throws when a procedure names no need: a route without a rule must not be served (security.md 2.4)
 */
export function mountRouter(
  app: FastifyInstance,
  router: object,
  services: Services,
  limits: (route: MountedRoute) => object,
): MountedRoute[] {
  formatIssues()
  const described = proceduresOf<AnyProcedure>(router)
    .map(describe)
    .filter(({ meta }) => !meta.onlyIf || services.config[meta.onlyIf])
  const records = new Map(
    described.flatMap(({ path }) => (path.endsWith('}') ? [[path.replace(/\/\{\w+\}$/, ''), path]] : [])),
  )
  const routes = described.map((route) => ({ ...route, recordPath: route.meta.makes ?? records.get(route.path) }))
  for (const route of routes) {
    app.route({
      method: route.method,
      url: `/api${route.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { ...limits(route), writes: writesOf(route), expectsSomebody: route.meta.needs !== 'public' },
      // Uploaded files are sent as they are: most are compressed already, and their reader sees how far a download is.
      ...(route.meta.answer?.includes('any') && { compress: false }),
      onRequest: (request) => expectSomebody(route.meta, services.database, request),
      handler: (request, reply) => answer(route, services, request, reply),
    })
  }
  return routes
}

/** @throws when it names no need */
export function describe([name, procedure]: [string, AnyProcedure]): Omit<Mounted, 'recordPath'> {
  const { route, meta } = procedure['~orpc'] as unknown as {
    route: { method?: string; path?: string; successStatus?: number }
    meta: RouteMeta
  }
  if (!meta.needs) throw new Error(`The procedure ${name} names no need: add .meta({ needs }) to its contract`)
  if (!route.method || !route.path) throw new Error(`The procedure ${name} has no method or path`)
  return {
    name,
    procedure: withListedFields(procedure),
    meta,
    method: route.method,
    path: route.path,
    status: route.successStatus ?? 200,
    ...kindOf({ method: route.method, path: route.path, meta }),
    takesJson: route.method !== 'GET' && !meta.body,
    paging: pagingOf(procedure['~orpc'].inputSchema),
    pathKeys: [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1] as string),
  }
}

/** The same procedure, whose answers are stripped to their listed fields instead of parsed. */
function withListedFields(procedure: AnyProcedure): AnyProcedure {
  const { outputSchema, ...rest } = procedure['~orpc']
  if (!(outputSchema instanceof z.ZodType)) return procedure
  return new Procedure({ ...rest, outputSchema: { '~standard': listedFieldsOf(outputSchema) } })
}

/** What decides, beside its need, who may call a procedure. @param path without '/api' */
export const kindOf = ({ method, path, meta }: Pick<MountedRoute, 'method' | 'path' | 'meta'>) => ({
  isTenant: path.startsWith(companyPath),
  isOfAccount: isOfAccount(meta, path),
  isWrite: method !== 'GET' && !meta.readsOnly,
})

/** For refuseWrites: whether a request adds rows, an upload or nothing. */
const writesOf = ({ isWrite, meta }: Mounted) =>
  isWrite && !meta.whenFull ? (meta.body ? 'upload' : 'rows') : undefined

declare module 'fastify' {
  interface FastifyRequest {
    /** For the log: who asks, and about which company; set once the database has named the person. */
    asker: { person: string | null; company: string | null } | null
  }
}

async function answer(route: Mounted, services: Services, request: FastifyRequest, reply: FastifyReply) {
  let identity: Identity | undefined
  const { database } = services
  const caller = callerOf(route, database, request, reply, (owner) => {
    identity = owner
    request.asker = { person: owner.userId, company: caller.companyId }
  })
  const result = await run(
    route,
    services,
    { caller, isActive: () => identity?.companyStatus === 'active' },
    request,
    reply,
  )
  // A screen that nobody uses keeps itself up to date, but does not extend its session.
  const isAttended = !route.meta.inBackground && request.headers['x-unattended'] !== '1'
  if (identity?.needsTouch && isAttended) void touch(database, caller, identity, request)
  if (identity && route.meta.answer && route.meta.limit === 'export')
    void recordCall(database, 'exported', caller.tokenHash, identity, route.name, request)
  // A file is sent already, unless a job makes it.
  if (reply.sent || (route.meta.answer && result.body === undefined)) return reply
  tellChanges(reply, caller.changed, identity)
  // The version that a change would make must not become an If-Match.
  if (!result.isTried) tellHeaders(request, reply, { ...route, ...result })
  return reply.code(result.status).send(result.status === 204 ? undefined : result.body)
}

/** A temporary file that is deleted after the answer, even when nobody reads it. */
function keptFor(reply: FastifyReply, file: SpooledFile): SpooledFile {
  if (reply.raw.closed) void file.discard()
  else reply.raw.once('close', () => void file.discard())
  return file
}

async function run(
  route: Mounted,
  services: Services,
  asker: Asker,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<{ status: number; body: unknown; isTried?: true }> {
  const { caller } = asker
  checkContentType(route.meta, request)
  const isTried = isPreview(request, route)
  const { database } = services
  const call = async (transaction?: Transaction) => {
    const context = contextOf(route, services, asker, request, reply, transaction)
    const body = await createProcedureClient(route.procedure, { context, path: route.name.split('.') })(
      inputOf(route, request),
    )
    return { status: route.status, body }
  }
  if (!route.isWrite || route.meta.body || route.meta.asksOutside) {
    const isAdmitted = () => database.read(caller, async () => null)
    // Only callers with the right to this procedure learn what is wrong with the input.
    if (route.isWrite) await isAdmitted()
    try {
      return await call()
    } catch (error) {
      if (error instanceof TakesLong) return addLongJob(route, services, caller, request, reply)
      if (error instanceof ORPCError && error.code === 'BAD_REQUEST') await isAdmitted()
      throw error
    }
  }
  if (isTried) {
    const preview = await previewOf(
      (work) => database.transact(caller, work),
      (db, identity) => call({ db, identity, client: undefined, isTried }),
      (db) => services.changesSoFar(db, services.keyring, caller.companyId ?? ''),
    )
    return { ...preview, isTried }
  }
  const change = (db: Db, identity: Identity, client?: pg.PoolClient) =>
    answerOnce(db, identity, { request, reply, keyring: services.keyring }, () => call({ db, identity, client }))
  try {
    return await (route.meta.copies ? database.transactBulk(caller, change) : database.transact(caller, change))
  } catch (error) {
    if (!(error instanceof TakesLong)) throw error
    return addLongJob(route, services, caller, request, reply)
  }
}

/** `isActive`: whether the company is, which has jobs only then; known in a transaction. */
type Asker = { caller: Caller; isActive: () => boolean }

/** The one transaction of a change. `client` speaks COPY when the procedure `copies`; `isTried`: it will be taken back. */
type Transaction = { db: Db; identity: Identity; client: pg.PoolClient | undefined; isTried?: boolean }

function contextOf(
  route: Mounted,
  { database, spool, changesSoFar: _, ...tools }: Services,
  { caller, isActive }: Asker,
  request: FastifyRequest,
  reply: FastifyReply,
  transaction: Transaction | undefined,
): RequestContext {
  const { db, identity, client, isTried } = transaction ?? {}
  return {
    read: (work) => (db ? work(db) : database.read(caller, work)),
    readAs: (work) => (db && identity ? work(db, identity) : database.readAs(caller, work)),
    write: (work) => (db && identity ? work(db, identity) : database.transact(caller, work)),
    bulk: (work) => (db && identity && client ? work(db, identity, client) : database.transactBulk(caller, work)),
    spool: async (source) =>
      keptFor(reply, await spool.write(whileConnected(reply, source), database.askerOf(caller).person)),
    takesLong: () => {
      if (isTried && prefersAsync(request))
        throw new ORPCError('BAD_REQUEST', {
          status: 400,
          message: 'Long work has a preview only without Prefer: respond-async',
        })
      // A program that asks for a file waits for it, unless it would rather not.
      const waits = route.meta.answer && !prefersAsync(request)
      if (route.meta.long && !isTried && !waits && isActive()) throw new TakesLong()
    },
    report: async () => undefined,
    asker: () => database.askerOf(caller),
    expectedVersion: route.meta.versioned ? expectedVersion(request) : null,
    upload: request.body instanceof Readable ? request.body : null,
    tokenHash: caller.tokenHash,
    ...tools,
    request,
    reply,
  }
}

/** The input of a procedure, from the parts of a request. @throws 400 */
export function inputOf(
  route: Pick<Mounted, 'takesJson' | 'pathKeys' | 'procedure'>,
  request: FastifyRequest,
): unknown {
  const params = Object.fromEntries(Object.entries(request.params as Record<string, string>).map(asStored))
  const body = request.body === undefined ? {} : request.body // the body may be null, which is no object
  const sent = route.takesJson ? body : request.query
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent))
    throw badRequest('', 'The body must be a JSON object')
  if (route.takesJson) {
    const key = route.pathKeys.find((name) => Object.hasOwn(sent, name)) ?? Object.keys(request.query as object)[0]
    if (key) throw badRequest(key, 'Unknown key')
  }
  if (route.procedure['~orpc'].inputSchema) return { ...sent, ...params }
  const [unknown] = Object.keys(sent)
  if (unknown !== undefined) throw badRequest(unknown, 'Unknown key')
  return undefined
}

const badRequest = (field: string, message: string) =>
  new ORPCError('BAD_REQUEST', { ...sharedErrors.BAD_REQUEST, data: { issues: [{ field, message }] } })

/** An id may come in capitals. Where it becomes part of a text, such as the address of a file, it must be in the stored form. */
const asStored = ([key, value]: [string, string]) => [key, uuid.test(value) ? value.toLowerCase() : value]

/** The version of If-Match; null for `*`, which overwrites on purpose. A missing header never overwrites (product.md 12). */
function expectedVersion(request: FastifyRequest): number | null {
  const header = request.headers['if-match']
  if (!header) throw new ORPCError('PRECONDITION_REQUIRED', sharedErrors.PRECONDITION_REQUIRED)
  if (header === '*') return null
  // A proxy that compresses the answer makes its ETag a weak one.
  const match = /^(?:W\/)?"?(\d{1,9})"?$/.exec(header)
  if (!match) throw badRequest('If-Match', 'If-Match must be the version of the record, or *')
  return Number(match[1])
}

/** Extends the idle time of the session and notes its address; a failure here does not fail the request. */
async function touch(database: Database, { tokenHash }: Caller, identity: Identity, request: FastifyRequest) {
  try {
    await database.transact({ tokenHash, companyId: null }, (db) =>
      sql`select app.touch_session(${identity.sessionId}, ${request.ip})`.execute(db),
    )
  } catch (error) {
    request.log.warn({ error }, 'session not touched')
  }
}
