import type { Answer } from '../shared/exchange.ts'

const texts: Record<number, [reason: string, message: string, domain?: string]> = {
  400: ['badRequest', 'Bad Request'],
  401: ['authError', 'Invalid Credentials'],
  403: ['forbidden', 'Forbidden'],
  404: ['notFound', 'Not Found'],
  409: ['duplicate', 'The requested identifier already exists.'],
  410: ['fullSyncRequired', 'Sync token is no longer valid, a full sync is required.', 'calendar'],
  412: ['conditionNotMet', 'Precondition Failed'],
  429: ['rateLimitExceeded', 'Rate Limit Exceeded', 'usageLimits'],
}

/** A refusal of the Calendar API. */
export function problem(status: number, reason?: string, message?: string, domain?: string): Answer {
  const [usualReason, text, area] = texts[status] ?? ['backendError', 'Backend Error']
  const error = { domain: domain ?? area ?? 'global', reason: reason ?? usualReason, message: message ?? text }
  return { status, body: { error: { errors: [error], code: status, message: error.message } } }
}
