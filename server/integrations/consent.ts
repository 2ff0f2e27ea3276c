import { createHash, randomBytes } from 'node:crypto'
import { lackingArea } from 'contract/identity/token-areas.ts'
import { IntegrationName, integrationLabels, type IntegrationName as Name } from 'contract/integrations/catalogue.ts'
import { can } from 'contract/permissions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { Caller } from '../platform/database/caller.ts'
import type { Database } from '../platform/database/database.ts'
import type { Db } from '../platform/database/handle.ts'
import { limitNamed } from '../platform/fairness/rate-limits.ts'
import { readToken } from '../platform/http/session-token.ts'
import type { Enqueue } from '../platform/jobs/job-kinds.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { beginSync } from './begin-sync.ts'
import { ServiceError } from './calls/service-error.ts'
import { keepTokens, storedConnectionOf } from './connection.ts'
import { markHealth, outcomeOf, testConnection } from './health.ts'
import { connectedEvent, recordIntegrationEvent } from './integration-events.ts'
import { beginConsent, getIntegration, markIntegration, takeConsent } from './integrations.queries.ts'
import { leaveLater } from './leaving.ts'
import type { CallContext, Connection } from './provider.ts'
import { providers } from './providers.ts'
import { openVerifier, sealVerifier } from './secrets.ts'

const hashOf = (state: string) => createHash('sha256').update(state).digest('hex')

/** The return address to register at the service. Each service has its own, so the answer of one is never taken for that of another. */
export const redirectUriOf = (appUrl: string, name: Name): string => `${appUrl}/api/integrations/${name}/callback`

/**
 * Sends somebody to a service to give consent. The state belongs to their session and company; the verifier stays here (PKCE).
 * @returns the address at the service
 */
export async function startConsent(
  db: Db,
  connection: Connection,
  context: Pick<CallContext, 'keyring' | 'baseUrls'>,
  appUrl: string,
): Promise<URL> {
  const { companyId, name } = connection
  const { consent } = providers[name]
  if (!consent) throw new Error(`${name} has no consent`)
  const state = randomBytes(32).toString('base64url')
  const verifier = randomBytes(32).toString('base64url')
  const redirectUri = redirectUriOf(appUrl, name)
  const sealed = sealVerifier(context.keyring, companyId, name, verifier)
  await beginConsent(db, companyId, name, { hash: hashOf(state), verifier: sealed, redirectUri })
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  return consent.authorizeUrl(connection, { redirectUri, state, challenge }, context)
}

type Parts = {
  database: Database
  keyring: Keyring
  outbound: Outbound
  config: Config
  appUrl: () => string
  jobs: { enqueue: Enqueue }
}

/** `GET /api/integrations/{name}/callback`: somebody comes back from a service. The redirect leads to the cards, which say how it went. */
export function registerConsent(app: FastifyInstance, parts: Parts): void {
  const options = { config: limitNamed('callback') as object, exposeHeadRoute: false }
  app.get('/api/integrations/:name/callback', options, async (request, reply) => {
    const name = IntegrationName.safeParse((request.params as { name: string }).name).data
    const consent = name && providers[name].consent
    if (!consent) return reply.callNotFound()
    const { outcome, companyId } = await finish(parts, name, request).catch((error): Finished => {
      if (error instanceof NotAdmitted) return { outcome: 'expired' }
      throw error
    })
    const target = new URLSearchParams({ ...(companyId && { company: companyId }), connected: name, outcome })
    return reply.redirect(`/integrations?${target}`, 302)
  })
}

type Finished = { outcome: 'done' | 'refused' | 'expired' | 'failed'; companyId?: string }

