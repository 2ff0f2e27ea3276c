import { clean, onOneLine } from 'contract/text.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Configuration } from 'openid-client'
import { z } from 'zod'
import type { Config } from '../../platform/config/config.ts'
import type { Database } from '../../platform/database/database.ts'
import { isTrue, scalarOf } from '../../platform/database/rows.ts'
import { recordSecurityEvent } from '../../platform/database/security-events.ts'
import { addressOf, type Limits, limitNamed } from '../../platform/fairness/rate-limits.ts'
import { headerText } from '../../platform/http/connections/broken-text.ts'
import { hashToken, readToken } from '../../platform/http/session-token.ts'
import type { Signer } from '../../platform/secrets/signing-keys.ts'
import {
  clearSession,
  newSecret,
  openAttempts,
  setAttempt,
  setFailure,
  setSession,
  takeAttempt,
} from '../sessions/cookies.ts'
import { ClaimRefused, type GoogleClaims, readClaims } from './claims.ts'
import { mountLocalProvider } from './local-provider.ts'
import { noticeOf, sendPage, servePlainPageStyle } from './plain-pages.ts'
import type { ProviderSettings } from './provider.ts'
import { safeReturnTo } from './return-to.ts'

type Parts = {
  database: Database
  appUrl: () => string
  settings: () => ProviderSettings
  isLocal: boolean
  attempts: Signer
  limits: Limits
}

/**
 * Signing in with OpenID Connect: `GET /api/auth/start?returnTo=` leads to the provider, `GET /auth/callback` back.
 * @param appUrl the address people use
 */
export async function registerSignIn(
  app: FastifyInstance,
  { config, database, appUrl, limits }: Pick<Parts, 'database' | 'appUrl' | 'limits'> & { config: Config },
): Promise<void> {
  const settings = settingsOf(app, config, appUrl)
  const parts = { database, appUrl, settings, isLocal: !config.signIn, attempts: openAttempts(config), limits }
  let loaded: Promise<() => Promise<Configuration>> | undefined
  const provider = async () => {
    // The library is loaded at the first sign-in: the server starts without it.
    loaded ??= import('./provider.ts').then(({ lazyProvider }) => lazyProvider(settings))
    return (await loaded)()
  }
  servePlainPageStyle(app)
  if (!config.passwordsAreOn)
    app.get('/auth/reset-password', (_request, reply) =>
      sendPage(
        reply,
        404,
        noticeOf('There is no such page', 'People sign in with Google here: there are no passwords.'),
      ),
    )
  const limited = { config: limitNamed('signIn') as object, exposeHeadRoute: false }
  app.get('/api/auth/start', limited, (request, reply) => guarded(reply, () => start(parts, provider, request, reply)))
  // Only failures count: everybody of an office comes back from the provider at nine.
  app.get('/auth/callback', { exposeHeadRoute: false }, (request, reply) =>
    guarded(reply, () => finish(parts, provider, request, reply)),
  )
}

function settingsOf(app: FastifyInstance, config: Config, appUrl: () => string): () => ProviderSettings {
  const { signIn, isProduction, isDemo } = config
  if (!signIn) return mountLocalProvider(app, { appUrl, isProduction, listsDemoPeople: isDemo })
  const isGoogle = signIn.issuer === 'https://accounts.google.com'
  return () => ({ ...signIn, allowsHttp: !isProduction, ...(isGoogle && { prompt: 'select_account' }) })
}

type Provider = () => Promise<Configuration>

async function start(
  { appUrl, settings, attempts }: Parts,
  provider: Provider,
  request: FastifyRequest,
  reply: FastifyReply,
) {
  const home = appUrl()
  // The provider sends the browser back to APP_URL, so the cookie must be set there (127.0.0.1 is not localhost).
  if (request.headers.host !== new URL(home).host) return reply.redirect(`${home}${request.url}`, 302)
  const oidc = await import('openid-client')
  const configuration = await provider()
  const attempt = {
    state: oidc.randomState(),
    nonce: oidc.randomNonce(),
    verifier: oidc.randomPKCECodeVerifier(),
    returnTo: safeReturnTo((request.query as { returnTo?: unknown }).returnTo),
    startedAt: Date.now(),
  }
  await setAttempt(reply, attempts, home, attempt)
  const { prompt } = settings()
  const target = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: `${home}/auth/callback`,
    scope: 'openid email profile',
    state: attempt.state,
    nonce: attempt.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(attempt.verifier),
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
  })
  return reply.redirect(target.href, 302)
}

