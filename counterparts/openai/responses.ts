import { type Answer, isObject, jsonOf, type Request } from '../shared/exchange.ts'
import { hash, secretOf } from '../shared/random.ts'
import { invalid, noModel, refusal } from './errors.ts'
import { Inventor, strictProblem, wordsOf } from './schemas.ts'

/**
 * answer: a normal answer. refuse: the model declines. cut: ends at the token limit. filter: ends at the content filter. fail: status
 * failed. silent: a reply without a message. blank: all texts are empty. prose: no JSON. fenced: JSON in a block of Markdown. parted: the text in two
 * parts. poor: JSON without its first key. queued: not begun yet.
 */
export const manners = [
  'answer',
  'refuse',
  'cut',
  'filter',
  'fail',
  'silent',
  'blank',
  'prose',
  'fenced',
  'parted',
  'poor',
  'queued',
] as const
export type Manner = (typeof manners)[number]
type Body = Record<string, unknown>

/** The kept requests and answers, to be read later: only those without store: false. */
export type Kept = Map<string, object>

export type Model = { seed: number; seconds: () => number; models: string[]; manner: () => Manner; kept: Kept }

/** POST /responses: an answer that fits the schema, always the same for the same input. */
export function respond(model: Model, request: Request): Answer {
  const body = jsonOf(request)
  if (!isObject(body)) return invalid('We could not parse the JSON body of your request.', 'body')
  if (typeof body.model !== 'string')
    return invalid("Missing required parameter: 'model'.", 'model', 'missing_required_parameter')
  if (!model.models.includes(body.model)) return noModel(body.model)
  if (body.input === undefined && body.prompt === undefined) {
    return invalid("Missing required parameter: 'input'.", 'input', 'missing_required_parameter')
  }
  const limit = body.max_output_tokens
  if (limit != null && (!Number.isInteger(limit) || Number(limit) < 16)) {
    return invalid(
      "Invalid 'max_output_tokens': integer below minimum value. Expected a value >= 16.",
      'max_output_tokens',
      'integer_below_min_value',
    )
  }
  if (body.stream === true)
    return refusal(400, {
      message: 'This counterpart does not stream.',
      type: 'invalid_request_error',
      param: 'stream',
      code: null,
    })
  const format = formatOf(body)
  const wrong = formatProblem(format)
  if (wrong) return wrong
  const answer = responseOf(model, body, format)
  if (body.store !== false) model.kept.set(answer.id, answer)
  return { body: answer }
}

function formatOf({ text }: Body): Body {
  return isObject(text) && isObject(text.format) ? text.format : { type: 'text' }
}

function formatProblem(format: Body): Answer | undefined {
  if (format.type !== 'json_schema') return undefined
  if (typeof format.name !== 'string' || !/^[\w-]{1,64}$/.test(format.name)) {
    return invalid("Missing required parameter: 'text.format.name'.", 'text.format.name', 'missing_required_parameter')
  }
  if (!isObject(format.schema))
    return invalid(
      "Missing required parameter: 'text.format.schema'.",
      'text.format.schema',
      'missing_required_parameter',
    )
  const problem = format.strict === true ? strictProblem(format.schema) : undefined
  return problem
    ? invalid(
        `Invalid schema for response_format '${format.name}': ${problem}`,
        'text.format.schema',
        'invalid_json_schema',
      )
    : undefined
}

function responseOf({ seed, seconds, manner }: Model, body: Body, format: Body) {
  const input = JSON.stringify([body.instructions ?? '', body.input ?? ''])
  const number = hashOf(seed, input)
  const full =
    manner() === 'prose' ? `Sure! ${input}` : textOf(number, manner() === 'blank' ? [' '] : wordsOf(input), format)
  const shown = manner() === 'fenced' ? `\`\`\`json\n${full}\n\`\`\`` : manner() === 'poor' ? withoutFirst(full) : full
  const limit = typeof body.max_output_tokens === 'number' ? body.max_output_tokens : Number.POSITIVE_INFINITY
  const how = manner() === 'answer' && tokensOf(shown) > limit ? 'cut' : manner()
  const text = how === 'cut' ? shown.slice(0, Math.min(shown.length - 1, limit * 4)) : shown
  const outputTokens = Math.min(limit, tokensOf(text))
  const inputTokens = tokensOf(input)
  return {
    id: `resp_${secretOf(number, 1, 48)}`,
    object: 'response',
    created_at: seconds(),
    status: statuses[how] ?? 'completed',
    background: false,
    error: how === 'fail' ? { code: 'server_error', message: 'The model failed to generate a response.' } : null,
    incomplete_details:
      how === 'cut' ? { reason: 'max_output_tokens' } : how === 'filter' ? { reason: 'content_filter' } : null,
    instructions: body.instructions ?? null,
    max_output_tokens: body.max_output_tokens ?? null,
    metadata: body.metadata ?? {},
    model: body.model,
    output: ['fail', 'filter', 'silent', 'queued'].includes(how) ? [] : [messageOf(number, how, text)],
    parallel_tool_calls: true,
    store: body.store !== false,
    temperature: body.temperature ?? 1,
    text: { format },
    tool_choice: 'auto',
    tools: [],
    top_p: body.top_p ?? 1,
    truncation: 'disabled',
    usage: {
      input_tokens: inputTokens,
      input_tokens_details: { cached_tokens: 0 },
      output_tokens: outputTokens,
      output_tokens_details: { reasoning_tokens: 0 },
      total_tokens: inputTokens + outputTokens,
    },
  }
}

const statuses: Partial<Record<Manner, string>> = {
  ...{ fail: 'failed', cut: 'incomplete', filter: 'incomplete', queued: 'queued' },
}

function withoutFirst(json: string): string {
  const [, ...kept] = Object.entries(JSON.parse(json))
  return JSON.stringify(Object.fromEntries(kept))
}

function messageOf(number: number, how: Manner, text: string) {
  const part = (piece: string) => ({ type: 'output_text', text: piece, annotations: [], logprobs: [] })
  const half = Math.ceil(text.length / 2)
  const pieces = how === 'parted' ? [part(text.slice(0, half)), part(text.slice(half))] : [part(text)]
  const content = how === 'refuse' ? [{ type: 'refusal', refusal: "I'm sorry, but I can't help with that." }] : pieces
  return {
    id: `msg_${secretOf(number, 2, 48)}`,
    type: 'message',
    status: how === 'cut' ? 'incomplete' : 'completed',
    role: 'assistant',
    content,
  }
}

function textOf(number: number, words: string[], format: Body): string {
  if (format.type === 'json_schema' && isObject(format.schema)) {
    return JSON.stringify(new Inventor(number, words, format.schema).of(format.schema))
  }
  if (format.type === 'json_object') return JSON.stringify({ answer: words.slice(0, 8).join(' ') })
  return `This is a made-up answer about ${words.slice(0, 12).join(' ')}.`
}

/** A token is about four letters. */
const tokensOf = (text: string) => Math.ceil(text.length / 4)

function hashOf(seed: number, text: string): number {
  let value = seed
  for (let index = 0; index < text.length; index += 1) value = hash(value, text.charCodeAt(index))
  return value
}
