import type { Answer } from '../shared/exchange.ts'

type Problem = { message: string; type: string; param?: string | null; code: string | null }

export function refusal(status: number, { message, type, param = null, code }: Problem): Answer {
  return { status, body: { error: { message, type, param, code } } }
}

export const badKey = () =>
  refusal(401, { message: 'Incorrect API key provided.', type: 'invalid_request_error', code: 'invalid_api_key' })

export const tooFast = () =>
  refusal(429, { message: 'Rate limit reached for requests.', type: 'requests', code: 'rate_limit_exceeded' })

export const noQuota = () =>
  refusal(429, {
    message: 'You exceeded your current quota, please check your plan and billing details.',
    type: 'insufficient_quota',
    code: 'insufficient_quota',
  })

export const invalid = (message: string, param: string, code: string | null = null) =>
  refusal(400, { message, type: 'invalid_request_error', param, code })

export const noModel = (model: string) =>
  refusal(404, {
    message: `The model '${model}' does not exist or you do not have access to it.`,
    type: 'invalid_request_error',
    code: 'model_not_found',
  })

/** The refusal of the API when no route answers. */
export function wording(status: number): Answer {
  if (status === 401) return badKey()
  if (status === 429) return tooFast()
  const isTheirs = status >= 500
  return refusal(status, {
    message: isTheirs ? 'The server had an error while processing your request.' : 'Invalid request',
    type: isTheirs ? 'server_error' : 'invalid_request_error',
    code: isTheirs ? 'server_error' : null,
  })
}
