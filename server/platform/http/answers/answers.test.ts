import { STATUS_CODES } from 'node:http'
import { Socket } from 'node:net'
import pg from 'pg'
import { beforeAll, expect, test, vi } from 'vitest'
import { useOwnServer } from '../../../testing/fixture.ts'
import { signedInAs } from '../../../testing/postgres/databases.ts'
import { statementsOf } from '../../../testing/postgres/statements.ts'
import { ask } from '../../../testing/postgres/strict-postgres.ts'

const { server, company, operator } = useOwnServer()
beforeAll(async () => {
  server.app.log.error = vi.fn()
})

const path = (rest = '/parts') => `/api/companies/${company.id}${rest}`
const nut = { partNumber: 'N-1', name: 'Nut' }

const expected = {
  'content-security-policy': expect.stringMatching(/^default-src 'none'; script-src 'self'; style-src 'self'/),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': expect.stringContaining('camera=()'),
  'cache-control': 'no-store',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}

test.each<[string, number, () => Promise<{ statusCode: number; headers: object }>]>([
  ['a list', 200, () => operator.get(path())],
  ['a new record', 201, () => operator.post(path(), nut)],
  ['a file', 200, () => operator.get(path('/exports/parts.csv'))],
  ['a sign-out', 204, () => operator.post('/api/session/sign-out')],
  ['a stranger', 401, () => server.anonymous.get(path())],
  ['a refusal', 403, async () => (await server.signIn('employee', company)).post(path(), nut)],
  ['an unknown record', 404, () => operator.get(path('/parts/none'))],
  ['an unknown route', 404, () => operator.get('/api/none')],
  ['an unknown method', 405, () => operator.put(path(), nut)],
  ['bad input', 400, () => operator.post(path(), {})],
  ['bad JSON', 400, () => operator.post(path(), '{', { 'content-type': 'application/json' })],
  ['a bad address', 400, () => operator.get('/api/companies/%zz/parts')],
  ['a long address', 414, () => operator.get(`/api/companies/${'x'.repeat(300)}/parts`)],
  ['another host', 421, () => operator.get(path(), undefined, { host: 'evil.example' })],
  ['another content type', 415, () => operator.post(path(), 'x', { 'content-type': 'text/plain' })],
  ['a large body', 413, () => operator.post(path(), { name: 'x'.repeat(1_100_000) })],
  ['a page', 200, () => server.anonymous.get('/dashboard')],
  ['a missing file', 404, () => server.anonymous.get('/assets/none.js')],
  ['the way to the sign-in', 302, () => server.anonymous.get('/api/auth/start')],
  ['health', 200, () => server.anonymous.get('/healthz')],
  ['readiness', 200, () => server.anonymous.get('/readyz')],
  ['the documentation', 200, () => server.anonymous.get('/api/docs')],
])('the answer to %s (%i) carries the security headers (T60)', async (_name, status, ask) => {
  const { statusCode, headers } = await ask()
  expect(statusCode).toBe(status)
  expect(headers).toMatchObject(expected)
  expect(headers).not.toHaveProperty('x-powered-by')
  expect(headers).not.toHaveProperty('strict-transport-security')
})

test('a problem with one faulty field names it in its sentence, too', async () => {
  const line = { itemId: company.id, quantity: 1 }
  const problem = (await operator.post(path('/movements'), { lines: [line] })).json()
  expect(problem).toMatchObject({ message: 'actionId: Must be given', detail: 'actionId: Must be given' })
  expect(problem.data.issues).toEqual([{ field: 'actionId', message: 'Must be given' }])
  const query = (await operator.get(path('/parts?pageSize=0'))).json()
  expect(query.message).toBe('pageSize: Must be at least 1')
  const unknown = (await operator.get(path('/parts?colour=red'))).json()
  expect(unknown.message).toBe("Unknown key 'colour'")
})

test.each<[string, number, () => Promise<{ statusCode: number; headers: object; json(): object }>]>([
  ['a handler', 404, () => operator.get(path('/parts/none'))],
  [
    'a handler that names a clash',
    409,
    async () => {
      await operator.post(path(), { partNumber: 'TWIN-1', name: 'Twin' })
      return operator.post(path(), { partNumber: 'TWIN-1', name: 'Twin' })
    },
  ],
  ['the guard', 401, () => server.anonymous.get(path())],
  ['the router', 404, () => operator.get('/api/none')],
  ['the parser', 400, () => operator.post(path(), '{', { 'content-type': 'application/json' })],
  ['Fastify before routing', 400, () => operator.get('/api/companies/%zz/parts')],
])('a failure from %s is a problem of status %i, with the members of RFC 9457', async (_name, status, ask) => {
  const answer = await ask()
  expect(answer.headers).toMatchObject({ 'content-type': expect.stringMatching(/^application\/problem\+json/) })
  const problem = answer.json() as { message?: string }
  expect(problem).toMatchObject({ type: 'about:blank', title: STATUS_CODES[status], status, detail: problem.message })
  expect(problem).toMatchObject({ code: expect.stringMatching(/^[A-Z_]+$/) })
})

