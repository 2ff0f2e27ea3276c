import { z } from 'zod'
import { at, basicAuth, callService, form, jsonOf, oauthErrorOf } from '../calls/service-call.ts'
import { noTokens, ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection, Provider, Tokens } from '../provider.ts'
import { askQuickbooks } from './quickbooks-call.ts'

/** Intuit has a host for each: the page of consent, tokens, revocation and the API. */
const consentHost = 'https://appcenter.intuit.com'
const tokenHost = 'https://oauth.platform.intuit.com'
const revokeHost = 'https://developer.api.intuit.com'

const CompanyInfo = z.object({ CompanyInfo: z.object({ CompanyName: z.string() }) })

export const quickbooks: Provider = {
  name: 'quickbooks',
  home: ({ environment }) =>
    environment === 'sandbox' ? 'https://sandbox-quickbooks.api.intuit.com' : 'https://quickbooks.api.intuit.com',
  standIn: ({ quickbooks: base }) => base,

  async test(connection, context) {
    const { accountId } = connection
    const data = await askQuickbooks(connection, context, {
      ...{ operation: 'Test connection', path: `companyinfo/${accountId}`, shape: CompanyInfo },
    })
    const { CompanyName: account } = data.CompanyInfo
    return { message: `Connected to ${account}`, account }
  },

  consent: {
    authorizeUrl(connection, { redirectUri, state }, { baseUrls }) {
      const url = at(consentHost, baseUrls.quickbooks, 'connect/oauth2')
      url.search = new URLSearchParams({
        client_id: connection.secret('client_id') ?? '',
        response_type: 'code',
        scope: 'com.intuit.quickbooks.accounting',
        redirect_uri: redirectUri,
        state,
      }).toString()
      return url
    },

    async exchange(connection, { code, redirectUri, query }, context) {
      const { realmId } = query
      // The realm is part of every address: nothing but a number may come in from the browser.
      if (!/^\d{1,30}$/.test(realmId ?? '')) throw new ServiceError('QuickBooks did not say which company it is')
      const fields = { grant_type: 'authorization_code', code, redirect_uri: redirectUri }
      return { ...(await tokensFor(connection, context, 'Get tokens', fields)), accountId: realmId as string }
    },

    async revoke(connection, context) {
      const token = connection.secret('refresh_token')
      if (!token) return
      await callService(connection, context, {
        ...{ operation: 'Revoke tokens', method: 'POST', isRepeatable: true },
        url: at(revokeHost, context.baseUrls.quickbooks, 'v2/oauth2/tokens/revoke'),
        headers: {
          'content-type': 'application/json',
          accept: 'application/json',
          authorization: clientOf(connection),
        },
        body: JSON.stringify({ token }),
      })
    },
  },

  needsToken: () => true,

  renew: (connection, context) =>
    tokensFor(connection, context, 'Renew tokens', {
      ...{ grant_type: 'refresh_token', refresh_token: connection.secret('refresh_token') ?? '' },
    }),
}

const clientOf = (connection: Connection) =>
  basicAuth(connection.secret('client_id') ?? '', connection.secret('client_secret') ?? '')

const Given = z.object({
  access_token: z.string().min(1),
  expires_in: z.coerce.number().positive().max(31_536_000),
  refresh_token: z.string().min(1),
  x_refresh_token_expires_in: z.coerce.number().positive().max(1_000_000_000).optional(),
})

/** Each answer holds a new refresh token, and the old one is used up: so this call is never repeated, nor ended because a person does not wait. */
async function tokensFor(
  connection: Connection,
  { outbound, baseUrls }: CallContext,
  operation: string,
  fields: Record<string, string>,
): Promise<Tokens> {
  const { headers, body } = form(fields)
  const answer = await callService(
    connection,
    { outbound },
    {
      ...{ operation, method: 'POST', isRepeatable: false },
      url: at(tokenHost, baseUrls.quickbooks, 'oauth2/v1/tokens/bearer'),
      headers: { ...headers, authorization: clientOf(connection) },
      ...(body && { body }),
    },
  )
  if (answer.status !== 200) throw noTokens('QuickBooks', answer.status, oauthErrorOf(answer))
  const { data } = Given.safeParse(jsonOf(answer, 'QuickBooks'))
  // Perhaps a proxy answered. If the old token is used up all the same, the next try is told so.
  if (!data) throw new ServiceError('QuickBooks gave no tokens', { isPassing: true })
  return {
    accessToken: data.access_token,
    expiresAt: new Date(Date.now() + data.expires_in * 1_000),
    refreshToken: data.refresh_token,
    ...(data.x_refresh_token_expires_in && {
      refreshExpiresAt: new Date(Date.now() + data.x_refresh_token_expires_in * 1_000),
    }),
  }
}
