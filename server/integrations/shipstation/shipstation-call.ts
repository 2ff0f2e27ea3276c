import { z } from 'zod'
import type { Answer } from '../../platform/outbound/outbound.ts'
import { retryAfterOf } from '../../platform/outbound/retries.ts'
import { answerOf, at, basicAuth, callService, jsonIfAny } from '../calls/service-call.ts'
import { refusal, ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'

export const isVersion1 = (connection: Pick<Connection, 'secret'>): boolean =>
  connection.secret('api_secret') !== undefined

type Question<Shape extends z.ZodType> = { operation: string; path: string; shape: Shape }

/** Reads from ShipStation, by the version of its key. @throws {ServiceError} when it refuses, in words */
export async function askShipstation<Shape extends z.ZodType>(
  connection: Connection,
  context: CallContext & { signal?: AbortSignal },
  { operation, path, shape }: Question<Shape>,
): Promise<z.infer<Shape>> {
  const key = connection.secret('api_key') ?? ''
  const secret = connection.secret('api_secret')
  const answer = await callService(connection, context, {
    ...{ operation, method: 'GET', url: at(connection.baseUrl, undefined, path), waitFor: hintOf, problemOf: errorIn },
    ...(context.signal && { signal: context.signal }),
    headers: {
      accept: 'application/json',
      ...(secret ? { authorization: basicAuth(key, secret) } : { 'api-key': key }),
    },
  })
  const problem = Problem.safeParse(jsonIfAny(answer)).data
  const words = problem?.errors?.[0]?.message ?? problem?.Message ?? undefined
  if (answer.status === 401)
    throw new ServiceError('ShipStation does not accept this key: it is wrong, or has expired', {
      isReconnectNeeded: true,
    })
  if (answer.status === 429) throw new TooManyCalls(hintOf(answer))
  if (answer.status !== 200) throw refusal('shipstation', answer.status, words)
  // Version 2 answers 200 with errors when a carrier behind it fails.
  if (problem?.errors?.length)
    throw new ServiceError(`ShipStation answered with an error: ${words}`, { isPassing: true })
  return answerOf(answer, shape, 'ShipStation')
}

/** The calls of this minute are used up. `waitMs`: as long as ShipStation says, but not much more than a minute. */
export class TooManyCalls extends ServiceError {
  readonly waitMs: number

  constructor(hintMs: number | null) {
    super(refusal('shipstation', 429).message, { isPatience: true })
    this.waitMs = Math.min(hintMs ?? 60_000, 60_000) + 500
  }
}

const Problem = z.object({
  Message: z.string().nullish(),
  errors: z.array(z.object({ message: z.string().nullish() })).nullish(),
})

/** Version 2 answers 200 with errors: the log shows them. */
function errorIn(answer: Answer): string | null {
  if (!answer.text.includes('"errors"')) return null
  return Problem.safeParse(jsonIfAny(answer)).data?.errors?.[0]?.message ?? null
}

/** Version 1 says in a header of its own how many seconds its minute still has. Milliseconds. */
function hintOf(answer: Answer): number | null {
  const hint = retryAfterOf(answer)
  if (hint !== null || answer.status !== 429) return hint // the header of version 1 is in every answer
  const seconds = Number(answer.headers.get('x-rate-limit-reset') ?? Number.NaN)
  return Number.isFinite(seconds) ? seconds * 1_000 : null
}
