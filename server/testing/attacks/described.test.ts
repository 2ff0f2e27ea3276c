import { randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { Records } from '../access/access.ts'
import { expected, procedureOf, recordsOf } from '../access/all.ts'
import { messageOf } from '../access/ask.ts'
import { readDocument } from '../described.ts'
import { useOwnServer } from '../fixture.ts'
import type { GivenPerson } from '../given/given.ts'
import { inputOf, placesIn, withValue } from './hostile.ts'

const { server } = useOwnServer()
let operator: GivenPerson
let stranger: GivenPerson
let records: Records
let problemsOf: Awaited<ReturnType<typeof readDocument>>
beforeAll(async () => {
  const company = await server.given.company()
  operator = await server.given.person('sbr_operator', await server.given.firm())
  stranger = await server.given.person('company_operator', await server.given.company())
  problemsOf = await readDocument(server.app)
  records = await recordsOf(server.given, company, operator)
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
    ['an unknown id', of({ url: url.replaceAll(/[0-9a-f-]{36}(?=[/?]|$)/g, () => randomUUID()) })],
  ]
  if (method === 'PATCH') all.push(['another version', of({ ifMatch: '999' })], ['no version', of({ ifMatch: '' })])
  if (payload === undefined) return all
  if ((method as string) !== 'DELETE') all.push(['no body', of({ payload: undefined })])
  all.push(['another type', of({ payload: 'x', type: 'application/xml' })])
  all.push(['a type of file', of({ payload: 'x', type: 'image/png' })])
  all.push(['text that is no JSON', of({ payload: '{"', type: 'application/json' })])
  if (typeof payload !== 'object') return all
  const places = placesIn(inputOf(procedureOf(name))).filter(({ path }) => String(path[0]) in payload)
  for (const { path } of places.slice(0, 4))
    all.push([`${path.join('.')} of another kind`, of({ payload: withValue(payload, path, { no: 1 }) })])
  for (const key of Object.keys(payload).slice(0, 2))
    all.push([`no ${key}`, of({ payload: { ...payload, [key]: undefined } })])
  return [...all, ['a field too many', of({ payload: { ...payload, unknown: 1 } })]]
}

test.each(Object.keys(expected))('%s: the document describes the answer to every wrong request', async (name) => {
  const found: string[] = []
  for (const [what, request] of wrongRequests(name))
    for (const problem of problemsOf(procedureOf(name), await send(request))) found.push(`${what}: ${problem}`)
  // Some procedures end the session that asks.
  await server.given.sql(
    `update sessions set expires_at = now() + interval '1 hour', idle_expires_at = now() + interval '1 hour'`,
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

test('an address answers a method that it does not have with 405, and names those it has', async () => {
  const { paths } = (await server.anonymous.get('/api/openapi.json')).json()
  const addresses = Object.entries<object>(paths).map(([path, operations]) => ({
    pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    methods: Object.keys(operations).map((method) => method.toUpperCase()),
  }))
  for (const path of Object.keys(paths)) {
    const url = path.replace(/\{\w+\}/g, () => randomUUID())
    const methods = addresses.flatMap((one) => (one.pattern.test(url) ? one.methods : []))
    const method = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'].find((each) => !methods.includes(each)) ?? ''
    const { statusCode, headers } = await send({ method, url: `/api${url}` })
    expect([path, method, statusCode]).toEqual([path, method, 405])
    expect(String(headers.allow).split(', ')).toEqual(expect.arrayContaining(methods))
  }
})
