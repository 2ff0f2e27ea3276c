import { z } from 'zod'
import type { Answer, Call } from '../../platform/outbound/outbound.ts'
import { OutboundError } from '../../platform/outbound/outbound-error.ts'
import type { CallContext, Connection } from '../provider.ts'
import { asServiceError, ServiceError } from './service-error.ts'

type Asked = Pick<Call, 'operation' | 'url' | 'method'> &
  Partial<
    Pick<
      Call,
      | 'headers'
      | 'body'
      | 'isRepeatable'
      | 'timeoutMs'
      | 'maxTries'
      | 'maxWaits'
      | 'waitFor'
      | 'quotaOf'
      | 'problemOf'
      | 'signal'
    >
  >

type Caller = Pick<Connection, 'companyId' | 'name'> & Partial<Pick<Connection, 'secret' | 'renewToken'>>

/**
 * Sends a call for a connection; any status is an answer. A GET is repeated after a failure, unless the caller says otherwise. A call
 * whose token is refused is sent once more with a new token: the service did nothing for it.
 * @throws {ServiceError} when no answer came, or the service gives no new token
 */
export async function callService(
  caller: Caller,
  context: Pick<CallContext, 'outbound' | 'patience'>,
  request: Asked,
): Promise<Answer> {
  const used = caller.secret?.('access_token')
  const answer = await send(caller, context, request)
  if (answer.status !== 401 || !used || !isSent(used, request)) return answer
  const token = await caller.renewToken?.(used)
  return token && token !== used ? send(caller, context, withToken(request, used, token)) : answer
}

async function send(
  { companyId, name }: Caller,
  { outbound, patience }: Pick<CallContext, 'outbound' | 'patience'>,
  request: Asked,
): Promise<Answer> {
  const signal = request.signal ?? patience
  const call = { provider: name, companyId, isRepeatable: request.method === 'GET', ...request }
  try {
    return await outbound.send(signal ? { ...call, signal } : call)
  } catch (error) {
    throw isTimeout(error) ? asServiceError(new OutboundError('timeout'), name) : asServiceError(error, name)
  }
}

/** Whether a signal of AbortSignal.timeout ended a call, and not the end of the server. */
const isTimeout = (error: unknown) => error instanceof DOMException && error.name === 'TimeoutError'

const isSent = (token: string, { headers = {} }: Asked) => Object.values(headers).some((value) => value.endsWith(token))

function withToken(request: Asked, used: string, token: string): Asked {
  const renewed = Object.entries(request.headers ?? {}).map(([key, value]) => [
    key,
    value.endsWith(used) ? value.slice(0, -used.length) + token : value,
  ])
  return { ...request, headers: Object.fromEntries(renewed) }
}

/** The JSON of an answer. @throws {ServiceError} when it is no JSON: the page of a proxy, or half an answer */
export function jsonOf(answer: Answer, service: string): unknown {
  try {
    return JSON.parse(answer.text)
  } catch {
    throw new ServiceError(`${service} answered with something that is no JSON`, { isPassing: true })
  }
}

/** The same for refusals, undefined when it cannot be read. */
export function jsonIfAny(answer: Answer): unknown {
  try {
    return JSON.parse(answer.text)
  } catch {
    return undefined
  }
}

const Refused = z.object({ error: z.string(), error_description: z.string().nullish() })

/** The code with which an OAuth server refuses tokens, and its words; undefined when its answer has none. */
export const oauthErrorOf = (answer: Answer): z.infer<typeof Refused> | undefined =>
  Refused.safeParse(jsonIfAny(answer)).data

/** An answer in the form that was asked for. @throws {ServiceError} when it is no JSON, or another form */
export function answerOf<Shape extends z.ZodType>(answer: Answer, shape: Shape, service: string): z.infer<Shape> {
  return parseAnswer(jsonOf(answer, service), shape, service)
}

/** The same for a part of an answer. @throws {ServiceError} when it has another form */
export function parseAnswer<Shape extends z.ZodType>(value: unknown, shape: Shape, service: string): z.infer<Shape> {
  const { data } = shape.safeParse(value)
  if (data === undefined) throw new ServiceError(`${service} answered in an unknown form`, { isPassing: true })
  return data
}

/** A list from which people choose: an entry of another form is left out, and hides no other. */
export const readable = <Shape extends z.ZodType>(shape: Shape) =>
  z.array(z.unknown()).transform((entries) =>
    entries.flatMap((entry) => {
      const { data } = shape.safeParse(entry)
      return data === undefined ? [] : [data]
    }),
  )

export const form = (fields: Record<string, string>): Pick<Call, 'headers' | 'body'> => ({
  headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
  body: new URLSearchParams(fields).toString(),
})

export const basicAuth = (name: string, password: string): string =>
  `Basic ${Buffer.from(`${name}:${password}`).toString('base64')}`

/** The address of a path at a service, or at its stand-in. @param standIn outside production only */
export const at = (home: string, standIn: string | undefined, path: string): URL =>
  new URL(`${(standIn ?? home).replace(/\/$/, '')}/${path}`)
