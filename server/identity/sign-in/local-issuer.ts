import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type * as OidcProvider from 'oidc-provider'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { noticeOf } from './plain-pages.ts'

// A file of its own because only the first sign-in loads it (local-provider.ts).

// Not the package's main entry, which prints a warning on every Node that is not an LTS yet.
const { Provider } = (await import('oidc-provider/lib/provider.js' as string)) as typeof OidcProvider

export type LocalAccount = { subject: string; email: string; name: string | null }
export type LocalIssuer = ReturnType<typeof openLocalIssuer>

/** The provider itself: its keys and its memory are lost when the process ends. */
export function openLocalIssuer(options: {
  issuer: string
  path: string
  client: { id: string; secret: string }
  redirectUri: string
}) {
  const accounts = new Map<string, LocalAccount>()
  const provider = new Provider(options.issuer, configurationOf(options, accounts))
  provider.proxy = true // local-provider.ts sets the forwarded headers itself
  const handle = provider.callback()

  return {
    handle: (request: IncomingMessage, response: ServerResponse) => void handle(request, response),

    /** Whether the browser is in the middle of choosing an account. */
    isInteraction: (request: IncomingMessage, response: ServerResponse) =>
      provider.interactionDetails(request, response).then(
        () => true,
        () => false,
      ),

    /** Ends the choice. @returns the next address for the browser, null when no choice was open */
    async signIn(request: IncomingMessage, response: ServerResponse, account: LocalAccount) {
      if (accounts.size > 1_000) accounts.clear()
      accounts.set(account.subject, account)
      const result = { login: { accountId: account.subject, remember: false } }
      return provider.interactionResult(request, response, result).catch(() => null)
    },
  }
}

type Configuration = NonNullable<ConstructorParameters<typeof OidcProvider.Provider>[1]>

function configurationOf(
  { path, client, redirectUri }: { path: string; client: { id: string; secret: string }; redirectUri: string },
  accounts: Map<string, LocalAccount>,
): Configuration {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const cookie = { httpOnly: true, sameSite: 'lax', signed: true } as const
  return {
    adapter: memoryAdapter(),
    clients: [
      {
        client_id: client.id,
        client_secret: client.secret,
        redirect_uris: [redirectUri],
        response_types: ['code'],
        grant_types: ['authorization_code'],
        id_token_signed_response_alg: 'ES256',
        token_endpoint_auth_method: 'client_secret_basic',
      },
    ],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] } as Configuration['jwks'],
    cookies: { keys: [randomBytes(32).toString('base64url')], short: cookie, long: cookie },
    pkce: { required: () => true },
    responseTypes: ['code'],
    scopes: ['openid', 'email', 'profile'],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'given_name', 'family_name'] },
    conformIdTokenClaims: false, // the names travel in the ID token, as Google's do
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      userinfo: { enabled: false },
    },
    interactions: { url: (_ctx, interaction) => `${path}/interaction/${interaction.uid}` },
    ttl: { AccessToken: 300, AuthorizationCode: 60, Grant: 3_600, IdToken: 300, Interaction: 3_600, Session: 3_600 },
    findAccount: (_ctx, subject) => accountOf(accounts.get(subject)),
    loadExistingGrant: async (ctx) => {
      // Consent is given automatically: nobody needs to allow the product to know who signs in to it.
      const grant = new ctx.oidc.provider.Grant({ clientId: client.id, accountId: ctx.oidc.session?.accountId ?? '' })
      grant.addOIDCScope('openid email profile')
      await grant.save()
      return grant
    },
    renderError: (ctx, { error_description: description }) => {
      ctx.type = 'html'
      ctx.body = noticeOf('Signing in did not work', `${description ?? 'The request was not understood'}.`)
    },
  }
}

function accountOf(account: LocalAccount | undefined) {
  if (!account) return undefined
  const { subject, email, name } = account
  const [givenName, ...rest] = name?.split(/\s+/) ?? []
  return {
    accountId: subject,
    claims: () => ({
      sub: subject,
      email,
      email_verified: true,
      ...(name && { name, given_name: givenName, family_name: rest.join(' ') }),
    }),
  }
}

type Entry = { payload: AdapterPayload; expiresAt: number }

const mostEntries = 5_000

/** The storage of the local provider; oidc-provider's own in-memory storage prints warnings at every start. */
function memoryAdapter(): AdapterFactory {
  const entries = new Map<string, Entry>()
  const read = (key: string) => {
    const entry = entries.get(key)
    return entry && entry.expiresAt > Date.now() ? entry.payload : undefined
  }
  const findBy = (model: string, field: 'uid' | 'userCode', value: string) =>
    [...entries].find(([key, { payload }]) => key.startsWith(`${model}:`) && payload[field] === value)?.[1].payload

  return (model): Adapter => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      async upsert(id, payload, expiresIn) {
        const oldest = entries.size >= mostEntries ? entries.keys().next().value : undefined
        if (oldest) entries.delete(oldest)
        entries.set(keyOf(id), {
          payload,
          expiresAt: expiresIn ? Date.now() + expiresIn * 1_000 : Number.POSITIVE_INFINITY,
        })
      },
      find: async (id) => read(keyOf(id)),
      findByUid: async (uid) => findBy(model, 'uid', uid),
      findByUserCode: async (code) => findBy(model, 'userCode', code),
      async consume(id) {
        const payload = read(keyOf(id))
        if (payload) payload.consumed = Math.floor(Date.now() / 1_000)
      },
      destroy: async (id) => void entries.delete(keyOf(id)),
      async revokeByGrantId(grantId) {
        for (const [key, { payload }] of entries) if (payload.grantId === grantId) entries.delete(key)
      },
    }
  }
}
