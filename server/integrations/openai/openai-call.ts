import { z } from 'zod'
import type { CallContext, Connection } from '../provider.ts'
import { at, callService, jsonIfAny, jsonOf } from '../service-call.ts'
import { refusal, ServiceError } from '../service-error.ts'

type Question<Shape extends z.ZodType> = { operation: string; path: string; shape: Shape }

/** Reads from OpenAI. `forbidden`: the key is valid, but has no right to this; in the words of OpenAI. @throws {ServiceError} when it refuses, in words */
export async function askOpenai<Shape extends z.ZodObject>(
  connection: Connection,
  context: CallContext,
  { operation, path, shape }: Question<Shape>,
): Promise<z.infer<Shape> | { forbidden: string }> {
  const answer = await callService(connection, context, {
    ...{ operation, method: 'GET', url: at(connection.baseUrl, undefined, path) },
    headers: { accept: 'application/json', authorization: `Bearer ${connection.secret('api_key') ?? ''}` },
  })
  const problem = answer.status === 200 ? undefined : Problem.safeParse(jsonIfAny(answer)).data
  if (answer.status === 403 && !isBarred(problem)) return { forbidden: problem?.error.message.slice(0, 300) ?? '' }
  if (answer.status !== 200) throw refusedBy(answer.status, problem, connection)
  const { data } = shape.safeParse(jsonOf(answer, 'OpenAI'))
  if (data === undefined) throw new ServiceError('OpenAI answered in an unknown form', { isPassing: true })
  return data
}

/** Whether OpenAI serves this key nothing at all: a country that is not served, an account that is closed. */
const isBarred = (problem: z.infer<typeof Problem> | undefined) =>
  /unsupported_country|deactivated|suspended/i.test(problem?.error.code ?? '')

export const Problem = z.object({ error: z.object({ message: z.string(), code: z.string().nullish() }) })

/** Two answers are 429: too many calls, which passes, and an account without money, which does not. */
export function refusedBy(
  status: number,
  problem: z.infer<typeof Problem> | undefined,
  { config }: Pick<Connection, 'config'>,
): ServiceError {
  if (status === 401) return new ServiceError('OpenAI does not accept this API key', { isReconnectNeeded: true })
  if (problem?.error.code === 'insufficient_quota')
    return new ServiceError('The OpenAI account has no quota left: check its plan and billing')
  if (problem?.error.code === 'model_not_found')
    return new ServiceError(`This account has no model named ${config.model}`)
  return refusal('openai', status, problem?.error.message)
}
