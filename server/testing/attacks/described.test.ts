import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Records } from '../access/access.ts'
import { expected, keptRecords, procedureOf } from '../access/all.ts'
import { messageOf } from '../access/ask.ts'
import { readDocument } from '../described.ts'
import { useOwnServer } from '../fixture.ts'
import type { GivenPerson } from '../given/given.ts'
import { type Procedure, procedures } from '../procedures.ts'
import { inputOf, placesIn, withValue } from './hostile.ts'

const { server } = useOwnServer()
let operator: GivenPerson
let stranger: GivenPerson
let records: Records
let kept: ReturnType<typeof keptRecords>
let problemsOf: Awaited<ReturnType<typeof readDocument>>
beforeAll(async () => {
  const company = await server.given.company()
  operator = await server.given.person('sbr_operator', await server.given.firm())
  stranger = await server.given.person('company_operator', await server.given.company())
  problemsOf = await readDocument(server.app)
  kept = keptRecords(server.given, company, operator)
  records = await kept.all()
})

type Sent = { method: string; url: string; token?: string; payload?: unknown; type?: string; ifMatch?: string }

const send = ({ method, url, token, payload, type, ifMatch = '*' }: Sent) =>
  server.app.inject({
    method: method as 'POST',
    url,
    headers: {
      ...{ host: 'localhost:3000', origin: 'http://localhost:3000', 'if-match': ifMatch },
      ...(token && { authorization: `Bearer ${token}` }),
      ...(payload !== undefined && { 'content-type': type ?? 'application/json' }),
    },
    ...(payload !== undefined && { payload: payload as object }),
  })

/** Requests of an operation with one thing wrong, by what is wrong. Correct ones are compared where all roles send them (permissions.test.ts). */
function wrongRequests(name: string): [what: string, request: Sent][] {
  const right = messageOf(name, records)
  const { method, url, payload } = right
  const of = (more: Partial<Sent>): Sent => ({ ...right, token: operator.token, ...more })
  const all: [string, Sent][] = [
    ['no token', right],
    ['a token that does not exist', of({ token: 'a'.repeat(43) })],
    ['a person of another company', of({ token: stranger.token })],
    ['another query', of({ url: `${url}${url.includes('?') ? '&' : '?'}unknown=1` })],
    ['an id of 300 characters', of({ url: url.replaceAll(/[0-9a-f-]{36}(?=[/?]|$)/g, 'x'.repeat(300)) })],
    ['an unknown id', of({ url: url.replaceAll(/[0-9a-f-]{36}(?=[/?]|$)/g, () => randomUUID()) })],
  ]
  if (method === 'PATCH') all.push(['another version', of({ ifMatch: '999' })], ['no version', of({ ifMatch: '' })])
  if (payload === undefined) return all
  if ((method as string) !== 'DELETE') all.push(['no body', of({ payload: undefined })])
  all.push(['another type', of({ payload: 'x', type: 'application/xml' })])
  all.push(['a type of file', of({ payload: 'x', type: 'image/png' })])
  all.push(['text that is no JSON', of({ payload: '{"', type: 'application/json' })])
  if (typeof payload !== 'object') return all
  if (method === 'PATCH') all.push(['nothing to change', of({ payload: {} })])
  const places = placesIn(inputOf(procedureOf(name))).filter(({ path }) => String(path[0]) in payload)
  for (const { path } of places.slice(0, 4))
    all.push([`${path.join('.')} of another kind`, of({ payload: withValue(payload, path, { no: 1 }) })])
  for (const key of Object.keys(payload).slice(0, 2))
    all.push([`no ${key}`, of({ payload: { ...payload, [key]: undefined } })])
  return [...all, ['a field too many', of({ payload: { ...payload, unknown: 1 } })]]
}

/** Statuses that what is wrong decides alone; undefined when the operation decides. A refusal of the caller comes before one of the input. */
function statusesOf(name: string, what: string): number[] | undefined {
  const { meta } = procedures.find((each) => each.name === procedureOf(name)) as Procedure
  if (what === 'no token' || what === 'a token that does not exist') return meta.needs === 'public' ? undefined : [401]
  if (what === 'no version') return meta.versioned && [428]
  const isRefused = ['another query', 'a field too many', 'text that is no JSON', 'another type'].includes(what)
  return isRefused ? [400, 401, 403, 415] : undefined
}

