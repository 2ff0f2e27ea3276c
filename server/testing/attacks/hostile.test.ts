import { parse as parseQuery } from 'node:querystring'
import { beforeAll, describe, expect, test } from 'vitest'
import { brokenPlace } from '../../platform/http/connections/broken-text.ts'
import type { Records } from '../access/access.ts'
import { expected, keptRecords, procedureOf, wordsOf } from '../access/all.ts'
import { messageOf } from '../access/ask.ts'
import { readDocument } from '../described.ts'
import { useOwnServer } from '../fixture.ts'
import type { GivenCompany, GivenPerson } from '../given/given.ts'
import { procedureNamed } from '../procedures.ts'
import { brokenTexts, inputOf, placesIn, withValue, wrongBodies, wrongValues } from './hostile.ts'

const { server } = useOwnServer()
let company: GivenCompany
let operator: GivenPerson
let manager: GivenPerson
let problemsOf: Awaited<ReturnType<typeof readDocument>>
beforeAll(async () => {
  company = await server.given.company()
  operator = await server.given.person('sbr_operator', await server.given.firm())
  manager = await server.given.person('manager', company)
  problemsOf = await readDocument(server.app)
})

const may = (name: string, place: number) => (expected[name]?.[place] ?? 500) < 300
const contractOf = (name: string) => procedureNamed(procedureOf(name))

/** Sends it as a person with the right to it, and compares the answer with the document of the API. */
async function send(name: string, url: string, payload?: string | Buffer, type = 'application/json') {
  const { token } = may(name, 5) ? operator : manager
  const method = contractOf(name)?.method
  const answer = await server.app.inject({
    method: method as 'POST',
    url,
    headers: {
      ...{ host: 'localhost:3000', authorization: `Bearer ${token}`, 'if-match': '*' },
      ...(payload !== undefined && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  })
  expect(problemsOf(procedureOf(name), answer)).toEqual([])
  // Only what succeeds changes or deletes records.
  if (method !== 'GET' && answer.statusCode < 400) kept?.spend(name)
  return answer
}

/** Some procedures end the session that asks; this renews it. */
const keepSignedIn = () =>
  server.given.sql(
    `update sessions set expires_at = now() + interval '1 hour', idle_expires_at = now() + interval '1 hour' where user_id = any ($1)`,
    [[operator.id, manager.id]],
  )

/** What a library says to programmers. */
const words = /"message":"(Invalid|Too (big|small)|Unrecognized|[^"]*received )/