test('an unexpected failure gives a request id without its cause, and changes nothing (T109)', async () => {
  await server.given.sql(`create function fail() returns trigger language plpgsql as
    $$ begin raise exception 'secret of %', new.name using errcode = 'XX000'; end $$`)
  await server.given.sql('create trigger fail after insert on parts for each row execute function fail()')
  const answer = await operator.post(path(), nut, { 'idempotency-key': 'k' })
  await server.given.sql('drop trigger fail on parts')
  expect(answer.statusCode).toBe(500)
  const message = 'Something went wrong on our side; nothing was changed'
  expect(answer.json()).toEqual({
    ...{ type: 'about:blank', title: 'Internal Server Error', status: 500, detail: message },
    ...{ defined: false, code: 'INTERNAL', message, data: { requestId: answer.headers['x-request-id'] } },
  })
  expect((await operator.get(path())).json().total).toBe(0)
  expect((await operator.post(path(), nut, { 'idempotency-key': 'k' })).statusCode).toBe(201)
})

test('a failure while reading reveals no cause either (T109)', async () => {
  await server.given.sql('alter table vendors rename column phone to telephone')
  const answer = await operator.get(path('/vendors'))
  await server.given.sql('alter table vendors rename column telephone to phone')
  expect(answer.statusCode).toBe(500)
  expect(answer.body).not.toMatch(/phone|column|select|vendors/)
  expect((await operator.get(path('/vendors'))).statusCode).toBe(200)
})

test('a record that somebody else holds is reported as busy, and nothing is lost', async () => {
  const { id } = (await operator.post(path(), nut)).json()
  const other = new pg.Client({ connectionString: server.adminUrl })
  await other.connect()
  await other.query('begin')
  await other.query('select from parts where id = $1 for update', [id])
  const answer = await operator.patch(path(`/parts/${id}`), { stockLevel: 1 })
  await other.query('rollback')
  await other.end()
  expect(answer.statusCode).toBe(503)
  expect(answer.headers['retry-after']).toBe('2')
  expect(answer.json().message).toBe('Someone else is changing the same records; please try again')
  expect((await operator.patch(path(`/parts/${id}`), { stockLevel: 1 })).statusCode).toBe(200)
})

test('a statement that takes too long is reported as such, and nothing is changed', async () => {
  const { id } = (await operator.post(path('/products'), { sku: 'S-1', name: 'Kit' })).json()
  const bolt = await server.given.part(company)
  await server.given.sql(`create function hurry() returns trigger language plpgsql as
    $$ begin perform set_config('statement_timeout', '100ms', true); return new; end $$;
    create function dawdle() returns trigger language plpgsql as $$ begin perform pg_sleep(60); return new; end $$;
    create trigger hurry before update on products for each row execute function hurry();
    create trigger dawdle before insert on bom_lines for each row execute function dawdle()`)
  const bom = [{ type: 'part', id: bolt.id, quantity: 1 }]
  const answer = await operator.patch(path(`/products/${id}`), { name: 'Changed', bom })
  await server.given.sql('drop function hurry, dawdle cascade')
  expect(answer.statusCode).toBe(503)
  expect(answer.json().message).toBe('This took too long and was stopped; nothing was changed')
  expect((await operator.get(path(`/products/${id}`))).json()).toMatchObject({ name: 'Kit', bom: [] })
})

const cutConnections = () =>
  ask(
    signedInAs(server.adminUrl, 'postgres'),
    `select pg_terminate_backend(pid) from pg_stat_activity where usename like 'app\\_rt%' and datname = current_database()`,
  )

test('connections that PostgreSQL cuts are replaced, and the server goes on (F5)', async () => {
  await operator.get(path())
  expect((await cutConnections()).length).toBeGreaterThan(0)
  const answers = await Promise.all(Array.from({ length: 20 }, () => operator.get(path())))
  for (const { statusCode } of answers) expect([200, 503]).toContain(statusCode)
  expect((await operator.get(path())).statusCode).toBe(200)
})

test('while no way leads to PostgreSQL the answer is 503, whatever the network says (F7)', async () => {
  await cutConnections()
  const answers: Record<string, number> = {}
  const codes = ['ECONNREFUSED', 'ETIMEDOUT', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH', 'EHOSTDOWN']
  for (const code of codes) {
    vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return this.destroy(Object.assign(new Error('no way'), { code }))
    })
    await operator.get(path()) // it may find a connection that was cut
    answers[code] = (await operator.get(path())).statusCode
  }
  vi.restoreAllMocks()
  expect(answers).toEqual(Object.fromEntries(codes.map((code) => [code, 503])))
  await expect.poll(async () => (await operator.get(path())).statusCode).toBe(200)
})

