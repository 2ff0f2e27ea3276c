import * as oidc from 'openid-client'

/** An OpenID provider as this app is registered with it. */
export type ProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** plain http may be trusted: only for trials */
  allowsHttp: boolean
  /** how to reach it; undefined = the network */
  fetch?: oidc.CustomFetch
  /** the provider's word for 'let me choose an account' */
  prompt?: string
}

/** The provider does not answer, or answers nonsense: nobody's fault who wants to sign in. */
export class ProviderUnavailable extends Error {}

const timeout = 5 // seconds

/**
 * Finds the provider by discovery at the first sign-in and keeps it; a failure is not kept.
 * @returns asks for the provider. @throws {ProviderUnavailable} when it does not answer in 5 seconds
 */
export function lazyProvider(settings: () => ProviderSettings): () => Promise<oidc.Configuration> {
  let found: Promise<oidc.Configuration> | undefined
  return () => {
    found ??= discover(settings()).catch((error) => {
      found = undefined
      throw new ProviderUnavailable('The sign-in provider does not answer', { cause: error })
    })
    return found
  }
}

function discover({ issuer, clientId, clientSecret, allowsHttp, fetch }: ProviderSettings) {
  // Without the non-repudiation check openid-client trusts TLS and leaves the signature unread (T42).
  const execute = [oidc.enableNonRepudiationChecks]
  if (allowsHttp) execute.push(oidc.allowInsecureRequests)
  return oidc.discovery(
    new URL(issuer),
    clientId,
    { [oidc.clockTolerance]: 60 },
    oidc.ClientSecretBasic(clientSecret),
    { timeout, execute, ...(fetch && { [oidc.customFetch]: fetch }) },
  )
}

/** Whether signing in failed because the provider is down, not because of what the browser brought. */
export function isUnavailable(error: unknown): boolean {
  if (error instanceof ProviderUnavailable) return true
  if (error instanceof oidc.ResponseBodyError) return error.status >= 500 || error.status === 429
  if (error instanceof oidc.ClientError) {
    const { code, cause } = error
    if (code === 'OAUTH_TIMEOUT') return true
    return cause instanceof Response && cause.status >= 500
  }
  return error instanceof TypeError && error.message === 'fetch failed'
}
