import type { Answer, Call } from './call.ts'
import { OutboundError } from './outbound-error.ts'
import { redact, redactedPath, secretsOf } from './redaction.ts'

/** One call as it may be kept and shown: no secrets, and no data of customers. */
export type CallRecord = {
  provider: string
  operation: string
  companyId: string
  /** null: there was no answer, and `errorCode` says why */
  status: number | null
  errorCode: OutboundError['code'] | 'stopped' | null
  /** the error in an answer whose status is good */
  problem: string | null
  /** the id that the service's own support needs */
  providerRequestId: string | null
  durationMs: number
  tries: number
  quota: string | null
  /** method, path and query; for an answer above 399 also its beginning */
  detail: string
}

/** The length of an answer that is kept: the reason of a failure is at its beginning. */
const keptLetters = 2_000
const readLetters = 20_000

/** @param outcome the answer, or the error that ended the call */
export function recordOf(
  call: Call,
  outcome: Answer | Error,
  { durationMs, tries }: Pick<Answer, 'durationMs' | 'tries'>,
): CallRecord {
  const { provider, operation, companyId } = call
  const base = { provider, operation, companyId, durationMs, tries }
  const request = `${call.method} ${redactedPath(call.url)}`
  if (outcome instanceof Error) {
    const isLate = outcome.name === 'TimeoutError' // of the caller's own signal
    const errorCode = outcome instanceof OutboundError ? outcome.code : isLate ? 'timeout' : 'stopped'
    return { ...base, status: null, errorCode, problem: null, providerRequestId: null, quota: null, detail: request }
  }
  const { status, headers } = outcome
  const secrets = secretsOf(call.headers ?? {}, call.url, call.body)
  const problem = status < 400 ? (call.problemOf?.(outcome) ?? null) : null
  const reason = status >= 400 ? redact(outcome.text.slice(0, readLetters), secrets).slice(0, keptLetters) : ''
  return {
    ...base,
    status,
    errorCode: null,
    problem: problem && redact(problem, secrets).slice(0, 200),
    providerRequestId: firstOf(headers, requestIds)?.slice(0, 200) ?? null,
    quota: call.quotaOf ? call.quotaOf(outcome) : quotaOf(headers),
    detail: redact([request, reason].filter(Boolean).join('\n'), secrets),
  }
}

const requestIds = ['x-request-id', 'intuit_tid', 'x-shipengine-requestid', 'x-goog-request-id', 'request-id']

const firstOf = (headers: Headers, names: string[]) =>
  names.map((name) => headers.get(name)).find((value) => value !== null)

/** 'left of limit' from the headers of OpenAI and ShipStation; used of limit from Shopify's. */
function quotaOf(headers: Headers): string | null {
  for (const name of ['x-ratelimit-{}-requests', 'x-rate-limit-{}', 'x-ratelimit-{}']) {
    const [left, limit] = ['remaining', 'limit'].map((word) => headers.get(name.replace('{}', word)))
    if (left) return limit ? `${left} of ${limit} left` : `${left} left`
  }
  return null
}
