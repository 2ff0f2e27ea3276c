import { z } from 'zod'
import type { Answer } from '../../platform/outbound/outbound.ts'
import { retryAfterOf } from '../../platform/outbound/retries.ts'
import { at, callService, jsonIfAny, jsonOf } from '../calls/service-call.ts'
import { ServiceError } from '../calls/service-error.ts'
import type { CallContext, Connection } from '../provider.ts'
import { isTooMuch, isUnpaid, Refusal, refusalOfStatus } from './openai-call.ts'

/**
 * A question to the model. `instructions`: our words; `input`: the subject, written by others; `shape`: the form of the answer. It has no limits of
 * length, because the strict schemas of OpenAI know none. `maxTokens`: for the answer and the model's reasoning.
 */
export type Question<Shape extends z.ZodObject> = {
  operation: string
  instructions: string
  input: string
  shape: Shape
  maxTokens: number
}

/** A text with words in it. The schema that goes to OpenAI cannot ask for them. */
export const FilledText = z.string().refine((text) => text.trim() !== '')

/** `tokens`: used by question and answer. */
export type ModelReply<Value> = { value: Value; tokens: number }

/** The model gave no usable answer, but OpenAI served the call, so it counts. */
export class UnusableAnswer extends ServiceError {
  readonly tokens: number

  constructor(message: string, tokens: number) {
    super(message)
    this.tokens = tokens
  }
}

/** A person waits for the answer, and a model takes its time. */
const timeoutMs = 45_000
/** If OpenAI asks for a longer wait, the person is told instead. */
const patienceMs = 5_000

/**
 * Asks the model for an answer of a shape. `store: false`: OpenAI keeps neither question nor answer.
 * @throws {UnusableAnswer} when it declined, broke off or answered in another shape @throws {ServiceError} when it was not served
 */
export async function respond<Shape extends z.ZodObject>(
  connection: Connection,
  context: Pick<CallContext, 'outbound'>,
  { operation, instructions, input, shape, maxTokens }: Question<Shape>,
): Promise<ModelReply<z.infer<Shape>>> {
  const answer = await callService(connection, context, {
    ...{ operation, method: 'POST', url: at(connection.baseUrl, undefined, 'responses') },
    headers: {
      ...{ accept: 'application/json', 'content-type': 'application/json' },
      authorization: `Bearer ${connection.secret('api_key') ?? ''}`,
    },
    body: JSON.stringify({
      ...{ model: connection.config.model, instructions, input, max_output_tokens: maxTokens, store: false },
      text: { format: { type: 'json_schema', name: 'answer', strict: true, schema: schemaOf(shape) } },
    }),
    // Asking twice does no harm, but both tries together must not take longer than the person waits.
    ...{ isRepeatable: true, maxTries: 2, timeoutMs, waitFor, signal: AbortSignal.timeout(timeoutMs) },
  })
  if (answer.status !== 200) throw refusalOfStatus(answer.status, Refusal.safeParse(jsonIfAny(answer)).data, connection)
  return readReply(jsonOf(answer, 'OpenAI'), shape)
}

/** Some answers of 429 pass by waiting, others do not. */
function waitFor(answer: Answer): number | null {
  const isLimit = answer.status === 429
  const refused = isLimit ? Refusal.safeParse(jsonIfAny(answer)).data : undefined
  const hint = retryAfterOf(answer) ?? (isLimit ? 1_000 : null)
  return isUnpaid(refused) || isTooMuch(refused) || (hint ?? 0) > patienceMs ? Number.POSITIVE_INFINITY : hint
}

/** Strict mode takes objects that name all their keys and allow no others. Zod adds the bounds of safe integers, which say nothing. */
function schemaOf(shape: z.ZodObject): Record<string, unknown> {
  const { $schema: _, ...schema } = z.toJSONSchema(shape.strict(), {
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
      if (jsonSchema.type === 'object') jsonSchema.additionalProperties = false
    },
  })
  return schema
}

const Content = z.object({ type: z.string(), text: z.string().nullish(), refusal: z.string().nullish() })
const Reply = z.object({
  status: z.string(),
  error: z.object({ message: z.string() }).nullish(),
  incomplete_details: z.object({ reason: z.string().nullish() }).nullish(),
  output: z
    .array(z.object({ type: z.string(), phase: z.string().nullish(), content: z.array(Content).nullish() }))
    .default([]),
  // What it cost is beside the point when it is written oddly.
  usage: z.object({ total_tokens: z.int().nonnegative() }).nullish().catch(null),
})

function readReply<Shape extends z.ZodObject>(body: unknown, shape: Shape): ModelReply<z.infer<Shape>> {
  const { data } = Reply.safeParse(body)
  if (!data) throw new UnusableAnswer('OpenAI answered in an unknown form', 0)
  const tokens = data.usage?.total_tokens ?? 0
  // Models that reason put items of another type before the message, or messages that comment on what they do.
  const messages = data.output.filter(({ type }) => type === 'message')
  const declined = messages.flatMap(({ content }) => content ?? []).find(({ type }) => type === 'refusal')
  if (declined) throw new UnusableAnswer(declinedWith(declined.refusal), tokens)
  const parts = messages.flatMap(({ phase, content }) => (phase === 'commentary' ? [] : (content ?? [])))
  const { status } = data
  if (status === 'incomplete') throw new UnusableAnswer(brokenOff(data.incomplete_details?.reason), tokens)
  if (status !== 'completed')
    throw new UnusableAnswer(`OpenAI failed: ${(data.error?.message ?? status).slice(0, 300)}`, tokens)
  const text = parts.flatMap(({ type, text: part }) => (type === 'output_text' ? [part ?? ''] : [])).join('')
  const value = shape.safeParse(parsed(text)).data
  if (!value) throw new UnusableAnswer('OpenAI answered in another form than asked for; try again', tokens)
  return { value, tokens }
}

const declinedWith = (words: string | null | undefined) =>
  words ? `OpenAI declined: ${words.slice(0, 300)}` : 'OpenAI declined to answer'

const brokenOff = (reason: string | null | undefined) =>
  reason === 'content_filter'
    ? 'OpenAI held its answer back, because its content filter objects'
    : 'OpenAI broke off its answer, because it became too long; ask for less at once'

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
