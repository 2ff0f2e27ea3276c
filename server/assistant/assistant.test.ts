import type { AssistantState } from 'contract/assistant/assistant.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Client } from '../testing/fixture.ts'
import { typedFor, useServices } from '../testing/outside/services.ts'

const { server, company, operator, manager, employee, services } = useServices()

const at = (path = '') => `/api/companies/${company.id}/assistant${path && `/${path}`}`
const openai = () => `/api/companies/${company.id}/integrations/openai`
const notes = { notes: 'Unpack the valves, check them for scratches, then shelve them by size.' }
const draft = (person: Client = operator, body: object = notes) => person.post(at('sop-draft'), body)
const stateOf = async (person: Client = operator): Promise<AssistantState> => (await person.get(at())).json()
const connect = async (config: Record<string, string> = {}) => {
  const typed = typedFor(services).openai
  const saved = await operator.patch(openai(), { isEnabled: true, ...typed, config: { ...typed.config, ...config } })
  expect(saved.statusCode).toBe(200)
}
/** The requests that were sent since the last call. */
const sent = async () => (await services.openai.control.takeAsked()).map((body) => JSON.parse(body))

beforeEach(async () => {
  await services.openai.control.manner({ manner: 'answer' })
  await services.openai.control.setQuota({ hasQuota: true })
  await services.openai.control.takeAsked()
})

test('a draft is made from notes, fits the form of a SOP, and is not stored', async () => {
  await connect()
  const answer = await draft(manager)
  expect(answer.statusCode).toBe(200)
  const { type, stage, title, content } = answer.json()
  expect([type, stage].every((each) => typeof each === 'string')).toBe(true)
  expect(`${title} ${content}`).toMatch(/\w/)
  const created = await manager.post(`/api/companies/${company.id}/sops`, {
    ...(answer.json() as object),
    ...{ visibility: 'company', status: 'draft' },
  })
  expect(created.statusCode).toBe(201)
  const kept = await server.given.sql('select from sops where company_id = $1', [company.id])
  expect(kept).toHaveLength(1) // the one that was created by hand just now
  expect(await services.openai.control.keptResponses()).toEqual([])
})

test('when it is off, or has no key or model, the assistant is hidden and sends nothing', async () => {
  const refused = async () => {
    expect(await stateOf()).toMatchObject({ isReady: false })
    const answer = await draft()
    expect([answer.statusCode, answer.json().message]).toEqual([409, 'OpenAI is not set up for this company'])
  }
  await refused()
  await connect()
  expect(await stateOf()).toMatchObject({ isReady: true, calls: 0, monthlyLimit: 200, name: null })
  await operator.patch(openai(), { isEnabled: false })
  await refused()
  await operator.patch(openai(), { isEnabled: true, config: { model: '' } })
  await refused()
  await connect()
  await operator.post(`${openai()}/disconnect`, {})
  await refused()
  expect(await sent()).toEqual([])
})

test('employees cannot use the assistant, and nobody can use that of another company', async () => {
  await connect()
  expect((await employee.get(at())).statusCode).toBe(403)
  expect((await draft(employee)).statusCode).toBe(403)
  const stranger = await server.signIn('company_operator', await server.given.company())
  expect((await stranger.get(at())).statusCode).toBe(404)
  expect((await draft(stranger)).statusCode).toBe(404)
  expect((await manager.post(at('column-proposal'), columns)).statusCode).toBe(403)
  expect(await sent()).toEqual([])
})

test('the calls of a month end at the limit of the company, even when many people ask at once', async () => {
  await connect({ monthly_limit: '3', assistant_name: 'Ada' })
  const answers = await Promise.all(Array.from({ length: 8 }, (_, index) => draft(index % 2 ? manager : operator)))
  const statuses = answers.map(({ statusCode }) => statusCode).sort()
  expect(statuses).toEqual([200, 200, 200, 409, 409, 409, 409, 409])
  expect(answers.find(({ statusCode }) => statusCode === 409)?.json()).toMatchObject({
    ...{ message: 'The calls to OpenAI of this month are used up', data: { reason: 'assistant_used_up' } },
  })
  const state = await stateOf(manager)
  expect(state).toMatchObject({ calls: 3, monthlyLimit: 3, name: 'Ada' })
  expect(state.tokens).toBeGreaterThan(100)
  expect(await sent()).toHaveLength(3)
  await server.given.sql(
    `update assistant_months set month = (month - interval '1 month')::date where company_id = $1`,
    [company.id],
  )
  expect((await draft()).statusCode).toBe(200) // another month
  await operator.patch(openai(), { config: { monthly_limit: '0' } })
  expect((await draft()).statusCode).toBe(409)
})

