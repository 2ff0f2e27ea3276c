import { createHash, randomBytes } from 'node:crypto'
import { IntegrationName, type IntegrationName as Name } from 'contract/integrations/catalogue.ts'
import { can } from 'contract/permissions.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../platform/config/config.ts'
import type { Caller, Database } from '../platform/database/database.ts'
import type { Db } from '../platform/database/handle.ts'
import { limitNamed } from '../platform/fairness/rate-limits.ts'
import { readToken } from '../platform/http/session-token.ts'
import type { Enqueue } from '../platform/jobs/job-kinds.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'
import { beginSync } from './begin-sync.ts'
import { keepTokens, storedConnectionOf } from './connection.ts'
import { markHealth, outcomeOf, testConnection } from './health.ts'
import { beginConsent, markIntegration, recordIntegrationEvent, takeConsent } from './integrations.queries.ts'
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
  await markIntegration(db, companyId, name, { status: 'connecting' })
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
    const { outcome, companyId } = await finish(parts, name, request)
    const target = new URLSearchParams({ ...(companyId && { company: companyId }), connected: name, outcome })
    return reply.redirect(`/integrations?${target}`, 302)
  })
}

type Outcome = 'done' | 'refused' | 'expired' | 'failed'

async function finish(
  parts: Parts,
  name: Name,
  request: FastifyRequest,
): Promise<{ outcome: Outcome; companyId?: string }> {
  const query = textsOf(request.query)
  const caller = callerOf(request)
  if (!caller || !query.state) return { outcome: 'expired' }
  const state = query.state
  // Takes the state before asking the service anything, so an answer that comes twice finds none.
  const taken = await parts.database.transact(caller, (db) => takeConsent(db, name, hashOf(state)))
  if (!taken) return { outcome: 'expired' }
  const { companyId, sealedVerifier, redirectUri } = taken
  const context = contextOf(parts, { ...caller, companyId })
  if (!query.code) {
    await context.work((db) => markIntegration(db, companyId, name, { status: 'disconnected' }))
    return { outcome: 'refused', companyId }
  }
  try {
    const connection = await storedConnectionOf(context, name)
    if (!connection) return { outcome: 'expired', companyId }
    const verifier = openVerifier(parts.keyring, companyId, name, sealedVerifier)
    const back = { code: query.code, redirectUri, verifier, query }
    const tokens = await providers[name].consent?.exchange(connection, back, context)
    if (!tokens) return { outcome: 'failed', companyId }
    await context.work(async (db) => {
      await keepTokens(db, context, name, tokens)
      await recordIntegrationEvent(db, 'connected', { company: companyId, integration: name }, request.ip)
    })
  } catch (error) {
    await context.work((db) => markHealth(db, { companyId, name }, outcomeOf(error)))
    return { outcome: 'failed', companyId }
  }
  const tested = await testConnection(context, name)
  if (!tested?.success) return { outcome: 'failed', companyId }
  await context.work((db) => beginSync(db, parts.jobs.enqueue, companyId, name))
  return { outcome: 'done', companyId }
}

/** The person who comes back from the service, if they may still change integrations. */
function callerOf(request: FastifyRequest): Caller | null {
  const token = readToken(request)
  if (!token) return null
  const admit: Caller['admit'] = ({ role }) => {
    if (!can(role, 'integration.write')) throw new Error('Somebody without the right came back from a service')
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