/** How many statements a request sends to PostgreSQL. */
async function countedStatements(ask: () => Promise<{ statusCode: number }>) {
  await operator.get('/api/session') // the first request with a token also asks for its owner (0056)
  return (await statementsOf(async () => expect((await ask()).statusCode).toBe(200))).length
}

const someParts = `insert into parts (company_id, part_number, name, vendor_id)
  select $1, 'P-' || n, 'Part ' || n, $2 from generate_series($3::int, $4::int) n`
const someVendors = `insert into vendors (company_id, name, phone)
  select $1, 'Listed ' || n, $2 from generate_series($3::int, $4::int) n`

test.each([
  ['parts', '', someParts],
  ['parts', '&q=part', someParts],
  ['vendors', '', someVendors],
  ['activity', '', someParts],
])('a list of 500 %s%s takes as many statements as a list of one', async (noun, query, fill) => {
  const pageSize = noun === 'activity' ? 200 : 500
  const ask = () => operator.get(path(`/${noun}?pageSize=${pageSize}${query}`))
  const vendor = await server.given.vendor(company)
  await server.given.sql(fill, [company.id, vendor.id, 1, 1])
  const few = await countedStatements(ask)
  await server.given.sql(fill, [company.id, vendor.id, 2, 600])
  const many = await countedStatements(ask)
  expect((await ask()).json().items).toHaveLength(pageSize)
  expect(few).toBeGreaterThan(1) // the caller and the query
  expect(many).toBe(few)
})

test('an answer to an unknown caller says how to sign in', async () => {
  const { statusCode, headers } = await server.anonymous.get('/api/preferences')
  expect([statusCode, headers['www-authenticate']]).toEqual([401, 'Bearer'])
})

test.each([
  ['not valid, or not any more', `Bearer ${'a'.repeat(43)}`, 'This token is unknown, has expired or was revoked'],
  ['sent without the word Bearer', 'a'.repeat(43), 'Send the token as Authorization: Bearer, a space and the token'],
])('an answer to a token that is %s says so', async (_, authorization, message) => {
  const answer = await server.app.inject({ url: '/api/preferences', headers: { authorization } })
  expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer error="invalid_token"'])
  expect(answer.json()).toMatchObject({ code: 'UNAUTHORIZED', message })
})

test('a program learns that its address, its body or the type of its body is wrong', async () => {
  const send = (url: string, payload: string, type = 'application/json') =>
    operator.post(url, payload, { 'content-type': type })
  const messages = async (answers: Promise<{ statusCode: number; json(): { message: string } }>[]) =>
    (await Promise.all(answers)).map((answer) => [answer.statusCode, answer.json().message])
  const noAddress = [404, 'There is no such address: /api/docs lists all']
  const asType = 'That content type is not accepted here: send JSON as application/json, and a file as it is'
  expect(
    await messages([
      operator.get('/api/part'),
      operator.post('/api/part', {}),
      send(path(), '{partNumber: 1}'),
      send(path(), 'partNumber=1', 'application/x-www-form-urlencoded'),
      send(path('/imports'), '{}'),
    ]),
  ).toEqual([noAddress, noAddress, [400, 'The body is not JSON'], [415, asType], [415, asType]])
})

test('an answer about one wrong thing says what is wrong with it, also of a header, a key and a cursor', async () => {
  const part = await server.given.part(company)
  const answers = [
    await operator.patch(path(`/parts/${part.id}`), { name: 'x' }, { 'if-match': 'abc' }),
    await operator.post(path(), nut, { 'idempotency-key': 'a b' }),
    await operator.get(path('/feed?cursor=x')),
    await operator.get(path('/parts?pagesize=5')),
  ]
  expect(answers.map((answer) => [answer.statusCode, answer.json().message])).toEqual([
    [400, 'If-Match must be the version of the record, or *'],
    [400, 'Idempotency-Key: Must be 1 to 200 visible characters'],
    [400, 'cursor: Must be the cursor of an answer of the feed'],
    [400, "Unknown key 'pagesize'"],
  ])
})

test('a change without fields takes a body that is announced as JSON and empty', async () => {
  const json = { 'content-type': 'application/json', 'content-length': '0' }
  expect((await operator.post('/api/notifications/read', '', json)).statusCode).toBeLessThan(300)
  const missing = await operator.post(path(), '', json)
  expect([missing.statusCode, missing.json().data.issues.length]).toEqual([400, 2])
})
