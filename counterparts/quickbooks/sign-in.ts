import { consentPage, errorPage, returnTo } from '../shared/consent-page.ts'
import { type Answer, basicOf, formOf, objectOf, type Request, type Route } from '../shared/exchange.ts'
import { type Grants, isSame, type Redeemed } from '../shared/grants.ts'
import type { Books } from './books.ts'

export type App = { clientId: string; clientSecret: string; redirectUris: string[] | undefined }

export const scope = 'com.intuit.quickbooks.accounting'
const accessSeconds = 3_600
const refreshSeconds = 8_726_400
const fiveYears = 157_680_000

/** Consent, tokens and revocation, at the paths that Intuit has on three hosts. */
export function signInRoutes(books: Books, grants: Grants, app: App): Route[] {
  return [
    { method: 'GET', path: '/connect/oauth2', answer: (request) => ask(books, app, request) },
    { method: 'POST', path: '/connect/oauth2', answer: (request) => decide(books, grants, app, request) },
    { method: 'POST', path: '/oauth2/v1/tokens/bearer', answer: (request) => tokens(grants, app, request) },
    { method: 'POST', path: '/v2/oauth2/tokens/revoke', answer: (request) => revoke(grants, app, request) },
  ]
}

/** @returns the problem of a request for consent; the person is then not sent back */
function problemOf({ clientId, redirectUris }: App, { query }: Request): string | undefined {
  const redirectUri = query.get('redirect_uri') ?? ''
  if (query.get('client_id') !== clientId) return 'The client_id is unknown.'
  if (query.get('response_type') !== 'code') return 'The response_type must be code.'
  if (!query.get('scope')?.split(' ').includes(scope)) return `The scope must be ${scope}.`
  const isLocal = URL.canParse(redirectUri) && ['localhost', '127.0.0.1'].includes(new URL(redirectUri).hostname)
  const isKnown = redirectUris ? redirectUris.includes(redirectUri) : isLocal
  return isKnown ? undefined : 'The redirect_uri query parameter value is invalid.'
}

function ask(books: Books, app: App, request: Request): Answer {
  const problem = problemOf(app, request)
  if (problem) return errorPage("Sorry, but QuickBooks didn't connect", problem)
  return consentPage('QuickBooks', books.companyName, scope, `${request.path}?${request.query}`)
}

function decide(books: Books, grants: Grants, app: App, request: Request): Answer {
  const problem = problemOf(app, request)
  if (problem) return errorPage("Sorry, but QuickBooks didn't connect", problem)
  const redirectUri = request.query.get('redirect_uri') ?? ''
  const state = request.query.get('state') ?? undefined
  const isAllowed = formOf(request).get('decision') === 'allow'
  const allowed = { clientId: app.clientId, redirectUri, scope, challenge: undefined, offline: true }
  const answer = isAllowed ? { code: grants.allow(allowed), realmId: books.realmId } : { error: 'access_denied' }
  return { status: 302, headers: { location: returnTo(redirectUri, { ...answer, state }) } }
}

function isApp({ clientId, clientSecret }: App, request: Request): boolean {
  const credentials = basicOf(request)
  return credentials !== undefined && credentials.name === clientId && isSame(credentials.password, clientSecret)
}

const oauthError = (status: number, error: string, error_description?: string): Answer => ({
  status,
  body: { error, ...(error_description && { error_description }) },
})

function tokens(grants: Grants, app: App, request: Request): Answer {
  if (!isApp(app, request)) return oauthError(401, 'invalid_client')
  const form = formOf(request)
  const type = form.get('grant_type')
  if (type === 'authorization_code') {
    const redeemed = grants.redeem(form.get('code') ?? '', app.clientId, form.get('redirect_uri') ?? '', undefined)
    return redeemed ? issue(grants, redeemed) : oauthError(400, 'invalid_grant', 'Invalid authorization code')
  }
  if (type !== 'refresh_token') return oauthError(400, 'unsupported_grant_type')
  const used = grants.useUp(form.get('refresh_token') ?? '')
  return used ? issue(grants, used) : oauthError(400, 'invalid_grant', 'Incorrect Token type or clientID')
}

/** Each answer holds a new refresh token; the one before cannot be used again. */
function issue(grants: Grants, redeemed: Redeemed): Answer {
  return {
    body: {
      token_type: 'bearer',
      expires_in: accessSeconds,
      access_token: grants.issueAccess('eyJ', redeemed, accessSeconds),
      refresh_token: grants.issueRefresh('RT1-', redeemed, refreshSeconds),
      x_refresh_token_expires_in: refreshSeconds,
      x_refresh_token_hard_expires_in: fiveYears,
    },
  }
}

function revoke(grants: Grants, app: App, request: Request): Answer {
  if (!isApp(app, request)) return oauthError(401, 'invalid_client')
  const token = String(objectOf(request).token ?? formOf(request).get('token') ?? '')
  return grants.revoke(token) ? { status: 200 } : oauthError(400, 'invalid_request')
}