async function finish(parts: Parts, provider: Provider, request: FastifyRequest, reply: FastifyReply) {
  const { database, appUrl, isLocal, attempts } = parts
  const attempt = await takeAttempt(request, reply, attempts, appUrl())
  if (!attempt) return refuse(parts, 'state_missing', request, reply)
  if (!(await useAttempt(database, attempt.state, request))) return refuse(parts, 'state_used', request, reply)
  const { authorizationCodeGrant, AuthorizationResponseError } = await import('openid-client')
  const { isUnavailable } = await import('./provider.ts')
  try {
    const answer = await authorizationCodeGrant(await provider(), new URL(request.url, appUrl()), {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    })
    const claimed = readClaims(answer.claims() ?? {})
    // The local issuer's address contains a port that may change; its people must stay linked.
    const issuer = isLocal ? 'local' : claimed.issuer
    const secret = newSecret(appUrl())
    const outcome = await openSession(database, { ...claimed, issuer }, secret, request)
    clearSession(reply)
    if (outcome !== 'signed_in') return reply.redirect('/auth?error=access', 302)
    setSession(reply, appUrl(), secret)
    return reply.redirect(safeReturnTo(attempt.returnTo), 302)
  } catch (error) {
    if (isUnavailable(error)) throw error
    if (error instanceof ClaimRefused) {
      if (error.advice) request.log.warn(error.advice)
      await recordRefusal(database, error.reason, request)
      return reply.redirect('/auth?error=access', 302)
    }
    // The provider reports that the person cancelled or may not sign in; the state was right.
    if (error instanceof AuthorizationResponseError) {
      setFailure(reply, appUrl(), clean(onOneLine(error.error_description || error.error)).slice(0, 300))
      return reply.redirect('/auth?error=failed', 302)
    }
    const reason = protocolReason(error)
    if (!reason) throw error
    return refuse(parts, reason, request, reply)
  }
}

/** The error code of the provider or of openid-client; undefined for our own faults. */
function protocolReason(error: unknown): string | undefined {
  const { name, code, error: answered } = error as { name?: string; code?: unknown; error?: unknown }
  if (name === 'ResponseBodyError') return `token_${String(answered)}`
  if (typeof code === 'string' && code.startsWith('OAUTH_')) return code.toLowerCase()
  return name === 'ClientError' ? 'oauth_failed' : undefined
}

async function refuse({ database, limits }: Parts, reason: string, request: FastifyRequest, reply: FastifyReply) {
  await limits.count('callback', addressOf(request), reply)
  await recordRefusal(database, reason, request)
  return sendPage(reply, 400, noticeOf('Signing in did not work', 'Please start again from the sign-in screen.'))
}

/** Tells people, with a page and not with JSON, that the provider is down (T56). */
async function guarded(reply: FastifyReply, work: () => Promise<FastifyReply>) {
  const { isUnavailable } = await import('./provider.ts')
  try {
    return await work()
  } catch (error) {
    if (!isUnavailable(error)) throw error
    reply.log.warn({ err: error }, 'sign-in provider unavailable')
    reply.header('retry-after', '30')
    return sendPage(
      reply,
      503,
      noticeOf('Sign-in is unavailable', 'The sign-in provider does not answer. Please try again in a moment.'),
    )
  }
}

/** Nobody is signed in yet, but the address is known. */
const nobodyAt = ({ ip }: FastifyRequest) => ({ tokenHash: null, companyId: null, address: ip })

const Outcome = z.string()

/** Opens a session for the person of an ID token. @returns 'signed_in', else the reason; the secret is worthless then */
async function openSession(database: Database, claimed: GoogleClaims, secret: string, request: FastifyRequest) {
  const { issuer, subject, email, firstName, lastName, fullName, isManaged } = claimed
  const before = readToken(request)?.tokenHash ?? null
  const agent = headerText(request.headers['user-agent'] ?? '') || null
  return database.transact(nobodyAt(request), (db) =>
    scalarOf(
      db,
      Outcome,
      sql`select app.sign_in(${issuer}, ${subject}, ${email}, ${firstName}, ${lastName}, ${fullName},
        ${isManaged}, ${hashToken(secret)}, ${before}, ${agent}, ${request.ip})`,
    ),
  )
}

/** @param state the name of the attempt. @returns whether this is its first use */
async function useAttempt(database: Database, state: string, request: FastifyRequest): Promise<boolean> {
  return database.transact(nobodyAt(request), (db) => isTrue(db, sql`select app.use_attempt(${hashToken(state)})`))
}

async function recordRefusal(database: Database, reason: string, request: FastifyRequest): Promise<void> {
  await database.transact(nobodyAt(request), (db) => recordSecurityEvent(db, 'sign_in_refused', { reason }, request.ip))
}
