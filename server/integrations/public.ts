/** What other features may use of the integrations (CONTRIBUTING.md). */
import type { z } from 'zod'
import { ServiceError } from './calls/service-error.ts'
import { connectionOf } from './connection.ts'
import { listFailedConnections } from './integrations.queries.ts'
import { listModels, openai } from './openai/openai.ts'
import { FilledText, type Question, respond, UnusableAnswer } from './openai/respond.ts'
import type { CallContext, Connection } from './provider.ts'
import { unsealFields } from './secrets.ts'

export type { Question } from './openai/respond.ts'
export { FilledText, listFailedConnections }

/**
 * The answer of the model, or in words why there is none. `isCounted`: the call used tokens, or may have. `isFault`: of the connection, and not a
 * model that declines, or a service that asks for fewer calls.
 */
export type ModelAnswer<Value> =
  | { value: Value; tokens: number }
  | { failure: string; tokens: number; isCounted: boolean; isFault: boolean; isKeyBad: boolean }

type OfCompany = { companyId: string; integrationId: string; config: Record<string, string>; sealed: string }

/** Asks the model of a company, with a key that was given out for this call. */
export async function askModel<Shape extends z.ZodObject>(
  { keyring, outbound, baseUrls }: Pick<CallContext, 'keyring' | 'outbound' | 'baseUrls'>,
  { companyId, integrationId: id, config, sealed }: OfCompany,
  question: Question<Shape>,
): Promise<ModelAnswer<z.infer<Shape>>> {
  try {
    const secrets = unsealFields(keyring, companyId, 'openai', [{ field: 'api_key', sealed, expiresAt: null }])
    const connection: Connection = {
      ...{ id, companyId, name: 'openai', config, accountId: null, secret: (field) => secrets.get(field) },
      baseUrl: openai.standIn(baseUrls) ?? openai.home(config, () => true),
    }
    return await respond(connection, { outbound }, question)
  } catch (error) {
    if (error instanceof UnusableAnswer)
      return { failure: error.message, tokens: error.tokens, isCounted: true, isFault: false, isKeyBad: false }
    if (!(error instanceof ServiceError)) throw error
    const { message: failure, isAnswerLost: isCounted, isPatience, isReconnectNeeded: isKeyBad } = error
    return { failure, tokens: 0, isCounted, isFault: !isPatience, isKeyBad }
  }
}

/** A person waits for the list. Milliseconds. */
const patienceMs = 9_000

/** The models that the saved key may use; null without a key; the reason in words when the service does not list them. */
export async function modelsOf(context: CallContext): Promise<string[] | { failure: string } | null> {
  try {
    const patient = { ...context, patience: AbortSignal.timeout(patienceMs) }
    const connection = await connectionOf(patient, 'openai')
    return connection && (await listModels(connection, patient))
  } catch (error) {
    if (error instanceof ServiceError) return { failure: error.message }
    throw error
  }
}
