import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import { z } from 'zod'
import type { Config } from '../platform/config/config.ts'
import type { Db } from '../platform/database/handle.ts'
import type { JobKind } from '../platform/jobs/job-kinds.ts'
import type { Outbound } from '../platform/outbound/outbound.ts'
import type { Keyring } from '../platform/secrets/keyring.ts'

/** Runs work in a short transaction of its own, with the rights of the request or job that causes the call. */
export type Work = <T>(work: (db: Db) => Promise<T>) => Promise<T>

/** What a call to a service needs besides the connection. A job's context has all of it but the addresses. */
export type CallContext = {
  companyId: string
  work: Work
  outbound: Outbound
  keyring: Keyring
  /** addresses of stand-ins for the services, outside production */
  baseUrls: Config['baseUrls']
  /** a person waits: calls end with this signal, and their error says that the service did not answer in time */
  patience?: AbortSignal
}

/**
 * An open connection: what a company has configured, and the credentials of this moment. They are opened for one call or one job; do not keep them.
 * `baseUrl`: the address of the service's API, without an ending slash.
 */
export type Connection = {
  id: string
  companyId: string
  name: IntegrationName
  config: Readonly<Record<string, string>>
  /** how the service names the account: the realm of QuickBooks */
  accountId: string | null
  secret: (field: string) => string | undefined
  baseUrl: string
  /**
   * Gets another access token after the service refused this one early. From then on `secret` gives the new one. Missing where no token is
   * renewed. @throws {ServiceError} when the service gives none
   */
  renewToken?: (refused: string) => Promise<string | undefined>
}

/** What a test found. @throws {ServiceError} instead, when the credentials do not work */
export type Finding = {
  message: string
  account: string | null
  accountId?: string
  grantedScopes?: string[]
  missingScopes?: string[]
  /** the credentials work, but what the product needs is refused; the message says what */
  isRefused?: true
}

/** Tokens that a service gave. `accountId`: their account, where the service names it only now. */
export type Tokens = {
  accessToken: string
  expiresAt: Date
  refreshToken?: string
  refreshExpiresAt?: Date
  accountId?: string
}

/** The person agrees at the service and comes back with a code. */
export type Consent = {
  authorizeUrl: (
    connection: Connection,
    request: { redirectUri: string; state: string; challenge: string },
    context: Pick<CallContext, 'baseUrls'>,
  ) => URL
  /** @throws {ServiceError} when the service refuses the code */
  exchange: (
    connection: Connection,
    back: { code: string; redirectUri: string; verifier: string; query: Record<string, string> },
    context: CallContext,
  ) => Promise<Tokens>
  /** Tells the service that its tokens are not used any more. */
  revoke: (connection: Connection, context: CallContext) => Promise<void>
}

/** A sync with a service: `runId` is the row of sync_runs that shows how far it is. */
export const SyncPayload = z.strictObject({ companyId: z.uuid(), runId: z.uuid() })
export type SyncPayload = z.infer<typeof SyncPayload>

/** The jobs of a sync. One is tried again for hours: each try goes on where the last one stopped. */
export const syncKind = (name: string): JobKind<SyncPayload> => ({
  ...{ name, payload: SyncPayload, retryLimit: 12, retryDelay: 5, expireIn: 7_200 },
  policy: 'singleton per key',
})

/** What the room of a service offers the feature; providers.ts collects these. */
export type Provider = {
  name: IntegrationName
  /** The address of the API of the service itself. */
  home: (config: Readonly<Record<string, string>>, hasSecret: (field: string) => boolean) => string
  /** The address of its stand-in, outside production. */
  standIn: (baseUrls: Config['baseUrls']) => string | undefined
  /** The cheapest call that tells whether the credentials work. @throws {ServiceError} */
  test: (connection: Connection, context: CallContext) => Promise<Finding>
  consent?: Consent
  /** Whether calls need an access token that ends and is renewed. */
  needsToken?: (connection: Pick<Connection, 'config'>) => boolean
  /** Gets the next access token. Called under a lock, by one server at a time. @throws {ServiceError} */
  renew?: (connection: Connection, context: CallContext) => Promise<Tokens>
  /** The job that brings the service and the product together. */
  sync?: JobKind<SyncPayload>
  /** A sync begins when somebody connects it or switches it on. */
  beginsByItself?: true
  /**
   * Removes our things at the service, with the last credentials. A person waits for it, so it ends by itself.
   * @param connection null: the credentials cannot be read
   * @returns what is left there, in words; null when nothing is
   */
  leave?: (connection: Connection | null, context: CallContext) => Promise<string | null>
}
