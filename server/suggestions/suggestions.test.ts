import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { hashToken } from '../platform/http/session-token.ts'
import { useServer } from '../testing/fixture.ts'
import { appUrl } from '../testing/server.ts'

const { server, company, operator, sbr } = useServer()

const path = (rest = '') => `/api/companies/${company.id}/suggestions${rest}`
const switchOn = () => server.given.sql('update companies set takes_suggestions = true where id = $1', [company.id])
const suggest = (procedure: string, input: object, rest: object = {}) =>
  operator.post(path(), { procedure, input, ...rest })
const parts = () =>
  server.given.sql('select name, stock_level::int from parts where company_id = $1 order by name', [company.id])
const bolt = () => server.given.part(company, { name: 'Bolt', part_number: 'B-1', stock_level: 5 })

test('a suggestion shows what it would change and changes nothing until a person accepts it', async () => {
  await switchOn()
  const { id } = await bolt()
  const made = await suggest('stock.adjust', { id, delta: -2 }, { reason: 'Two are broken' })
  expect(made.statusCode).toBe(201)
  expect(made.json()).toMatchObject({
    ...{ status: 'open', reason: 'Two are broken', procedure: 'stock.adjust', createdByName: expect.any(String) },
    about: 'Bolt',
    preview: { changeCount: 1, changes: [{ entityName: 'Bolt', oldValue: '5', newValue: '3' }] },
  })
  expect(await parts()).toEqual([{ name: 'Bolt', stock_level: 5 }])
  const accepted = await operator.post(path(`/${made.json().id}/accept`), {})
  expect(accepted.json()).toMatchObject({ status: 'accepted', changeSetId: expect.any(String) })
  // Whose answer was lost asks again.
  expect((await operator.post(path(`/${made.json().id}/accept`), {})).json()).toEqual(accepted.json())
  expect(await parts()).toEqual([{ name: 'Bolt', stock_level: 3 }])
  const undone = await operator.post(`/api/companies/${company.id}/change-sets/${accepted.json().changeSetId}/undo`, {})
  expect(undone.json()).toMatchObject({ restored: 1 })
  expect(await parts()).toEqual([{ name: 'Bolt', stock_level: 5 }])
})

test('a suggestion that cannot be made fails like the request itself', async () => {
  await switchOn()
  const input = { id: randomUUID(), delta: -2 }
  const asked = await operator.post(`/api/companies/${company.id}/parts/${input.id}/stock`, { delta: -2 })
  expect((await suggest('stock.adjust', input)).json()).toEqual(asked.json())
})

test('many people who accept at once make the change once', async () => {
  await switchOn()
  const { id } = await bolt()
  const made = (await suggest('stock.adjust', { id, delta: -1 })).json()
  const colleague = await server.signIn('company_operator', company)
  const answers = await Promise.all(
    [operator, colleague, operator, colleague].map((person) => person.post(path(`/${made.id}/accept`), {})),
  )
  expect(answers.some(({ statusCode }) => statusCode === 200)).toBe(true)
  expect(answers.every(({ statusCode }) => [200, 409].includes(statusCode))).toBe(true)
  expect(await parts()).toEqual([{ name: 'Bolt', stock_level: 4 }])
})

test('a suggestion for a record that has changed since says so, and stays open', async () => {
  await switchOn()
  const { id } = await bolt()
  const made = (await suggest('parts.update', { id, location: 'Shelf 2' }, { editedVersion: 1 })).json()
  await operator.patch(`/api/companies/${company.id}/parts/${id}`, { location: 'Shelf 9' }, { 'if-match': '1' })
  expect((await operator.get(path(`/${made.id}`))).json()).toMatchObject({
    preview: null,
    failure: { code: 'CONFLICT', message: 'This has been changed since you opened it' },
  })
  const refused = await operator.post(path(`/${made.id}/accept`), {})
  expect(refused.statusCode).toBe(409)
  expect((await operator.get(path())).json()).toMatchObject({
    openCount: 1,
    items: [{ status: 'open', decidedBy: null }],
  })
})

test('a declined suggestion can be accepted no more', async () => {
  await switchOn()
  const made = (await suggest('parts.create', { name: 'Nut', partNumber: 'N-1' })).json()
  expect(made).toMatchObject({ about: 'Nut' })
  expect((await operator.post(path(`/${made.id}/decline`), {})).json()).toMatchObject({ status: 'declined' })
  expect((await operator.post(path(`/${made.id}/accept`), {})).statusCode).toBe(409)
  expect((await operator.post(path(`/${made.id}/decline`), {})).statusCode).toBe(409)
  expect((await operator.get(path(`/${made.id}`))).json()).toMatchObject({ preview: null, failure: null })
  expect(await parts()).toEqual([])
})

