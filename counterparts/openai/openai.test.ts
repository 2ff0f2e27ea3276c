import { afterEach, expect, test } from 'vitest'
import { json } from '../shared/testing.ts'
import { startOpenai } from './start.ts'

type Openai = Awaited<ReturnType<typeof startOpenai>>
const open: Openai[] = []

afterEach(async () => {
  for (const each of open.splice(0)) await each.close()
})

async function started(options: Parameters<typeof startOpenai>[0] = {}) {
  const openai = await startOpenai({ now: new Date('2026-11-21T12:00:30Z'), ...options })
  open.push(openai)
  return openai
}

async function call(openai: Openai, path: string, body?: object, key = openai.credentials.apiKey) {
  const headers = { authorization: `Bearer ${key}` }
  const answer = await fetch(`${openai.url}/v1/${path}`, body ? json(body, headers) : { headers })
  return { status: answer.status, headers: answer.headers, body: JSON.parse(await answer.text()) }
}

const schema = {
  type: 'object',
  additionalProperties: false,
  required: ['title', 'urgency', 'quantity', 'steps', 'due'],
  properties: {
    title: { type: 'string' },
    urgency: { type: 'string', enum: ['low', 'medium', 'high'] },
    quantity: { type: 'integer', minimum: 1, maximum: 20 },
    due: { type: ['string', 'null'], format: 'date' },
    steps: {
      type: 'array',
      items: {
        type: 'object',
        additionalProperties: false,
        required: ['text'],
        properties: { text: { type: 'string' } },
      },
    },
  },
}
const format = { type: 'json_schema', name: 'plan', strict: true, schema }
const request = {
  model: 'gpt-5.6',
  instructions: 'Plan',
  input: 'Reorder brackets and bolts',
  text: { format },
  store: false,
}

test('models are listed; a key that may not list them can still read one', async () => {
  const openai = await started()
  const { body, headers } = await call(openai, 'models')
  expect(body.object).toBe('list')
  expect(body.data[0]).toMatchObject({ id: 'gpt-5.6', object: 'model' })
  // The list of an account names models for speech and pictures too.
  const ids = body.data.map(({ id }: { id: string }) => id)
  expect(ids).toEqual(expect.arrayContaining(['gpt-5.4-nano', 'whisper-1', 'dall-e-3']))
  expect(headers.get('x-request-id')).toMatch(/^req_/)
  expect(headers.get('x-ratelimit-remaining-requests')).toBe('499')
  await openai.control.setListing({ mayList: false })
  expect((await call(openai, 'models')).status).toBe(403)
  expect((await call(openai, 'models/gpt-5.6')).body.id).toBe('gpt-5.6')
  expect((await call(openai, 'models/gpt-1')).body.error.code).toBe('model_not_found')
})

test('a wrong or revoked key is refused', async () => {
  const openai = await started()
  expect(await call(openai, 'models', undefined, 'sk-wrong')).toMatchObject({
    status: 401,
    body: { error: { code: 'invalid_api_key' } },
  })
  await openai.control.revoke()
  expect((await call(openai, 'models')).status).toBe(401)
})

test('an answer fits the schema, uses words of the input, and is the same each time', async () => {
  const openai = await started()
  const { body } = await call(openai, 'responses', request)
  expect(body).toMatchObject({ object: 'response', status: 'completed', error: null, store: false })
  const [message] = body.output
  expect(message).toMatchObject({ type: 'message', role: 'assistant', content: [{ type: 'output_text' }] })
  const plan = JSON.parse(message.content[0].text)
  expect(Object.keys(plan)).toEqual(['title', 'urgency', 'quantity', 'due', 'steps'])
  expect(schema.properties.urgency.enum).toContain(plan.urgency)
  expect(plan.quantity).toBeGreaterThanOrEqual(1)
  expect(plan.quantity).toBeLessThanOrEqual(20)
  expect(plan.title).toMatch(/Plan|Reorder|brackets|and|bolts/)
  expect(body.usage.total_tokens).toBe(body.usage.input_tokens + body.usage.output_tokens)
  expect((await call(openai, 'responses', request)).body.output).toEqual(body.output)
  expect(await openai.control.keptResponses()).toEqual([])
})

test('a request without store: false is kept', async () => {
  const openai = await started()
  const { body } = await call(openai, 'responses', { model: 'gpt-5.6', input: 'Hello there' })
  expect((await call(openai, `responses/${body.id}`)).body.id).toBe(body.id)
})

test('a schema that strict mode does not allow is refused', async () => {
  const openai = await started()
  const loose = { ...schema, additionalProperties: true }
  const optional = { ...schema, required: ['title'] }
  for (const wrong of [loose, optional]) {
    const { status, body } = await call(openai, 'responses', {
      ...request,
      text: { format: { ...format, schema: wrong } },
    })
    expect([status, body.error.code, body.error.param]).toEqual([400, 'invalid_json_schema', 'text.format.schema'])
  }
  expect((await call(openai, 'responses', { model: 'gpt-5.6' })).body.error.param).toBe('input')
})

test('an answer that is too long for its limit is incomplete', async () => {
  const openai = await started()
  const { body } = await call(openai, 'responses', { ...request, max_output_tokens: 16 })
  expect(body).toMatchObject({ status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } })
  expect(() => JSON.parse(body.output[0].content[0].text)).toThrow(SyntaxError)
})

test('the model refuses, is filtered, or fails on demand', async () => {
  const openai = await started()
  await openai.control.manner({ manner: 'refuse' })
  expect((await call(openai, 'responses', request)).body.output[0].content[0].type).toBe('refusal')
  await openai.control.manner({ manner: 'filter' })
  expect((await call(openai, 'responses', request)).body.incomplete_details).toEqual({ reason: 'content_filter' })
  await openai.control.manner({ manner: 'fail' })
  expect((await call(openai, 'responses', request)).body).toMatchObject({
    status: 'failed',
    error: { code: 'server_error' },
  })
})

test('there are two kinds of 429: too fast, and no money', async () => {
  const openai = await started({ requestsPerMinute: 1 })
  await call(openai, 'models')
  const fast = await call(openai, 'models')
  expect([fast.status, fast.body.error.code]).toEqual([429, 'rate_limit_exceeded'])
  expect(Number(fast.headers.get('retry-after'))).toBeGreaterThan(0)
  await openai.control.advance({ seconds: 60 })
  await openai.control.setQuota({ hasQuota: false })
  const poor = await call(openai, 'responses', request)
  expect([poor.status, poor.body.error.type, poor.headers.get('retry-after')]).toEqual([
    429,
    'insufficient_quota',
    null,
  ])
})
