import { expect, test } from 'vitest'
import { typedFor, useServices } from '../../testing/outside/services.ts'

// Answers of OpenAI to the draft of a SOP, as they come in real life.

const { company, operator, services } = useServices()
const at = (path: string) => `/api/companies/${company.id}/${path}`

const connect = () => operator.patch(at('integrations/openai'), { isEnabled: true, ...typedFor(services).openai })
const answer = (status: number, body: object) =>
  services.openai.control.misbehave({ share: 1, path: 'responses', change: () => ({ status, body, headers: {} }) })
const errorOf = (message: string, code: string | null = null) => ({ error: { message, type: 'x', param: null, code } })

const notes = { notes: 'Unpack the valves, then shelve them.' }
const draft = () => operator.post(at('assistant/sop-draft'), notes)
const refusedDrafts: [what: string, status: number, body: object, message: string][] = [
  [
    'no right',
    401,
    errorOf('Missing scopes: api.responses.write'),
    'OpenAI does not allow this: Missing scopes: api.resp',
  ],
  ['unpaid', 429, errorOf('Your account is not active', 'billing_not_active'), 'The OpenAI account has no quota left'],
  [
    'too much',
    429,
    errorOf('Request too large for gpt: Limit 3, Requested 9', 'rate_limit_exceeded'),
    'This is too much for the OpenAI account at once',
  ],
  [
    'no words',
    200,
    { status: 'completed', output: [{ type: 'message', content: [{ type: 'refusal', refusal: '' }] }] },
    'OpenAI declined to answer',
  ],
]
test.each(refusedDrafts)(
  'a draft that OpenAI refuses (%s) says why, and the next one works',
  async (_, status, body, message) => {
    await connect()
    await answer(status, body)
    const refused = await draft()
    expect([refused.statusCode, refused.json().message]).toEqual([424, expect.stringContaining(message)])
    await services.openai.control.behave({})
    expect((await draft()).statusCode).toBe(200)
  },
)

const reply = (...messages: object[]) => answer(200, { status: 'completed', output: messages })
const saysAs = (phase: string | undefined, text: string) => ({
  ...{ type: 'message', ...(phase && { phase }) },
  content: [{ type: 'output_text', text }],
})
const odd = {
  title: `${'a'.repeat(199)}😀`,
  description: 'x\u0000\u202ey',
  type: 'process',
  stage: 'intake',
  content: '1. Go\u0000',
}

test('of a model that thinks aloud only the final answer counts', async () => {
  await connect()
  const final = saysAs('final_answer', JSON.stringify({ ...odd, title: 'Shelve' }))
  await reply(saysAs('commentary', 'Let me see.'), final)
  expect((await draft()).json()).toMatchObject({ title: 'Shelve' })
})

test('a draft with characters that cannot be stored, or an emoji at its end, can be saved as it is', async () => {
  await connect()
  await reply(saysAs(undefined, JSON.stringify(odd)))
  const drafted = (await draft()).json()
  expect(drafted).toMatchObject({ title: 'a'.repeat(199), description: 'xy', content: '1. Go' })
  const saved = await operator.post(at('sops'), { ...drafted, visibility: 'company', status: 'draft' })
  expect([saved.statusCode, saved.json().message]).toEqual([201, undefined])
})