test('what could not be done is no suggestion, and neither is a procedure that is not in the list', async () => {
  await switchOn()
  const unknown = await suggest('stock.adjust', { id: randomUUID(), delta: 1 })
  const wrong = await suggest('parts.create', { name: 'Nut', partNumber: 'N-1', cost: -1 })
  const vendor = await suggest('vendors.create', { name: 'ACME', private: { iban: 'DE89' } })
  expect([unknown, wrong, vendor].map(({ statusCode }) => statusCode)).toEqual([404, 400, 400])
  expect((await operator.get(path())).json()).toEqual({ items: [], openCount: 0 })
})

test('a company takes suggestions only after SBR has switched them on for it, which the log says', async () => {
  const nut = () => suggest('parts.create', { name: 'Nut', partNumber: 'N-1' })
  const refused = await nut()
  expect(refused.statusCode).toBe(403)
  expect(refused.json()).toMatchObject({ message: expect.stringContaining('may not suggest changes in this company') })
  const other = await server.given.company()
  const turnOn = (by: typeof sbr, id: string) => by.patch(`/api/companies/${id}`, { takesSuggestions: true })
  expect((await turnOn(operator, company.id)).statusCode).toBe(403)
  expect((await turnOn(sbr, other.id)).statusCode).toBe(200)
  expect((await nut()).statusCode).toBe(403)
  expect((await turnOn(sbr, company.id)).statusCode).toBe(200)
  const accepted = await operator.post(path(`/${(await nut()).json().id}/accept`), {})
  const [entry] = (await operator.get(`/api/companies/${company.id}/activity`)).json().items
  const { changeSetId } = accepted.json()
  expect(entry).toMatchObject({ entityName: 'Nut', action: 'created', userId: operator.person.id, changeSetId })
  const switches = await server.given.sql(
    `select user_id, detail -> 'fields' as fields from security_events where kind = 'company_updated' and detail ->> 'company' = $1`,
    [company.id],
  )
  expect(switches).toEqual([{ user_id: sbr.person.id, fields: ['takesSuggestions'] }])
})

test('a suggestion that is sent twice with one key is one suggestion', async () => {
  await switchOn()
  const body = { procedure: 'parts.create', input: { name: 'Nut', partNumber: 'N-1' } }
  const headers = { 'idempotency-key': randomUUID() }
  const [first, again] = [await operator.post(path(), body, headers), await operator.post(path(), body, headers)]
  expect([again.statusCode, again.json().id]).toEqual([201, first.json().id])
  expect((await operator.get(path())).json()).toMatchObject({ openCount: 1 })
})

test('a change of a record names the version that was read, and overwrites only on purpose', async () => {
  await switchOn()
  const { id } = await bolt()
  const input = { id, location: 'Shelf 2' }
  const refused = await suggest('parts.update', input)
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ data: { issues: [{ field: 'editedVersion' }] } })
  expect((await suggest('parts.update', input, { editedVersion: null })).statusCode).toBe(201)
})

const accepting = (id: string, hours: number) =>
  server.given.sql(
    `update suggestions set status = 'accepting', decided_by = $2, decided_at = now() - make_interval(hours => $3) where id = $1`,
    [id, operator.person.id, hours],
  )

test('a suggestion that may have been made already is not offered again', async () => {
  await switchOn()
  const { id } = await bolt()
  const made = (await suggest('stock.adjust', { id, delta: -1 })).json()
  // As after a server that was killed when the change was made, and a second try that is refused.
  const key = { 'idempotency-key': `suggestion-${made.id}` }
  const adjusted = await operator.post(`/api/companies/${company.id}/parts/${id}/stock`, { delta: -2 }, key)
  expect(adjusted.statusCode).toBe(200)
  await accepting(made.id, 0)
  expect((await operator.post(path(`/${made.id}/accept`), {})).statusCode).toBe(422)
  const colleague = await server.signIn('company_operator', company)
  expect((await colleague.post(path(`/${made.id}/accept`), {})).statusCode).toBe(409)
  expect(await parts()).toEqual([{ name: 'Bolt', stock_level: 3 }])
})

