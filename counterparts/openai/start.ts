import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import { action } from '../shared/control.ts'
import { roomOf, type StartOptions, start } from '../shared/counterpart.ts'
import { type Answer, bearerOf, type Request, type Route } from '../shared/exchange.ts'
import { isSame } from '../shared/grants.ts'
import { WindowLimit } from '../shared/limits.ts'
import { secretOf } from '../shared/random.ts'
import { badKey, noModel, noQuota, refusal, tooFast, wording } from './errors.ts'
import { type Kept, type Manner, type Model, manners, respond } from './responses.ts'

export type OpenaiOptions = StartOptions & { models?: string[]; requestsPerMinute?: number }

type Account = { apiKey: string; isRevoked: boolean; hasQuota: boolean; mayList: boolean; limit: WindowLimit }

const textModels = ['gpt-5.6', 'gpt-5.6-mini', 'gpt-5.4-mini', 'gpt-5.4-nano']
/** The list of an account names models for everything. */
const otherModels = [
  'whisper-1',
  'tts-1-hd',
  'gpt-4o-mini-tts',
  'gpt-image-1',
  'dall-e-3',
  'text-embedding-3-small',
  'omni-moderation-latest',
  'gpt-realtime',
]

/** The models and responses of the OpenAI API, without a model: answers are made up from the schema and the input. */
export async function startOpenai(options: OpenaiOptions = {}) {
  const room = roomOf(options)
  const { models = textModels.concat(otherModels), requestsPerMinute = 500 } = options
  const kept: Kept = new Map()
  const bodies: string[] = []
  let manner: Manner = 'answer'
  const account: Account = {
    apiKey: `sk-proj-${secretOf(room.seed, 41, 48)}`,
    isRevoked: false,
    hasQuota: true,
    mayList: true,
    limit: new WindowLimit(room.clock, requestsPerMinute, 60),
  }
  const model: Model = { seed: room.seed, seconds: () => room.clock.seconds(), models, manner: () => manner, kept }
  const nothing = z.object({})
  return start(room, options.port, {
    provider: 'openai',
    credentials: { apiKey: account.apiKey, model: models[0] ?? '' },
    voice: wording,
    routes: routesOf(account, model, (body) => bodies.push(body)),
    actions: {
      /** Sets how the model behaves from now on. */
      manner: action(z.object({ manner: z.enum(manners) }), (input) => {
        manner = input.manner
      }),
      revoke: action(nothing, () => {
        account.isRevoked = true
      }),
      setQuota: action(z.object({ hasQuota: z.boolean() }), ({ hasQuota }) => {
        account.hasQuota = hasQuota
      }),
      /** Sets whether the key may list models; restricted keys may not. */
      setListing: action(z.object({ mayList: z.boolean() }), ({ mayList }) => {
        account.mayList = mayList
      }),
      exhaustMinute: action(nothing, () => account.limit.exhaust()),
      /** The bodies of the requests since the last call of this action, to see what the product sends. */
      takeAsked: action(nothing, () => bodies.splice(0)),
      /** The responses that were requested without `store: false`, and so are kept. */
      keptResponses: action(nothing, () => [...kept.values()]),
    },
  })
}

function routesOf(account: Account, model: Model, note: (body: string) => void): Route[] {
  const at = (method: string, path: string, answer: (request: Request) => Answer) => ({
    method,
    path: `/v1/${path}`,
    answer: (request: Request) => guarded(account, request, answer),
  })
  const modelObject = (id: string) => ({ id, object: 'model', created: 1_780_000_000, owned_by: 'openai' })
  const forbidden = () =>
    refusal(403, {
      message: 'You have insufficient permissions for this operation. Missing scopes: api.model.read.',
      type: 'invalid_request_error',
      code: 'missing_scope',
    })
  return [
    at('GET', 'models', () =>
      account.mayList ? { body: { object: 'list', data: model.models.map(modelObject) } } : forbidden(),
    ),
    at('GET', 'models/:model', ({ params: { model: id = '' } }) =>
      model.models.includes(id) ? { body: modelObject(id) } : noModel(id),
    ),
    at('POST', 'responses', (request) => {
      note(request.raw.toString('utf8'))
      return account.hasQuota ? respond(model, request) : noQuota()
    }),
    at('GET', 'responses/:id', ({ params }) => {
      const found = model.kept.get(params.id ?? '')
      return found
        ? { body: found }
        : refusal(404, {
            message: `Response with id '${params.id}' not found.`,
            type: 'invalid_request_error',
            code: null,
          })
    }),
  ]
}

/** Checks key and limit; each answer carries its request id and the remaining quota. */
function guarded(
  { apiKey, isRevoked, limit }: Account,
  request: Request,
  answer: (request: Request) => Answer,
): Answer {
  const started = performance.now()
  const named = (answered: Answer, more: Record<string, string> = {}) => ({
    ...answered,
    headers: {
      'x-request-id': `req_${randomUUID().replaceAll('-', '')}`,
      'openai-version': '2020-10-01',
      'openai-processing-ms': String(Math.round(performance.now() - started)),
      ...more,
      ...answered.headers,
    },
  })
  if (isRevoked || !isSame(bearerOf(request) ?? '', apiKey)) return named(badKey())
  const { isAllowed, remaining, reset } = limit.take()
  const limits = {
    'x-ratelimit-limit-requests': String(limit.limit),
    'x-ratelimit-remaining-requests': String(remaining),
    'x-ratelimit-reset-requests': `${reset}s`,
    'x-ratelimit-limit-tokens': '200000',
    'x-ratelimit-remaining-tokens': '199000',
    'x-ratelimit-reset-tokens': '300ms',
  }
  if (!isAllowed) return named(tooFast(), { ...limits, 'retry-after': String(reset) })
  return named(answer(request), limits)
}
