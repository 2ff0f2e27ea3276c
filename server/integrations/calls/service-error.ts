import { type IntegrationName, integrationLabels } from 'contract/integrations/catalogue.ts'
import { cleanLine } from 'contract/text.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'

/**
 * A service refused, or did not answer. The message is for the people who use the integration. `isReconnectNeeded`: the credentials will never work
 * again, so nothing tries them until somebody enters new ones or gives consent again. `isPassing`: it may work later. `isPatience`: the service
 * works, and asks for fewer calls. `isAnswerLost`: the service may have done what it was asked.
 */
export class ServiceError extends Error {
  readonly isReconnectNeeded: boolean
  readonly isPassing: boolean
  readonly isPatience: boolean
  readonly isAnswerLost: boolean

  constructor(
    message: string,
    { isReconnectNeeded = false, isPassing = false, isPatience = false, isAnswerLost = false } = {},
  ) {
    super(cleanLine(message)) // it has words of the service
    this.name = 'ServiceError'
    this.isReconnectNeeded = isReconnectNeeded
    this.isPassing = isPassing || isPatience
    this.isPatience = isPatience
    this.isAnswerLost = isAnswerLost
  }
}

/** The stored credentials cannot be opened: another key, or somebody changed them in the database (T93). */
export const unreadable = (): ServiceError =>
  new ServiceError('The saved credentials cannot be read: credentials must be re-entered', { isReconnectNeeded: true })

/** A call that brought no answer, in words. Other errors stay as they are: they are faults of ours. */
export function asServiceError(error: unknown, name: IntegrationName): unknown {
  if (!(error instanceof OutboundError)) return error
  const service = integrationLabels[name]
  const words: Record<OutboundError['code'], string> = {
    timeout: `${service} did not answer in time`,
    unreachable: `${service} cannot be reached`,
    cut: `${service} broke off its answer`,
    too_large: `${service} answered with more than is accepted`,
    refused_address: `The address of ${service} leads to a place that is not allowed`,
    redirect: `${service} answered with another address, which is not followed`,
  }
  const isAnswerLost = ['timeout', 'cut', 'too_large'].includes(error.code)
  const isPassing = ['timeout', 'unreachable', 'cut'].includes(error.code)
  return new ServiceError(words[error.code], { isPassing, isAnswerLost })
}

/** The app of the client ID and secret is unknown, gone, switched off, or another kind of app. */
const lostClient = ['invalid_client', 'deleted_client', 'disabled_client', 'unauthorized_client']

/** Why a service gave no tokens. @param refused the OAuth error of its answer, like 'invalid_grant' */
export function noTokens(
  service: string,
  status: number,
  { error: code, error_description: words }: { error?: string; error_description?: string | null | undefined } = {},
): ServiceError {
  if (code === 'invalid_grant')
    return new ServiceError(`${service} has ended the connection: connect again`, { isReconnectNeeded: true })
  if (code && lostClient.includes(code))
    return new ServiceError(`${service} does not accept this client ID and secret`, { isReconnectNeeded: true })
  if (status === 429) return new ServiceError(`${service} asks for fewer calls`, { isPatience: true })
  if (status >= 500) return new ServiceError(`${service} has a problem of its own (${status})`, { isPassing: true })
  return new ServiceError(`${service} gave no tokens: ${words?.slice(0, 300) ?? code ?? status}`)
}

/** The sentence for a status of failure, if the service says nothing more precise. */
export function refusal(name: IntegrationName, status: number, words?: string): ServiceError {
  const service = integrationLabels[name]
  if (status === 401)
    return new ServiceError(`${service} does not accept these credentials`, { isReconnectNeeded: true })
  if (status === 403)
    return new ServiceError(`${service} does not allow this${words ? `: ${words.slice(0, 300)}` : ''}`)
  if (status === 429)
    return new ServiceError(`${service} asks for fewer calls; try again in a moment`, { isPatience: true })
  if (status >= 500) return new ServiceError(`${service} has a problem of its own (${status})`, { isPassing: true })
  const detail = words ? `: ${words.slice(0, 300)}` : ` (${status})`
  return new ServiceError(`${service} refused the call${detail}`)
}

/** Why something could not be removed at a service in time. @throws the error itself when it is a fault of ours */
export function reasonLeft(error: unknown, late: AbortSignal, service: string): string {
  if (error instanceof ServiceError) return error.message
  if (late.aborted) return `${service} took too long`
  throw error
}

/** 'Not readable: order 5, 7', for the card: records of another form than the service says. */
export const unreadableText = (noun: string, ids: string[]): string =>
  `Not readable: ${noun} ${ids.slice(0, 3).join(', ')}${ids.length > 3 ? ` and ${ids.length - 3} more` : ''}`