test('a suggestion that was accepted with an unknown end can be declined after an hour, and is not made twice after a day', async () => {
  await switchOn()
  const { id } = await bolt()
  const made = (await suggest('stock.adjust', { id, delta: -1 })).json()
  const colleague = await server.signIn('company_operator', company)
  await accepting(made.id, 0)
  const early = await colleague.post(path(`/${made.id}/decline`), {})
  expect(early.statusCode).toBe(409)
  expect(early.json()).toMatchObject({ data: { reason: 'accepting' } })
  // The key that makes it once is kept for 24 hours.
  await accepting(made.id, 24)
  expect((await operator.post(path(`/${made.id}/accept`), {})).statusCode).toBe(409)
  expect((await colleague.post(path(`/${made.id}/decline`), {})).json()).toMatchObject({ status: 'declined' })
  expect(await parts()).toEqual([{ name: 'Bolt', stock_level: 5 }])
})

test('a suggestion reaches no record of another company, whatever its input says', async () => {
  await switchOn()
  const other = await server.given.company()
  const foreign = await server.given.part(other, { name: 'Theirs', part_number: 'T-1', stock_level: 5 })
  const inputs = [
    { id: foreign.id, delta: 1 },
    { id: foreign.id, delta: 1, companyId: other.id },
    { id: `../../${other.id}/parts/${foreign.id}`, delta: 1 },
  ]
  const { id } = await bolt()
  const noIds = ['.', '..', '', [id], { id }, null].map((none) => ({ id: none, delta: 1 }))
  for (const input of [...inputs, ...noIds]) expect((await suggest('stock.adjust', input)).statusCode).toBe(404)
  expect(await server.given.sql('select stock_level::int from parts where company_id = $1', [other.id])).toEqual([
    { stock_level: 5 },
  ])
})

test('a token that may only read suggests and accepts nothing', async () => {
  await switchOn()
  const made = (await suggest('parts.create', { name: 'Nut', partNumber: 'N-1' })).json()
  const reader = await server.signIn('company_operator', company)
  await server.given.sql('update sessions set is_read_only = true where user_id = $1', [reader.person.id])
  expect((await reader.post(path(), { procedure: 'parts.create', input: {} })).statusCode).toBe(403)
  expect((await reader.post(path(`/${made.id}/accept`), {})).statusCode).toBe(403)
})

test('a person in a browser sees what a suggestion would change, and accepts it', async () => {
  await switchOn()
  const { id } = await bolt()
  const made = (await suggest('stock.adjust', { id, delta: 1 })).json()
  const secret = `secret-${randomUUID()}`
  await server.given.sql(
    `insert into sessions (token_hash, user_id, kind, idle_seconds, idle_expires_at, expires_at)
     values ($1, $2, 'browser', 3600, now() + interval '1 hour', now() + interval '1 day')`,
    [hashToken(secret), operator.person.id],
  )
  const browser = server.clientWith({ cookie: `__Host-sid=${secret}`, 'sec-fetch-site': 'same-origin' })
  // A browser names no origin when it only reads.
  expect((await browser.get(path(`/${made.id}`))).json()).toMatchObject({ failure: null, preview: { changeCount: 1 } })
  const accepted = await browser.post(path(`/${made.id}/accept`), {}, { origin: appUrl })
  expect(accepted.json()).toMatchObject({ status: 'accepted' })
  expect((await browser.post(path(`/${made.id}/accept`), {}, { origin: 'https://evil.example' })).statusCode).toBe(403)
})

test('suggestions that were decided 90 days ago are deleted, and those that wait stay', async () => {
  await switchOn()
  const [old, young] = [
    (await suggest('parts.create', { name: 'Nut', partNumber: 'N-1' })).json(),
    (await suggest('parts.create', { name: 'Bolt', partNumber: 'B-1' })).json(),
  ]
  await suggest('parts.create', { name: 'Washer', partNumber: 'W-1' })
  for (const { id } of [old, young]) await operator.post(path(`/${id}/decline`), {})
  await server.given.sql(`update suggestions set created_at = now() - interval '1 year' where company_id = $1`, [
    company.id,
  ])
  await server.given.sql(`update suggestions set decided_at = now() - interval '91 days' where id = $1`, [old.id])
  await server.given.sql('select app.sweep()')
  const { items } = (await operator.get(path())).json()
  expect(items.map(({ status }: { status: string }) => status)).toEqual(['open', 'declined'])
})
