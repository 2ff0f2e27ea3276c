import { beforeAll, describe, expect, test } from 'vitest'
import type { Records } from './access/access.ts'
import { expected, keptRecords, procedureOf } from './access/all.ts'
import { messageOf } from './access/ask.ts'
import { useOwnServer } from './fixture.ts'
import type { GivenCompany, GivenPerson } from './given.ts'
import { brokenTexts, inputOf, placesIn, withValue, wrongBodies, wrongValues } from './hostile.ts'
import { procedures } from './procedures.ts'

const { server } = useOwnServer()
let company: GivenCompany
let operator: GivenPerson
let manager: GivenPerson
beforeAll(async () => {
  company = await server.given.company()
  operator = await server.given.person('sbr_operator', await server.given.firm())
  manager = await server.given.person('manager', company)
})

const may = (name: string, place: number) => (expected[name]?.[place] ?? 500) < 300
const contractOf = (name: string) => procedures.find((each) => each.name === procedureOf(name))

/** Sends it as a person with the right to it. */
function send(name: string, url: string, payload?: string | Buffer, type = 'application/json') {
  const { token } = may(name, 5) ? operator : manager
  return server.app.inject({
    method: contractOf(name)?.method as 'POST',
    url,
    headers: {
      ...{ host: 'localhost:3000', authorization: `Bearer ${token}`, 'if-match': '*' },
      ...(payload !== undefined && { 'content-type': type }),
    },
    ...(payload !== undefined && { payload }),
  })
}

/** Some procedures end the session that asks; this renews it. */
const keepSignedIn = () =>
  server.given.sql(
    `update sessions set expires_at = now() + interval '1 hour', idle_expires_at = now() + interval '1 hour'`,
  )

/** What a library says to programmers. */
const words = /"message":"(Invalid|Too (big|small)|Unrecognized|[^"]*received )/

let kept: ReturnType<typeof keptRecords>
/** Records that no request of another test has changed. */
async function unspent(name: string): Promise<Records> {
  kept ??= keptRecords(server.given, company, operator)
  const records = await kept.all()
  kept.spend(name)
  return records
}
const names = Object.keys(expected).filter((name) => may(name, 5) || may(name, 3))
const pathKeysOf = (name: string) => [...(contractOf(name)?.path ?? '').matchAll(/\{(\w+)\}/g)].map(([, key]) => key)
const takingJson = names.filter((name) => contractOf(name)?.method !== 'GET' && !contractOf(name)?.meta.body)
const placesOf = (name: string) =>
  placesIn(inputOf(procedureOf(name))).filter(({ path }) => !pathKeysOf(name).includes(String(path[0])))

/** Replaces a mark with raw JSON: JSON.stringify cannot produce numbers like 1e999 or halves of characters. */
const jsonOf = (body: object, path: (string | number)[], raw: string) =>
  JSON.stringify(withValue(body, path, '@@mark@@')).replace('"@@mark@@"', () => raw)

describe.each(takingJson)('%s', (name) => {
  let url = ''
  let records: Records = {}
  // Created again for each request: a value that one request stored may not be stored twice.
  const body = () => messageOf(name, records).payload as object
  beforeAll(async () => {
    records = await unspent(name)
    url = messageOf(name, records).url
    await keepSignedIn()
  })
  const failures = async (bodies: string[]) => {
    const found: string[] = []
    for (const each of bodies) {
      const { statusCode, body: told } = await send(name, url, each)
      if (statusCode >= 500) found.push(`${statusCode} ${told.slice(0, 200)} for ${each.slice(0, 200)}`)
      if (statusCode === 400 && words.test(told)) found.push(`${told.slice(0, 200)} for ${each.slice(0, 200)}`)
    }
    return found
  }

  test('a body of another kind is refused', async () => {
    expect(await failures(wrongBodies)).toEqual([])
    await keepSignedIn()
    for (const each of ['null', '[]', '1', '""', 'true']) expect((await send(name, url, each)).statusCode).toBe(400)
  })

  test('no value of any field makes it fail', async () => {
    const bodies = placesOf(name).flatMap(({ path }) => wrongValues.map((value) => jsonOf(body(), path, value)))
    const extra = ['constructor', 'toString', 'companyId', 'id', 'x'].map((key) => jsonOf(body(), [key], 'null'))
    expect(await failures([...bodies, ...extra])).toEqual([])
  })

  test('a text that cannot be kept is refused by the name of its field (T77)', async () => {
    const answers: unknown[] = []
    const texts = placesOf(name).filter(({ isText }) => isText)
    const sent = texts.flatMap(({ path }) => brokenTexts.map((text) => ({ field: path.join('.'), path, text })))
    for (const { field, path, text } of sent) {
      const answer = await send(name, url, jsonOf(body(), path, text))
      answers.push({ field, status: answer.statusCode, named: answer.json().data?.issues?.[0]?.field })
    }
    expect(answers).toEqual(sent.map(({ field }) => ({ field, status: 400, named: field })))
  })

  test('bytes that are not UTF-8 are refused', async () => {
    await keepSignedIn()
    const text = Buffer.from('{"x":"')
    const answer = await send(name, url, Buffer.concat([text, Buffer.from([0xff, 0xfe]), Buffer.from('"}')]))
    expect(answer.statusCode).toBe(400)
  })
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
  const { url, payload, type } = messageOf(name, await unspent(name))
  await keepSignedIn()
  const found: string[] = []
  for (const { path } of placesOf(name)) {
    for (const value of inAddresses) {
      const asked = `${url}${url.includes('?') ? '&' : '?'}${path[0]}=${value}`
      const { statusCode } = await send(name, asked, payload as string | undefined, type)
      if (statusCode >= 500) found.push(`${statusCode} for ${asked}`)
      if (/%(00|ff|ed|f0)/i.test(value) && statusCode !== 400) found.push(`${statusCode} for ${asked}`)
    }
  }
  expect(found).toEqual([])
})