test.each([['-1'], ['many'], ['1.5'], ['10000000']])('%s calls a month are refused', async (monthly_limit) => {
  const answer = await operator.patch(openai(), { config: { monthly_limit } })
  expect([answer.statusCode, answer.json().data.issues[0].message]).toEqual([
    ...[400, 'Must be a whole number up to 999999'],
  ])
})

test.each([
  ['refuse', "OpenAI declined: I'm sorry, but I can't help with that."],
  ['cut', 'OpenAI broke off its answer, because it became too long; ask for less at once'],
  ['filter', 'OpenAI held its answer back, because its content filter objects'],
  ['fail', 'OpenAI failed: The model failed to generate a response.'],
  ['silent', 'OpenAI answered in another form than asked for; try again'],
  ['prose', 'OpenAI answered in another form than asked for; try again'],
  ['blank', 'OpenAI answered in another form than asked for; try again'],
  ['fenced', 'OpenAI answered in another form than asked for; try again'],
  ['poor', 'OpenAI answered in another form than asked for; try again'],
  ['queued', 'OpenAI failed: queued'],
] as const)(
  'a model that says %s is told in words; the call counts, and the connection is well',
  async (manner, words) => {
    await connect()
    await services.openai.control.manner({ manner })
    const answer = await draft()
    expect([answer.statusCode, answer.json().code, answer.json().message]).toEqual([424, 'ASSISTANT_FAILED', words])
    expect(await stateOf()).toMatchObject({ calls: 1, isReady: true })
    expect((await operator.get(openai())).json()).toMatchObject({ status: 'connected', lastError: null })
  },
)

test('an answer in two parts is put together', async () => {
  await connect()
  await services.openai.control.manner({ manner: 'parted' })
  expect((await draft()).statusCode).toBe(200)
})

test.each([
  [500, 0, 'OpenAI has a problem of its own (500)'],
  [400, 0, 'OpenAI refused the call: Invalid request'],
  ['garbage', 0, 'OpenAI answered with something that is no JSON'],
  ['redirect', 0, 'OpenAI answered with another address, which is not followed'],
  // The model has worked, and OpenAI wants to be paid for it.
  ['cut', 1, 'OpenAI broke off its answer'],
] as const)(
  'the service answers %s: %i calls are counted, the message names the reason, the card shows it',
  async (fault, calls, words) => {
    await connect()
    await services.openai.control.misbehave({ kinds: [fault], share: 1, retryAfter: 0 })
    const answer = await draft()
    expect([answer.statusCode, answer.json().message]).toEqual([424, words])
    expect(await stateOf()).toMatchObject({ calls })
    expect((await operator.get(openai())).json()).toMatchObject({ status: 'error', lastError: words })
    await services.openai.control.behave()
    expect((await draft()).statusCode).toBe(200)
    expect((await operator.get(openai())).json()).toMatchObject({ status: 'connected', lastError: null })
  },
)

test('a service that asks for fewer calls is no error of the connection', async () => {
  await connect()
  expect((await draft()).statusCode).toBe(200)
  await services.openai.control.misbehave({ kinds: [429], share: 1, retryAfter: 0 })
  const answer = await draft()
  expect([answer.statusCode, answer.json().message]).toEqual([
    ...[424, 'OpenAI asks for fewer calls; try again in a moment'],
  ])
  expect((await operator.get(openai())).json()).toMatchObject({ status: 'connected', lastError: null })
})

test('too many calls in a minute are tried again; an account without money is not', async () => {
  await connect()
  await services.openai.control.misbehave({ kinds: [429], share: 1, times: 1, retryAfter: 1 })
  expect((await draft()).statusCode).toBe(200)
  await services.openai.control.takeAsked()
  await services.openai.control.setQuota({ hasQuota: false })
  const answer = await draft()
  expect(answer.json().message).toBe('The OpenAI account has no quota left: check its plan and billing')
  expect(await sent()).toHaveLength(1)
})

test('a key that is refused hides the assistant until somebody enters another', async () => {
  await connect()
  await operator.patch(openai(), { credentials: { api_key: 'sk-wrong-wrong' } })
  expect((await draft()).json().message).toBe('OpenAI does not accept this API key')
  expect((await operator.get(openai())).json()).toMatchObject({ needsReconnect: true })
  expect(await stateOf()).toMatchObject({ isReady: false })
  await connect()
  expect((await draft()).statusCode).toBe(200)
})

