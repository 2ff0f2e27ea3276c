import * as oidc from 'openid-client'

/** An OpenID provider and this app's registration with it. */
export type ProviderSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  /** plain http is allowed: only for trials */
  allowsHttp: boolean
  /** the way to reach it; undefined = the network */
  fetch?: oidc.CustomFetch
  /** the provider's parameter value for 'let me choose an account' */
  prompt?: string
}

/** The provider does not answer, or its answer makes no sense: not the fault of the person who signs in. */
export class ProviderUnavailable extends Error {}

const timeout = 5 // seconds

/**
 * Discovers the provider at the first sign-in and keeps the result; a failure is not kept.
 * @returns a function that gives the provider. @throws {ProviderUnavailable} when it does not answer in 5 seconds
 */
export function lazyProvider(settings: () => ProviderSettings): () => Promise<oidc.Configuration> {
  let configuration: Promise<oidc.Configuration> | undefined
  return () => {
    configuration ??= discover(settings()).catch((error) => {
      configuration = undefined
      throw new ProviderUnavailable('The sign-in provider does not answer', { cause: error })
    })
    return configuration
  }
}

function discover({ issuer, clientId, clientSecret, allowsHttp, fetch }: ProviderSettings) {
  // Without the non-repudiation check openid-client trusts TLS and does not verify the signature (T42).
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

/** Whether signing in failed because the provider is down, and not because of the browser's request. */
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
