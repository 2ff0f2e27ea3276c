import { z } from 'zod'
import type { Answer } from '../../platform/outbound/outbound.ts'
import { retryAfterOf } from '../../platform/outbound/retries.ts'
import { answerOf, at, callService, jsonIfAny, parseAnswer } from '../calls/service-call.ts'
import { refusal, ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'

export const shopifyVersion = '2026-10'

const Errors = z.array(
  z.object({
    message: z.string(),
    path: z.array(z.union([z.string(), z.number()])).nullish(),
    extensions: z.object({ code: z.string().nullish() }).nullish(),
  }),
)

type GraphqlError = z.infer<typeof Errors>[number]

/** What GraphQL calls an error, by its code: THROTTLED, ACCESS_DENIED, MAX_COST_EXCEEDED. `path`: the field that it is about, where Shopify names it. */
export class ShopifyError extends ServiceError {
  readonly code: string | undefined
  readonly path: (string | number)[]

  constructor(message: string, { code, path }: Pick<GraphqlError, 'path'> & { code?: string }, kind = {}) {
    super(message, kind)
    this.code = code
    this.path = path ?? []
  }
}

/** `cost` and `data` are read only if there are no errors: GraphQL answers 200 to a failure, too. */
const Reply = z.object({
  data: z.unknown().optional(),
  errors: Errors.optional(),
  extensions: z.unknown().optional(),
})

type Question<Shape extends z.ZodType> = {
  operation: string
  query: string
  variables?: Record<string, unknown>
  shape: Shape
}

/** The bucket of points refills in ten seconds. A job waits for it as often as needed; a person is told to try again. */
const mostWaits = 40

/**
 * Asks the Admin API of a shop.
 * @throws {ServiceError} when Shopify refuses, in words; `isReconnectNeeded` when the token is not valid
 */
export async function askShopify<Shape extends z.ZodType>(
  connection: Connection,
  context: CallContext & { signal?: AbortSignal },
  { operation, query, variables, shape }: Question<Shape>,
): Promise<{ data: z.infer<Shape>; version: string | null }> {
  const token = connection.secret('access_token') ?? connection.secret('admin_access_token') ?? ''
  const answer = await callService(connection, context, {
    ...{ operation, method: 'POST', isRepeatable: true },
    url: at(connection.baseUrl, undefined, `admin/api/${shopifyVersion}/graphql.json`),
    headers: { 'content-type': 'application/json', accept: 'application/json', 'x-shopify-access-token': token },
    body: JSON.stringify({ query, ...(variables && { variables }) }),
    ...{ waitFor: waitForPoints, quotaOf: pointsLeft, problemOf: errorIn },
    ...(context.signal && { signal: context.signal, maxWaits: mostWaits }),
  })
  if (answer.status !== 200) throw refusedBy(answer)
  const reply = answerOf(answer, Reply, 'Shopify')
  const [error] = reply.errors ?? []
  if (error) throw inGraphql(error)
  return { data: parseAnswer(reply.data, shape, 'Shopify'), version: answer.headers.get('x-shopify-api-version') }
}

/** GraphQL answers 200 even when it refuses, so the log shows the error. */
function errorIn(answer: Answer): string | null {
  if (!answer.text.includes('"errors"')) return null
  const [error] = Reply.safeParse(jsonIfAny(answer)).data?.errors ?? []
  return error ? [error.extensions?.code, error.message].filter(Boolean).join(': ') : null
}

function refusedBy(answer: Answer): ServiceError {
  const { status } = answer
  if (status === 401) return new ServiceError('Shopify does not accept this access token', { isReconnectNeeded: true })
  if (status === 402) return new ServiceError('This Shopify store is frozen: its bill is not paid')
  if (status === 404) return new ServiceError('There is no Shopify store at this address', { isReconnectNeeded: true })
  if (status === 423) return new ServiceError('This Shopify store is locked')
  return refusal('shopify', status, Refused.safeParse(jsonIfAny(answer)).data?.errors)
}

/** Outside GraphQL Shopify says why in one text. */
const Refused = z.object({ errors: z.string() })

function inGraphql({ message, path, extensions }: GraphqlError): ServiceError {
  const text = message.slice(0, 300)
  // Protected customer data are refused in words; not every version of the API adds the code.
  const isDenied = extensions?.code === 'ACCESS_DENIED' || /\b(not approved|access denied)\b/i.test(message)
  const about = { ...(path && { path }), ...(extensions?.code && { code: extensions.code }) }
  if (isDenied) return new ShopifyError(`Shopify gives no access: ${text}`, { ...about, code: 'ACCESS_DENIED' })
  if (about.code === 'THROTTLED') return new ShopifyError(refusal('shopify', 429).message, about, { isPatience: true })
  const isPassing = about.code === 'INTERNAL_SERVER_ERROR' || about.code === 'TIMEOUT'
  return new ShopifyError(`Shopify answered with an error: ${text}`, about, { isPassing })
}

const Cost = z.object({
  extensions: z.object({
    cost: z.object({
      requestedQueryCost: z.number(),
      throttleStatus: z.object({
        maximumAvailable: z.number(),
        currentlyAvailable: z.number(),
        restoreRate: z.number().positive(),
      }),
    }),
  }),
})

const Throttled = z.object({
  errors: z.array(z.object({ extensions: z.object({ code: z.string().optional() }).optional() })),
})

const costOf = (answer: Answer) => Cost.safeParse(jsonIfAny(answer)).data?.extensions.cost

/**
 * How long the bucket of the app takes to refill for the same question, in ms; null when Shopify did not ask to wait. It says so in a
 * 200 (THROTTLED) or in the header of a 429 or 5xx.
 */
function waitForPoints(answer: Answer): number | null {
  if (answer.status !== 200) return retryAfterOf(answer) || null
  const { data } = Throttled.safeParse(jsonIfAny(answer))
  if (!data?.errors.some(({ extensions }) => extensions?.code === 'THROTTLED')) return null
  const cost = costOf(answer)
  if (!cost) return 1_000
  const { currentlyAvailable, restoreRate } = cost.throttleStatus
  return Math.ceil((Math.max(0, cost.requestedQueryCost - currentlyAvailable) / restoreRate) * 1_000) + 50
}

/** '950 of 1000 points', for the card. */
function pointsLeft(answer: Answer): string | null {
  const status = costOf(answer)?.throttleStatus
  return status ? `${Math.floor(status.currentlyAvailable)} of ${status.maximumAvailable} points` : null
}