test.each(Object.keys(expected))('%s: the document describes the answer to every wrong request', async (name) => {
  const found: string[] = []
  for (const [what, request] of wrongRequests(name)) {
    const answer = await send(request)
    const statuses = statusesOf(name, what)
    if (statuses && !statuses.includes(answer.statusCode)) found.push(`${what}: status ${answer.statusCode}`)
    // A 500 is described, and yet a defect.
    if (answer.body.includes('"code":"INTERNAL"')) found.push(`${what}: ${answer.body}`)
    for (const problem of problemsOf(procedureOf(name), answer)) found.push(`${what}: ${problem}`)
  }
  // Some procedures end the session that asks.
  await server.given.sql(
    `update sessions set expires_at = now() + interval '1 hour', idle_expires_at = now() + interval '1 hour' where user_id = any ($1)`,
    [[operator.id, stranger.id]],
  )
  expect(found).toEqual([])
})

test('an answer that the document does not describe is found', async () => {
  const answer = { statusCode: 200, headers: { 'content-type': 'application/json' }, body: '{"items":"none"}' }
  expect(problemsOf('parts.list', answer)).toEqual([expect.stringContaining('must')])
  expect(problemsOf('parts.list', { ...answer, statusCode: 418 })).toEqual([expect.stringContaining('status 418')])
  expect(problemsOf('parts.list', { ...answer, headers: { 'content-type': 'text/csv' } })).toEqual([
    expect.stringContaining("content type 'text/csv'"),
  ])
})

test('an address answers a method that it does not have with 405, also to a program without token and origin, and names those it has', async () => {
  const { paths } = (await server.anonymous.get('/api/openapi.json')).json()
  const other: object[] = []
  for (const [path, operations] of Object.entries<object>(paths)) {
    const url = `/api${path.replace(/\{\w+\}/g, () => randomUUID())}`
    const methods = Object.keys(operations).map((method) => method.toUpperCase())
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : [])].toSorted().join(', ')
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']) {
      if (methods.includes(method)) continue
      const { statusCode, headers } = await server.app.inject({
        ...{ method: method as 'GET', url, headers: { host: 'localhost:3000' } },
      })
      if (statusCode !== 405 || headers.allow !== allow) other.push([method, path, statusCode, headers.allow])
    }
  }
  expect(other).toEqual([])
})

/** Asks about the records as they are now; the next question gets records that this one has not changed. */
async function askAnew(name: string) {
  records = await kept.all()
  kept.spend(name)
  return send({ ...messageOf(name, records), token: operator.token })
}

const withMethod = (method: string, path: string) =>
  procedures.find((each) => each.method === method && each.path === path)?.name
const deletions = Object.keys(expected).filter((name) => {
  const { method, path } = procedures.find((each) => each.name === procedureOf(name)) as Procedure
  return method === 'DELETE' && path.endsWith('}') && withMethod('GET', path)
})

test.each(deletions)('%s: what is deleted cannot be read, changed or deleted any more', async (name) => {
  const { statusCode } = await askAnew(name)
  expect([name, statusCode]).toEqual([name, expect.toBeOneOf([200, 204])])
  const { path } = procedures.find((each) => each.name === procedureOf(name)) as Procedure
  const { url } = messageOf(name, records)
  const change = withMethod('PATCH', path)
  const payload = change && messageOf(change, records).payload
  for (const method of ['GET', 'DELETE', ...(change ? ['PATCH'] : [])]) {
    const answer = await send({ method, url, token: operator.token, ...(method === 'PATCH' && { payload }) })
    expect([method, answer.statusCode]).toEqual([method, 404])
  }
})

const makers = Object.keys(expected).filter((name) => expected[name]?.at(-1) === 201)

test.each(makers)('%s: its Location is where the new record can be read', async (name) => {
  const made = await askAnew(name)
  expect([made.statusCode, made.headers.location]).toEqual([201, expect.stringMatching(/^\/api\/.+[^/]$/)])
  const { statusCode, body, headers } = await send({
    ...{ method: 'GET', url: String(made.headers.location), token: operator.token },
  })
  // Some records can be changed or deleted there, and read only in their list.
  if (statusCode === 405) expect(headers.allow).toMatch(/PATCH|DELETE/)
  else expect([statusCode, body]).toEqual([200, expect.stringContaining(idOf(made.json()))])
})

/** Of a new record; of one that answers with what it belongs to, the last there. */
const idOf = ({ id, items, report }: { id: string; items?: { id: string }[]; report?: { id: string } }) =>
  (report ?? items?.at(-1))?.id ?? id
