import type { IntegrationName } from 'contract/integrations/catalogue.ts'
import type { TestResult } from 'contract/integrations/integrations.ts'
import { cleanLine } from 'contract/text.ts'
import type { Db } from '../platform/database/handle.ts'
import { ServiceError } from './calls/service-error.ts'
import { connectionOf } from './connection.ts'
import { markIntegration } from './integrations.queries.ts'
import type { CallContext, Finding } from './provider.ts'
import { providers } from './providers.ts'

/** How a use of a connection ended. `error`: in words for the people of the company. */
export type Outcome = { ok: true } | { error: string; isReconnectNeeded: boolean }

type Subject = { companyId: string; name: IntegrationName }

/** Notes how a use of a connection ended: the card shows it, and the banner counts from the last success. */
export function markHealth(db: Db, { companyId, name }: Subject, outcome: Outcome): Promise<void> {
  const now = new Date().toISOString()
  if ('ok' in outcome) {
    const good = {
      status: 'connected',
      needsReconnect: false,
      lastSuccessAt: now,
      lastError: null,
      lastErrorAt: null,
    } as const
    return markIntegration(db, companyId, name, good)
  }
  const { error, isReconnectNeeded } = outcome
  return markIntegration(db, companyId, name, {
    ...{ status: 'error', lastError: error, lastErrorAt: now },
    ...(isReconnectNeeded && { needsReconnect: true }),
  })
}

/** The outcome of a failure, for markHealth. @throws the error itself when it is a fault of ours and not of the service */
export function outcomeOf(error: unknown): Outcome {
  if (error instanceof ServiceError) return { error: error.message, isReconnectNeeded: error.isReconnectNeeded }
  throw error
}

/** Notes a failure. A service that asks for fewer calls works: that is no error of the connection. @throws a fault of ours */
export async function markFailure(db: Db, subject: Subject, error: unknown): Promise<void> {
  const outcome = outcomeOf(error)
  if (!(error instanceof ServiceError && error.isPatience)) await markHealth(db, subject, outcome)
}

/** A person waits for a test: ten seconds at most, and a little for us. Milliseconds. */
const patienceMs = 9_000

const unknownAccount = { account: null, grantedScopes: [], missingScopes: [], expiresAt: null }

/**
 * Asks the service whether the credentials work, and notes what it found. Null when no credentials are saved. A refusal of
 * the service is a result, not an error.
 */
export async function testConnection(hasty: CallContext, name: IntegrationName): Promise<TestResult | null> {
  const context = { ...hasty, patience: AbortSignal.timeout(patienceMs) }
  const { companyId, work } = context
  const subject = { companyId, name }
  const lastTestAt = new Date().toISOString()
  try {
    const connection = await connectionOf(context, name)
    if (!connection) return null
    const found = await providers[name].test(connection, context)
    const account = found.account === null ? null : cleanLine(found.account)
    const health = { ...found, message: cleanLine(found.message), account }
    await work(async (db) => {
      await markHealth(
        db,
        subject,
        health.isRefused ? { error: health.message, isReconnectNeeded: false } : { ok: true },
      )
      await markIntegration(db, companyId, name, { lastTestAt, ...marksOf(health) })
    })
    const { message, grantedScopes = [], missingScopes = [] } = health
    return { ...unknownAccount, success: !health.isRefused, message, account, grantedScopes, missingScopes }
  } catch (error) {
    const outcome = outcomeOf(error)
    const message = 'error' in outcome ? outcome.error : ''
    await work(async (db) => {
      await markFailure(db, subject, error)
      await markIntegration(db, companyId, name, { lastTestAt, lastTestMessage: message })
    })
    return { ...unknownAccount, success: false, message }
  }
}

const marksOf = ({ message, account, accountId, missingScopes = [] }: Finding) => ({
  lastTestMessage: message,
  accountName: account,
  missingScopes,
  ...(accountId && { accountId }),
})