let kept: ReturnType<typeof keptRecords> | undefined
/** Records that no request of another test has changed. */
function unspent(): Promise<Records> {
  kept ??= keptRecords(server.given, company, operator)
  return kept.all()
}
const names = Object.keys(expected).filter((name) => may(name, 5) || may(name, 3))
const pathKeysOf = (name: string) => [...(contractOf(name)?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
const takingJson = names.filter((name) => contractOf(name)?.method !== 'GET' && !contractOf(name)?.meta.body)
const placesOf = (name: string) =>
  placesIn(inputOf(procedureOf(name))).filter(({ path }) => !pathKeysOf(name).includes(String(path[0])))

/** Replaces a mark with raw JSON: JSON.stringify cannot produce numbers like 1e999 or halves of characters. */
const jsonOf = (body: object, path: (string | number)[], raw: string) =>
  JSON.stringify(withValue(body, path, '@@mark@@')).replace('"@@mark@@"', () => raw)

/** One procedure for each method: what the front door refuses by itself does not depend on the procedure. */
const oneOfEachMethod = [...new Map(takingJson.map((name) => [contractOf(name)?.method, name])).values()]

/** The values in the path of a correct request. */
function idsIn(name: string, records: Records): Records {
  const words = wordsOf(name, records)
  return Object.fromEntries(pathKeysOf(name).map((key = '') => [key, words[key] ?? '']))
}

/** The issues that the shape of the input finds: what is sent with none of them reaches the handler. */
async function issuesOf(name: string, sent: unknown, ids: Records) {
  const answer = await inputOf(procedureOf(name))?.safeParseAsync({ ...(sent as object), ...ids })
  return answer?.error?.issues ?? []
}

describe.each(takingJson)('%s', (name) => {
  let url = ''
  let records: Records = {}
  // Created again for each request: a value that one request stored may not be stored twice.
  const body = () => messageOf(name, records).payload as object
  beforeAll(async () => {
    records = await unspent()
    url = messageOf(name, records).url
    await keepSignedIn()
  })
  const failures = async (bodies: string[]) => {
    const found: string[] = []
    for (const each of bodies) {
      const { statusCode, body } = await send(name, url, each)
      if (statusCode >= 500) found.push(`${statusCode} ${body.slice(0, 200)} for ${each.slice(0, 200)}`)
      if (statusCode === 400 && words.test(body)) found.push(`${body.slice(0, 200)} for ${each.slice(0, 200)}`)
    }
    return found
  }

  test('no value of any field makes it fail', async () => {
    const values = placesOf(name).flatMap(({ path }) => wrongValues.map((value) => jsonOf(body(), path, value)))
    const extra = ['constructor', 'toString', 'companyId', 'id', 'x'].map((key) => jsonOf(body(), [key], 'null'))
    const bodies = [...values, ...extra]
    const ids = idsIn(name, records)
    const found = await Promise.all(bodies.map((each) => issuesOf(name, JSON.parse(each), ids)))
    expect(JSON.stringify(found.flat())).not.toMatch(words)
    // A refusal by the shape is the same for all values: one shows that it arrives.
    const refused = bodies.find((_, index) => found[index]?.length)
    const accepted = bodies.filter((_, index) => found[index]?.length === 0)
    expect(await failures([...accepted, '{}', ...(refused ? [refused] : [])])).toEqual([])
  })

  test('a text that cannot be kept is refused by the name of its field (T77)', async () => {
    const [text] = placesOf(name).filter(({ isText }) => isText)
    for (const broken of text ? brokenTexts : []) {
      const answer = await send(name, url, jsonOf(body(), text?.path ?? [], broken))
      expect([answer.statusCode, answer.json().data?.issues?.[0]?.field]).toEqual([400, text?.path.join('.')])
    }
  })
})

test('the name of every field that cannot be kept is found, at any depth (T77)', () => {
  for (const name of takingJson)
    for (const { path } of placesOf(name).filter(({ isText }) => isText))
      for (const text of brokenTexts)
        expect([name, brokenPlace(JSON.parse(jsonOf({}, path, text)))]).toEqual([name, path.join('.')])
})

test.each(oneOfEachMethod)('%s: a body of another kind, or of bytes that are not UTF-8, is refused', async (name) => {
  const { url } = messageOf(name, await unspent())
  await keepSignedIn()
  for (const each of wrongBodies.filter((body) => body !== '{}'))
    expect((await send(name, url, each)).statusCode).toBe(400)
  const text = Buffer.from('{"x":"')
  const answer = await send(name, url, Buffer.concat([text, Buffer.from([0xff, 0xfe]), Buffer.from('"}')]))
  expect(answer.statusCode).toBe(400)
})

const inAddresses = [
  '',
  '%00',
  '%ff',
  '%ed%a0%80',
  '%F0%9F',
  '__proto__',
  '-1',
  '1e9',
  '9'.repeat(30),
  'a&b',
  '%27%3B',
  '%5C',
]

test.each(names.filter((name) => !takingJson.includes(name)))('%s: no address makes it fail', async (name) => {
  const records = await unspent()
  const { url, payload, type } = messageOf(name, records)
  const ids = idsIn(name, records)
  await keepSignedIn()
  const found: string[] = []
  for (const [index, { path }] of placesOf(name).entries()) {
    for (const value of inAddresses) {
      const address = `${url}${url.includes('?') ? '&' : '?'}${path[0]}=${value}`
      const isBroken = /%(00|ff|ed|f0)/i.test(value)
      // The front door refuses broken texts whatever their field, so those of one field stand for all; the shape refuses most other values.
      if (
        isBroken ? index > 0 : (await issuesOf(name, { ...parseQuery(address.split('?', 2)[1] ?? '') }, ids)).length > 0
      )
        continue
      const { statusCode } = await send(name, address, payload as string | undefined, type)
      if (statusCode >= 500) found.push(`${statusCode} for ${address}`)
      if (isBroken && statusCode !== 400) found.push(`${statusCode} for ${address}`)
    }
  }
  expect(found).toEqual([])
})
