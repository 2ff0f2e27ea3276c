import { z } from 'zod'
import type { Answer } from '../../platform/outbound/outbound.ts'
import { retryAfterOf } from '../../platform/outbound/retries.ts'
import { answerOf, at, callService, jsonIfAny } from '../calls/service-call.ts'
import { refusal, ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'

type Question<Shape extends z.ZodType> = { operation: string; path: string; shape: Shape }

/** Reads from the Calendar API (v3). @throws {ServiceError} when Google refuses, in words */
export async function askCalendar<Shape extends z.ZodType>(
  connection: Connection,
  context: CallContext,
  { operation, path, shape }: Question<Shape>,
): Promise<z.infer<Shape>> {
  const answer = await callCalendar(connection, context, { operation, method: 'GET', path, expects: [] })
  return answerOf(answer, shape, 'Google')
}

/** `expects`: refusals that the caller understands; `ifMatch`: the state that the change is meant for. */
type Asked = {
  operation: string
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  expects: readonly number[]
  body?: object
  ifMatch?: string | null
}

/**
 * Every call can be repeated: a new event has an id that we chose, and a change names the state that it is meant for.
 * @throws {ServiceError} when Google refuses with a status that the caller does not expect, in words
 */
export async function callCalendar(
  connection: Connection,
  context: CallContext & { signal?: AbortSignal },
  { operation, method, path, expects, body, ifMatch }: Asked,
): Promise<Answer> {
  const answer = await callService(connection, context, {
    ...{ operation, method, isRepeatable: true, waitFor: hintOf },
    url: at(connection.baseUrl, undefined, `calendar/v3/${path}`),
    headers: {
      ...{ accept: 'application/json', authorization: `Bearer ${connection.secret('access_token') ?? ''}` },
      ...(body && { 'content-type': 'application/json' }),
      ...(ifMatch && { 'if-match': ifMatch }),
    },
    ...(body && { body: JSON.stringify(body) }),
    ...(context.signal && { signal: context.signal }),
  })
  if (answer.status < 300 || expects.includes(answer.status)) return answer
  throw refusedBy(answer.status, Problem.safeParse(jsonIfAny(answer)).data)
}

/** Google may answer 403 to too many calls, without saying how long to wait: wait this long. Milliseconds. */
function hintOf(answer: Answer): number | null {
  const { status, text } = answer
  return status === 403 && text.includes('"usageLimits"') && /Exceeded/.test(text) ? 2_000 : retryAfterOf(answer)
}

const Problem = z.object({
  error: z.object({
    message: z.string().nullish(),
    errors: z.array(z.object({ reason: z.string().nullish(), domain: z.string().nullish() })).nullish(),
  }),
})

function refusedBy(status: number, problem: z.infer<typeof Problem> | undefined): ServiceError {
  const reason = problem?.error.errors?.[0]
  const words = problem?.error.message ?? undefined
  if (status === 401)
    return new ServiceError('Google does not accept this connection: connect again', { isReconnectNeeded: true })
  // Google answers 403 to too many calls as well. In the same domain it says that the API is not switched on.
  if (reason?.domain === 'usageLimits' && /Exceeded/.test(reason.reason ?? '')) return refusal('google_calendar', 429)
  if (reason?.reason === 'insufficientPermissions' || /insufficient authentication scopes/i.test(words ?? ''))
    return new ServiceError('Not all permissions were given: connect again and leave all boxes ticked', {
      isReconnectNeeded: true,
    })
  return refusal('google_calendar', status, words)
}