test('only the notes are sent: no address, no account, nothing of the company, and the service may store nothing', async () => {
  await server.given.company({ name: 'Another Secret Firm' })
  await server.given.vendor(company, { name: 'Secret Vendor' })
  await connect()
  const hidden = [
    'kim@north.example',
    'DE89 3704 0044 0532 0130 00',
    '4111 1111 1111 1111',
    '+1 (555) 123-4567',
    '021000021',
  ]
  const texts = ['size 12-34', 'part AB-1000-22', 'torque 35', 'step 10', '100 pieces']
  await draft(operator, { title: `Ask ${hidden[0]}`, notes: [...hidden, ...texts].join('; then ') })
  const [body] = await sent()
  expect(body).toMatchObject({ store: false, model: 'gpt-5.6', text: { format: { strict: true } } })
  expect(Object.keys(body).sort()).toEqual(['input', 'instructions', 'max_output_tokens', 'model', 'store', 'text'])
  const text = JSON.stringify(body)
  for (const each of texts) expect(text).toContain(each)
  for (const each of [...hidden, company.name, 'Secret', company.id, operator.person.id, 'Test Person'])
    expect(text).not.toContain(each)
})

const columns = {
  columns: [
    { header: 'Teile-Nr', samples: ['A-1', 'A-2'] },
    { header: 'Bestand', samples: ['5', '7'] },
    { header: 'Kontakt', samples: ['kim@north.example'] },
    { header: 'IBAN', samples: ['DE89370400440532013000'] },
    { header: 'info@north.example', samples: [] },
  ],
  fields: [
    { field: 'partNumber', label: 'Part number' },
    { field: 'stockLevel', label: 'Stock' },
  ],
}

test('a proposal names fields of the question, each once; headers are sent, and no values', async () => {
  await connect()
  const answer = await operator.post(at('column-proposal'), columns)
  expect(answer.statusCode).toBe(200)
  const { fields } = answer.json() as { fields: (string | null)[] }
  expect(fields).toHaveLength(5)
  const used = fields.filter((field) => field !== null)
  expect(used.length).toBeGreaterThan(0)
  expect(new Set(used).size).toBe(used.length)
  for (const field of used) expect(['partNumber', 'stockLevel']).toContain(field)
  const [{ input }] = await sent()
  expect(JSON.parse(input).columns).toEqual([
    { number: 1, header: 'Teile-Nr', values: 'codes' },
    { number: 2, header: 'Bestand', values: 'whole numbers' },
    { number: 3, header: 'Kontakt', values: 'e-mail addresses' },
    { number: 4, header: 'IBAN', values: 'codes' },
    { number: 5, header: '[e-mail]', values: 'empty' },
  ])
})

test('an invalid question is refused before it is counted', async () => {
  await connect()
  for (const body of [{ notes: 'too short' }, { notes: 'x'.repeat(20_001) }, { ...notes, store: true }, {}])
    expect((await draft(operator, body)).statusCode).toBe(400)
  expect((await operator.post(at('column-proposal'), { columns: [], fields: [] })).statusCode).toBe(400)
  expect(await stateOf()).toMatchObject({ calls: 0 })
})

test('the models come from the account of the key', async () => {
  const models = () => operator.get(`${openai()}/models`)
  expect((await models()).json().message).toBe('Save the credentials first')
  await connect()
  expect((await models()).json()).toEqual({ models: ['gpt-5.4-mini', 'gpt-5.4-nano', 'gpt-5.6', 'gpt-5.6-mini'] })
  expect((await manager.get(`${openai()}/models`)).statusCode).toBe(403)
  await services.openai.control.misbehave({
    ...{ share: 1, path: 'models' },
    change: (answer) => {
      const { data } = answer.body as { data: object[] }
      return { ...answer, body: { object: 'list', data: [...data, ...data] } }
    },
  })
  expect((await models()).json().models).toHaveLength(4) // a list that names a model twice
  await services.openai.control.behave()
  await services.openai.control.setListing({ mayList: false })
  const refused = await models()
  await services.openai.control.setListing({ mayList: true })
  expect([refused.statusCode, refused.json().message]).toEqual([
    ...[424, expect.stringMatching(/^This key may not list models: type the name of one. OpenAI says: /)],
  ])
})

test('each call is a row of Integration Output, without notes or key', async () => {
  await connect()
  await draft()
  const { items } = (await operator.get(`/api/companies/${company.id}/integrations/logs`)).json()
  expect(items[0]).toMatchObject({ integrationName: 'openai', operation: 'Draft a SOP', status: 'success' })
  expect(JSON.stringify(items)).not.toContain('scratches')
  expect(JSON.stringify(items)).not.toContain(services.openai.credentials.apiKey)
})