async function finish(parts: Parts, name: Name, request: FastifyRequest): Promise<Finished> {
  const query = textsOf(request.query)
  const caller = callerOf(request)
  if (!caller || !query.state) return { outcome: 'expired' }
  const state = query.state
  // Takes the state before asking the service anything, so an answer that comes twice finds none.
  const taken = await parts.database.transact(caller, (db) => takeConsent(db, name, hashOf(state)))
  if (!taken) return { outcome: 'expired' }
  const { companyId, sealedVerifier, redirectUri } = taken
  const context = contextOf(parts, { ...caller, companyId })
  // A consent that was given before still holds.
  if (!query.code && (query.error ?? 'access_denied') === 'access_denied') return { outcome: 'refused', companyId }
  if (!query.code) {
    const why = /^[\w.-]{1,60}$/.exec(query.error ?? '')?.[0] ?? 'for an unknown reason'
    const error = new ServiceError(`${integrationLabels[name]} did not agree: ${why}`)
    await context.work((db) => tellFailure(db, companyId, name, error))
    return { outcome: 'failed', companyId }
  }
  try {
    const connection = await storedConnectionOf(context, name)
    if (!connection) return { outcome: 'expired', companyId }
    const leaveFormer = await leaveAccountLater(context, name)
    const verifier = openVerifier(parts.keyring, companyId, name, sealedVerifier)
    const back = { code: query.code, redirectUri, verifier, query }
    const tokens = await providers[name].consent?.exchange(connection, back, context)
    if (!tokens) return { outcome: 'failed', companyId }
    await context.work((db) => keepTokens(db, context, name, tokens))
    return await finishConnected(parts, context, name, { address: request.ip, leaveFormer })
  } catch (error) {
    await context.work((db) => tellFailure(db, companyId, name, error))
    return { outcome: 'failed', companyId }
  }
}

type Arrival = { address: string; leaveFormer: () => Promise<string | null> }

async function finishConnected(
  { jobs }: Parts,
  context: CallContext,
  name: Name,
  { address, leaveFormer }: Arrival,
): Promise<Finished> {
  const { companyId, work } = context
  const tested = await testConnection(context, name)
  const remains = tested?.success ? await leaveFormer() : null
  await work(async (db) => {
    await recordIntegrationEvent(db, { companyId, name }, connectedEvent(tested?.account ?? null), address)
    if (remains)
      await markIntegration(db, companyId, name, { lastError: remains, lastErrorAt: new Date().toISOString() })
    if (tested?.success) await beginSync(db, jobs.enqueue, companyId, name)
  })
  return { outcome: tested?.success ? 'done' : 'failed', companyId }
}

/**
 * Somebody may connect again as another person: our things in the account before must not stay there, and only its old tokens reach them.
 * @returns removes them if the account is another one by then, and says what is left
 */
async function leaveAccountLater(context: CallContext, name: Name): Promise<Arrival['leaveFormer']> {
  const read = () => context.work((db) => getIntegration(db, context.companyId, name))
  const before = providers[name].leave ? await read() : undefined
  if (!before?.accountId) return async () => null
  const leave = await leaveLater(context, before)
  return async () => ((await read())?.accountId === before.accountId ? null : ((await leave?.()) ?? null))
}

/** The return is told on the cards. If a consent given before still holds, the connection goes on working with it. */
async function tellFailure(db: Db, companyId: string, name: Name, error: unknown): Promise<void> {
  const outcome = outcomeOf(error)
  const message = 'error' in outcome ? outcome.error : ''
  const stored = await getIntegration(db, companyId, name)
  if (!stored?.marks.refresh_token || stored.needsReconnect) await markHealth(db, { companyId, name }, outcome)
  await markIntegration(db, companyId, name, { lastTestAt: new Date().toISOString(), lastTestMessage: message })
}

/** Somebody came back from a service who has no right to change integrations, or whose session has ended. */
class NotAdmitted extends Error {}

/** The person who comes back from the service, if they may still change integrations. */
function callerOf(request: FastifyRequest): Caller | null {
  const token = readToken(request)
  if (!token) return null
  const admit: Caller['admit'] = ({ role, isReadOnly, areas }) => {
    const isOutside = areas !== null && lackingArea(areas, 'integrations.connect', true) !== undefined
    if (!can(role, 'integration.write') || isReadOnly || isOutside) throw new NotAdmitted()
  }
  return { tokenHash: token.tokenHash, companyId: null, address: request.ip, admit }
}

const contextOf = (
  { database, keyring, outbound, config }: Parts,
  caller: Caller & { companyId: string },
): CallContext => ({
  ...{ companyId: caller.companyId, keyring, outbound, baseUrls: config.baseUrls },
  work: (work) => database.transact(caller, work),
})

/** Each parameter once, as text; anything else is no answer of a service. */
function textsOf(query: unknown): Record<string, string> {
  const entries = Object.entries(query as Record<string, unknown>)
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length < 4_000),
  )
}
