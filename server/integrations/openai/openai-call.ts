import { z } from 'zod'
import { at, callService, jsonIfAny, jsonOf } from '../calls/service-call.ts'
import { refusal, ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'

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
  const problem = answer.status === 200 ? undefined : Refusal.safeParse(jsonIfAny(answer)).data
  const words = problem?.error.message
  // An answer without words is the page of a firewall, which says nothing about the key.
  if (words && (answer.status === 403 || lacksScopes(problem)) && !isBarred(problem))
    return { forbidden: words.slice(0, 300) }
  if (answer.status !== 200) throw refusalOfStatus(answer.status, problem, connection)
  const { data } = shape.safeParse(jsonOf(answer, 'OpenAI'))
  if (data === undefined) throw new ServiceError('OpenAI answered in an unknown form', { isPassing: true })
  return data
}

/** Whether OpenAI serves this key nothing at all: a country that is not served, an account that is closed. */
const isBarred = (problem: Problem) => /unsupported_country|deactivated|suspended/i.test(problem?.error.code ?? '')

/** OpenAI answers 401 to a key that it knows, but that has no right to a call. */
const lacksScopes = (problem: Problem) => /missing scopes/i.test(problem?.error.message ?? '')

export const Refusal = z.object({
  error: z.object({
    message: z.string().nullish(),
    code: z.union([z.string(), z.number().transform(String)]).nullish(),
  }),
})
type Problem = z.infer<typeof Refusal> | undefined

const unpaid = ['insufficient_quota', 'billing_not_active', 'billing_hard_limit_reached']

/** An account without money: it answers 429, too, but no wait helps. */
export const isUnpaid = (problem: Problem): boolean => unpaid.includes(problem?.error.code ?? '')

/** One call alone is more than the account may use in a minute: it answers 429, too, but no wait helps. */
export const isTooMuch = (problem: Problem): boolean => /^request too large/i.test(problem?.error.message ?? '')

/** @param status of the answer @param problem what its body says, if it can be read */
export function refusalOfStatus(
  status: number,
  problem: Problem,
  { config }: Pick<Connection, 'config'>,
): ServiceError {
  const words = problem?.error.message ?? undefined
  if (status === 401 && (lacksScopes(problem) || problem?.error.code === 'ip_not_authorized'))
    return refusal('openai', 403, words)
  if (status === 401) return new ServiceError('OpenAI does not accept this API key', { isReconnectNeeded: true })
  if (isUnpaid(problem)) return new ServiceError('The OpenAI account has no quota left: check its plan and billing')
  if (status === 429 && isTooMuch(problem))
    return new ServiceError('This is too much for the OpenAI account at once: send less, or raise its limits')
  if (problem?.error.code === 'model_not_found')
    return new ServiceError(`This account has no model named ${config.model}`)
  return refusal('openai', status, words)
}
