import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import { connectionOf, storedConnectionOf } from './connection.ts'
import type { Stored } from './integrations.queries.ts'
import type { CallContext, Connection } from './provider.ts'
import { providers } from './providers.ts'
import { ServiceError } from './service-error.ts'

/** Takes away what stands at a service. @returns what stays there, in words; null when nothing does */
type Leave = () => Promise<string | null>

/**
 * Opens the last connection to a service while its credentials are still here. The caller takes leave with the function that comes
 * back, before its change or after it. Taking leave also tells the service that its tokens are not used any more.
 * @returns null when nothing was ever done with these credentials
 */
export async function leaveLater(context: CallContext, stored: Stored | undefined): Promise<Leave | null> {
  if (!stored?.lastCredentialUpdate || !stored.lastSuccessAt) return null
  const name = stored.integrationName
  const { leave, consent } = providers[name]
  const connection = leave ? await lastConnectionOf(context, name) : await storedOrNone(context, name)
  return async () => {
    const remains = (await leave?.(connection, context)) ?? null
    try {
      if (connection) await consent?.revoke(connection, context)
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error // the output shows what the service says
    }
    return remains
  }
}

/** The connection without any call; null also when it cannot be read: nothing can be revoked then. */
export const storedOrNone = (context: CallContext, name: IntegrationName): Promise<Connection | null> =>
  unlessRefused(storedConnectionOf(context, name), () => null)

/** The connection for the last calls: with a good token where something has to be taken away, if the service gives one. */
const lastConnectionOf = (context: CallContext, name: IntegrationName): Promise<Connection | null> =>
  unlessRefused(tested(context, name), () => storedOrNone(context, name))

/** Somebody waits for it. Milliseconds. */
const patienceMs = 5_000

async function tested(context: CallContext, name: IntegrationName): Promise<Connection | null> {
  const connection = await connectionOf(context, name)
  const signal = AbortSignal.timeout(patienceMs)
  const patient = { ...context, signal }
  try {
    // A token that the service refuses before its time is renewed now, while there is something to renew it with.
    if (connection) await providers[name].test(connection, patient)
  } catch (error) {
    if (!signal.aborted) throw error
  }
  return connection
}

async function unlessRefused<T>(asked: Promise<T>, instead: () => T | Promise<T>): Promise<T> {
  try {
    return await asked
  } catch (error) {
    if (error instanceof ServiceError) return instead()
    throw error
  }
}
