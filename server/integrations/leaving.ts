import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import { ServiceError } from './calls/service-error.ts'
import { connectionOf, storedConnectionOf } from './connection.ts'
import type { StoredIntegration } from './integrations.queries.ts'
import type { CallContext, Connection } from './provider.ts'
import { providers } from './providers.ts'

/** Removes our things at a service. @returns what is left there, in words; null when nothing is */
type Leave = () => Promise<string | null>

/**
 * Opens the last connection to a service while we still have its credentials. The caller runs the function it gets, before its change or after
 * it. The function removes our things at the service, and tells it that its tokens are no longer used.
 * @returns null when these credentials were never used
 */
export async function leaveLater(context: CallContext, stored: StoredIntegration | undefined): Promise<Leave | null> {
  if (!stored?.lastCredentialUpdate || !stored.lastSuccessAt) return null
  const name = stored.integrationName
  const { leave, consent } = providers[name]
  const connection = leave ? await lastConnectionOf(context, name) : await storedOrNone(context, name)
  return async () => {
    const remains = (await leave?.(connection, context)) ?? null
    try {
      const patience = AbortSignal.timeout(patienceMs)
      if (connection) await consent?.revoke(connection, { ...context, patience })
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error // the output shows what the service says
    }
    return remains
  }
}

/** The connection without any call. Also null when the credentials cannot be read: then nothing can be revoked. */
export const storedOrNone = (context: CallContext, name: IntegrationName): Promise<Connection | null> =>
  unlessRefused(storedConnectionOf(context, name), () => null)

/** The connection for the last calls. If something has to be removed, it has a valid token, unless the service gives none. */
const lastConnectionOf = (context: CallContext, name: IntegrationName): Promise<Connection | null> =>
  unlessRefused(tested(context, name), () => storedOrNone(context, name))

/** A person waits for these calls. Milliseconds. */
const patienceMs = 5_000

async function tested(context: CallContext, name: IntegrationName): Promise<Connection | null> {
  const signal = AbortSignal.timeout(patienceMs)
  const patient = { ...context, signal, patience: signal }
  const connection = await connectionOf(patient, name)
  try {
    // A token that the service refuses early is renewed now, while we still have the means.
    if (connection) await providers[name].test(connection, patient)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return connection
}

async function unlessRefused<T>(request: Promise<T>, instead: () => T | Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (error instanceof ServiceError) return instead()
    throw error
  }
}
