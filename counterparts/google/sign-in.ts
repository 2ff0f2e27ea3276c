import { consentPage, errorPage, returnTo } from '../shared/consent-page.ts'
import { type Answer, basicOf, formOf, type Request, type Route } from '../shared/exchange.ts'
import { type Grants, isSame, type Redeemed } from '../shared/grants.ts'

export type App = {
  clientId: string
  clientSecret: string
  redirectUris: string[] | undefined
  account: string
  isTesting: boolean
}

const base = 'https://www.googleapis.com/auth/'
/** The scopes that give access to the calendar. */
export const writing = [`${base}calendar`, `${base}calendar.events`, `${base}calendar.app.created`]
export const listing = [
  `${base}calendar`,
  `${base}calendar.readonly`,
  `${base}calendar.calendarlist`,
  `${base}calendar.calendarlist.readonly`,
]
const knownScopes = [...new Set([...writing, ...listing, `${base}calendar.events.readonly`])]

const accessSeconds = 3_599
const sixMonths = 183 * 86_400
/** Refresh tokens of an app whose consent screen is still in testing. */
const testingSeconds = 7 * 86_400

/** Consent, tokens and revocation, at the paths that Google has on two hosts. */
export function signInRoutes(grants: Grants, app: App): Route[] {
  return [
    { method: 'GET', path: '/o/oauth2/v2/auth', answer: (request) => ask(app, request) },
    { method: 'POST', path: '/o/oauth2/v2/auth', answer: (request) => decide(grants, app, request) },
    { method: 'POST', path: '/token', answer: (request) => tokens(grants, app, request) },
    { method: 'POST', path: '/revoke', answer: (request) => revoke(grants, request) },
  ]
}

/** @returns the error that Google shows; the person is then not sent back */
function problemOf({ clientId, redirectUris }: App, { query }: Request): string | undefined {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== clientId) return 'Error 401: invalid_client. The OAuth client was not found.'
  const isLocal = URL.canParse(redirectUri) && ['localhost', '127.0.0.1'].includes(new URL(redirectUri).hostname)
  if (!(redirectUris ? redirectUris.includes(redirectUri) : isLocal)) return 'Error 400: redirect_uri_mismatch'
  if (query.get('response_type') !== 'code')
    return 'Error 400: invalid_request. Required parameter is missing: response_type'
  const scopes = query.get('scope')?.split(' ').filter(Boolean) ?? []
  if (scopes.length === 0) return 'Error 400: invalid_request. Missing required parameter: scope'
  const unknown = scopes.filter((scope) => !knownScopes.includes(scope))
  if (unknown.length > 0) return `Error 400: invalid_scope. Some requested scopes were invalid: ${unknown.join(', ')}`
  const method = query.get('code_challenge_method')
  const isChallenge = query.get('code_challenge') === null || method === 'S256'
  return isChallenge ? undefined : 'Error 400: invalid_request. Only S256 is played as code_challenge_method'
}

function ask(app: App, request: Request): Answer {
  const problem = problemOf(app, request)
  if (problem) return errorPage('Access blocked: Authorization Error', problem)
  return consentPage('Google', app.account, request.query.get('scope') ?? '', `${request.path}?${request.query}`)
}

function decide(grants: Grants, app: App, request: Request): Answer {
  const problem = problemOf(app, request)
  if (problem) return errorPage('Access blocked: Authorization Error', problem)
  const { query } = request
  const redirectUri = query.get('redirect_uri') ?? ''
  const state = query.get('state') ?? undefined
  const scope = query.get('scope') ?? ''
  const back = (answer: Record<string, string>) => ({
    status: 302,
    headers: { location: returnTo(redirectUri, { ...answer, state }) },
  })
  if (formOf(request).get('decision') !== 'allow') return back({ error: 'access_denied' })
  // A refresh token comes only for offline access, and reliably only after the person was asked for consent.
  const offline = query.get('access_type') === 'offline' && (query.get('prompt') ?? '').includes('consent')
  const challenge = query.get('code_challenge') ?? undefined
  return back({ code: `4/${grants.allow({ clientId: app.clientId, redirectUri, scope, challenge, offline })}`, scope })
}

const refused = (error: string, error_description: string, status = 400): Answer => ({
  status,
  body: { error, error_description },
})

function tokens(grants: Grants, app: App, request: Request): Answer {
  const form = formOf(request)
  const basic = basicOf(request)
  const id = basic?.name ?? form.get('client_id') ?? ''
  const secret = basic?.password ?? form.get('client_secret') ?? ''
  if (id !== app.clientId) return refused('invalid_client', 'The OAuth client was not found.', 401)
  if (!isSame(secret, app.clientSecret)) return refused('invalid_client', 'Unauthorized', 401)
  if (form.get('grant_type') === 'authorization_code') return redeem(grants, app, form)
  if (form.get('grant_type') !== 'refresh_token') return refused('unsupported_grant_type', 'Invalid grant_type')
  const found = grants.refresh(form.get('refresh_token') ?? '')
  if (!found) return refused('invalid_grant', 'Token has been expired or revoked.')
  return { body: answerOf(grants, found) }
}

function redeem(grants: Grants, app: App, form: URLSearchParams): Answer {
  const code = (form.get('code') ?? '').replace(/^4\//, '')
  const verifier = form.get('code_verifier') ?? undefined
  const redeemed = grants.redeem(code, app.clientId, form.get('redirect_uri') ?? '', verifier)
  if (!redeemed) return refused('invalid_grant', 'Bad Request')
  const seconds = app.isTesting ? testingSeconds : sixMonths
  const refresh = redeemed.offline ? { refresh_token: grants.issueRefresh('1//', redeemed, seconds) } : {}
  const lifetime = redeemed.offline && app.isTesting ? { refresh_token_expires_in: testingSeconds } : {}
  return { body: { ...answerOf(grants, redeemed), ...refresh, ...lifetime } }
}

function answerOf(grants: Grants, redeemed: Redeemed) {
  const access_token = grants.issueAccess('ya29.', redeemed, accessSeconds)
  return { access_token, expires_in: accessSeconds, scope: redeemed.scope, token_type: 'Bearer' }
}

function revoke(grants: Grants, request: Request): Answer {
  const token = request.query.get('token') ?? formOf(request).get('token') ?? ''
  return grants.revoke(token) ? { body: {} } : refused('invalid_token', 'Token expired or revoked')
}
