import { setTimeout as wait } from 'node:timers/promises'
import { defaultsOf, type IntegrationName } from 'contract/integrations/catalogue.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { ServiceError } from './calls/service-error.ts'
import {
  getIntegration,
  lockTokens,
  markIntegration,
  openSecrets,
  type SecretRow,
  type StoredIntegration,
  saveSecrets,
} from './integrations.queries.ts'
import type { CallContext, Connection, Tokens } from './provider.ts'
import { providers } from './providers.ts'
import { sealTokens, unsealFields } from './secrets.ts'

/** A token that ends sooner than this is renewed first: the call itself takes time. */
const marginMs = 120_000
/** How long to wait for another server that is renewing the tokens: longer than one call to the service takes. */
const patienceMs = 25_000

/**
 * Opens a connection for a call, with an access token that is good for some minutes. Null when no credentials are saved.
 * @throws {ServiceError} when the credentials cannot be read, or the service gives no token any more
 */
export async function connectionOf(context: CallContext, name: IntegrationName): Promise<Connection | null> {
  const stored = await context.work((db) => read(db, context.companyId, name))
  if (!stored || stored.secrets.length === 0) return null
  const connection = opened(context, stored)
  const { needsToken, consent } = providers[name]
  if (!needsToken?.(connection)) return connection
  if (consent && !connection.secret('refresh_token'))
    throw new ServiceError('Not connected yet: press Connect', { isReconnectNeeded: true })
  const usable = isFresh(stored.secrets) ? connection : await renewed(context, name)
  return usable && renewable(context, usable)
}

/** A token may be refused before it expires: the service revoked it, or its clock is ahead of ours. */
function renewable(context: CallContext, connection: Connection): Connection {
  let current = connection
  return {
    ...connection,
    secret: (field) => current.secret(field),
    async renewToken(refused) {
      current = (await renewed(context, connection.name, refused)) ?? current
      return current.secret('access_token')
    },
  }
}

/** The credentials as they are, without any call. Null when none are saved. @throws {ServiceError} when they cannot be read */
export async function storedConnectionOf(context: CallContext, name: IntegrationName): Promise<Connection | null> {
  const stored = await context.work((db) => read(db, context.companyId, name))
  return stored && stored.secrets.length > 0 ? opened(context, stored) : null
}

type Found = { row: StoredIntegration; secrets: SecretRow[] }

async function read(db: Db, companyId: string, name: IntegrationName): Promise<Found | null> {
  const [row, secrets] = await Promise.all([getIntegration(db, companyId, name), openSecrets(db, companyId, name)])
  return row ? { row, secrets } : null
}

function opened({ keyring, baseUrls }: CallContext, { row, secrets }: Found): Connection {
  const { id, companyId, integrationName: name, accountId } = row
  const values = unsealFields(keyring, companyId, name, secrets)
  const config = { ...defaultsOf(name), ...row.config }
  const { home, standIn } = providers[name]
  return {
    ...{ id, companyId, name, config, accountId },
    secret: (field) => values.get(field),
    baseUrl: standIn(baseUrls) ?? home(config, (field) => values.has(field)),
  }
}

const isFresh = (secrets: SecretRow[]) =>
  secrets.some(
    ({ field, expiresAt }) =>
      field === 'access_token' && expiresAt !== null && Date.parse(expiresAt) > Date.now() + marginMs,
  )

/**
 * Renews the tokens, one server at a time: a service that rotates refresh tokens ends the connection when one is used twice. A server that does
 * not get the lock waits without a connection to the database, and then finds the new token. It is committed before anybody uses it.
 * @param refused the token that the service refused although it has not expired
 */
async function renewed(context: CallContext, name: IntegrationName, refused?: string): Promise<Connection | null> {
  const end = Date.now() + patienceMs
  while (Date.now() < end && !context.patience?.aborted) {
    const outcome = await context.work((db) => renewIfMine(db, context, name, refused))
    if (outcome !== 'busy') return outcome
    await wait(100 + Math.random() * 150)
  }
  throw new ServiceError('Another call is still renewing the connection; try again in a moment', { isPassing: true })
}

async function renewIfMine(
  db: Db,
  context: CallContext,
  name: IntegrationName,
  refused: string | undefined,
): Promise<Connection | null | 'busy'> {
  const { companyId, keyring } = context
  const isMine = await lockTokens(db, companyId, name)
  const current = await read(db, companyId, name)
  if (!current || current.secrets.length === 0) return null // disconnected meanwhile
  const stored = opened(context, current)
  if (isFresh(current.secrets) && stored.secret('access_token') !== refused) return stored
  if (!isMine) return 'busy'
  // The transaction waits for the service, so it may be idle for longer than others.
  await sql`select set_config('idle_in_transaction_session_timeout', '40s', true)`.execute(db)
  const tokens = await providers[name].renew?.(stored, context)
  if (!tokens) return stored
  // Until here a disconnect, or new credentials, did not have to wait for the service. From here on they wait for this row.
  await markIntegration(db, companyId, name, {})
  if (!isSame(current.secrets, await openSecrets(db, companyId, name))) return null
  await keepTokens(db, context, name, tokens)
  const after = await read(db, companyId, name)
  return after && opened({ ...context, keyring }, after)
}

/** Whether the saved credentials are still those that the tokens were requested with. */
const isSame = (before: SecretRow[], now: SecretRow[]) =>
  before.every(({ field, sealed }) => now.some((each) => each.field === field && each.sealed === sealed))

/** Stores tokens, and when the connection ends unless they are renewed. */
export async function keepTokens(
  db: Db,
  { companyId, keyring }: Pick<CallContext, 'companyId' | 'keyring'>,
  name: IntegrationName,
  tokens: Tokens,
): Promise<void> {
  await saveSecrets(db, companyId, name, sealTokens(keyring, companyId, name, tokens), false)
  // People need not know when an access token ends, because the server renews it. They need to know when the refresh token ends.
  const { accountId, refreshExpiresAt } = tokens
  await markIntegration(db, companyId, name, {
    ...(accountId && { accountId }),
    ...(refreshExpiresAt && { credentialExpiresAt: refreshExpiresAt.toISOString() }),
  })
}
