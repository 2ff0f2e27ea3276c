import { OutboundError } from './outbound-error.ts'
import { wasNeverSent } from './public-addresses.ts'

const mostTries = 3
/** A longer wait is left to the caller: a job is postponed, a person is told. */
const longestWaitMs = 30_000
const firstWaitMs = 500

/** The facts about a call that the decision needs, see Call. */
type Asked<Answer> = {
  isRepeatable: boolean
  maxTries?: number
  maxWaits?: number
  waitFor?: (answer: Answer) => number | null
}
type Answered = { status: number; headers: Headers }

/** ms until the next try after an answer; null: no other try, the answer is final. */
export function waitAfterAnswer<Answer extends Answered>(
  call: Asked<Answer>,
  answer: Answer,
  tries: number,
  clock: { now: () => number; random: () => number },
): number | null {
  if (!call.isRepeatable) return null
  const hint = call.waitFor ? call.waitFor(answer) : retryAfterOf(answer, clock.now())
  const most = call.maxTries ?? mostTries
  if (tries >= (hint === null ? most : (call.maxWaits ?? most))) return null
  // With a hint of its own, a provider may ask for patience in any answer: Shopify does in a 200, Google in a 403.
  const isForLater = answer.status === 429 || answer.status >= 500 || (call.waitFor !== undefined && hint !== null)
  if (!isForLater || (hint ?? 0) > longestWaitMs) return null
  return hint === null ? backoff(tries, clock.random) : hint + Math.round(clock.random() * 250)
}

/** The wait after an error. A call that may have had an effect is repeated only when it says so. */
export function waitAfterError(call: Asked<never>, error: unknown, tries: number, random: () => number): number | null {
  if (tries >= (call.maxTries ?? mostTries) || !(error instanceof OutboundError)) return null
  if (error.code === 'refused_address' || error.code === 'redirect' || error.code === 'too_large') return null
  return call.isRepeatable || wasNeverSent(error.cause) ? backoff(tries, random) : null
}

// A random wait between half and all of it, so that servers which failed together do not come back together.
const backoff = (tries: number, random: () => number) =>
  Math.round(firstWaitMs * 2 ** (tries - 1) * (0.5 + random() / 2))

/**
 * How long a 429 or 5xx asks to wait, in ms; null when it does not say. Retry-After is a number of seconds, or a date by the clock of the service,
 * which the answer shows: https://www.rfc-editor.org/rfc/rfc9110#name-retry-after
 */
export function retryAfterOf({ status, headers }: Answered, now = Date.now()): number | null {
  const header = headers.get('retry-after')?.trim()
  if (!header || (status !== 429 && status < 500)) return null
  const theirNow = Date.parse(headers.get('date') ?? '')
  const ms = /^\d{1,9}(\.\d{1,9})?$/.test(header)
    ? Number(header) * 1_000
    : Date.parse(header) - (Number.isFinite(theirNow) ? theirNow : now)
  return Number.isFinite(ms) ? Math.max(0, ms) : null
}
