import { connect } from 'node:net'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { useCompany } from '../../../testing/fixture.ts'
import { brokenPlace } from './broken-text.ts'
import { oddShape } from './json-body.ts'

const { server, company, operator } = useCompany()

const vendors = () => `/api/companies/${company.id}/vendors`
const json = { 'content-type': 'application/json' }
const issuesOf = (answer: { json: () => { data?: { issues: { field: string }[] } } }) =>
  answer.json().data?.issues.map(({ field }) => field)

describe('a body', () => {
  test.each([
    ['latin1', Buffer.from('{"name":"Schr\xf6der"}', 'latin1')],
    [
      'half a character of UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xf0, 0x9f]), Buffer.from('"}')]),
    ],
    [
      'a surrogate as UTF-8',
      Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"}')]),
    ],
  ])('in %s is refused, and nothing is stored', async (_, body) => {
    const before = (await operator.get(vendors())).json().total
    expect((await operator.post(vendors(), body, json)).statusCode).toBe(400)
    expect((await operator.get(vendors())).json().total).toBe(before)
  })

  test.each([
    ['{"name":"a\\u0000"}', 'name'],
    ['{"name":"Acme","private":{"notes":"\\ud83d"}}', 'private.notes'],
    ['{"name":"Acme","\\ud83d":1}', ''],
  ])('%s is refused by the name of the field', async (body, field) => {
    const answer = await operator.post(vendors(), body, json)
    expect([answer.statusCode, issuesOf(answer)]).toEqual([400, [field]])
  })

  test('whole characters stay as they are, written out or as escapes', async () => {
    const answer = await operator.post(vendors(), '{"name":"Schröder \\ud83d\\udd29 🔩 \\u00fc"}', json)
    expect([answer.statusCode, answer.json().name]).toEqual([201, 'Schröder 🔩 🔩 ü'])
  })

  test.each([101, 1_000, 250_000])('nested %i deep is refused (T103)', async (depth) => {
    const answer = await operator.post(vendors(), `{"name":${'['.repeat(depth)}${']'.repeat(depth)}}`, json)
    expect(answer.statusCode).toBe(400)
  })

  test('null is not an object, and an empty object inside counts as none', async () => {
    expect((await operator.post(vendors(), 'null', json)).statusCode).toBe(400)
    const made = await operator.post(vendors(), { name: 'Bare', private: {} })
    expect([made.statusCode, made.json().private]).toEqual([201, expect.objectContaining({ iban: null })])
    const changed = await operator.patch(`${vendors()}/${made.json().id}`, { private: {} })
    expect([changed.statusCode, changed.json().private]).toEqual([200, made.json().private])
  })
})

describe('a query', () => {
  test.each([
    ['%ff', 'q'],
    ['%ed%a0%80', 'q'],
    ['bolt%00', 'q'],
    ['%c3', 'q'],
    ['x&%ff=1', ''],
  ])('?q=%s is refused', async (value, field) => {
    const answer = await operator.get(`${vendors()}?q=${value}`)
    expect([answer.statusCode, issuesOf(answer)]).toEqual([400, [field]])
  })

  test('a letter outside ASCII that was not encoded is refused, because it would arrive as two others', async () => {
    const answer = await rawGet(await server.listen(), `${vendors()}?q=sch\xc3\xb6n`, operator.person.token)
    expect(answer).toMatch(/^HTTP\/1\.1 400 /)
  })

  test.each(['sch%C3%B6n', '%F0%9F%94%A9', '100%', '%', 'a+b', '%zz'])('?q=%s is searched for', async (value) => {
    expect((await operator.get(`${vendors()}?q=${value}`)).statusCode).toBe(200)
  })
})

test('a browser with a name that is not UTF-8 is refused', async () => {
  const ask = (agent: string) => operator.get(vendors(), undefined, { 'user-agent': agent })
  expect((await ask('Firefox\xff')).statusCode).toBe(400)
  expect((await ask(Buffer.from('Füchsin/1.0').toString('latin1'))).statusCode).toBe(200)
})

test('a broken text is found anywhere in the value', () => {
  const whole = fc.string({ unit: 'grapheme' }).filter((text) => text.isWellFormed() && !text.includes('\0'))
  const path = fc.array(fc.oneof(fc.nat(3), fc.stringMatching(/^[a-z]{1,5}$/)), { minLength: 1, maxLength: 6 })
  fc.assert(
    fc.property(path, whole, fc.constantFrom('\0', '\ud800', 'x\udfff'), (keys, text, broken) => {
      const nest = (inner: string) =>
        keys.reduceRight<unknown>(
          (at, key) => (typeof key === 'number' ? [...Array(key).fill(text), at] : { [key]: at }),
          inner,
        )
      expect(brokenPlace(nest(text))).toBeNull()
      expect(brokenPlace(nest(text + broken))).toBe(keys.join('.'))
    }),
  )
})

test('brackets within a text do not count as nesting', () => {
  fc.assert(
    fc.property(fc.string(), (text) => oddShape(JSON.stringify({ text: [`${'[{:'.repeat(2_000)}${text}`] })) === null),
  )
})

/** Node's own client encodes or refuses such an address. @param path in Latin-1: one character per byte */
function rawGet(port: number, path: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () =>
      socket.write(
        `GET ${path} HTTP/1.1\r\nhost: localhost:3000\r\nauthorization: Bearer ${token}\r\nconnection: close\r\n\r\n`,
        'latin1',
      ),
    )
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
    })
    socket.on('end', () => resolve(text))
    socket.on('error', reject)
  })
}

describe('an address that needs no right', () => {
  const odd = [
    ...[
      '',
      '?state=a',
      '?state=a&state=b&code=c',
      '?state[]=a&code[]=b',
      '?state=%00',
      '?returnTo=%00',
      '?returnTo=//evil',
    ],
    ...[
      '?__proto__[x]=1',
      '?constructor=1&toString=2',
      '?=&&=&',
      `?state=${'x'.repeat(7_000)}`,
      '?token=%ff',
      '?error=%ed%a0%80',
    ],
  ]
  test.each([
    ...['/', '/auth', '/auth/callback', '/auth/reset-password', '/api/auth/start', '/local-accounts/auth'],
    ...['/api/integrations/quickbooks/callback', '/api/integrations/google_calendar/callback'],
    ...['/api/integrations/shopify/callback', '/api/integrations/%00/callback', '/api/files/%00', '/api/backups/x/y'],
    ...['/api/docs', '/api/openapi.json', '/assets/%00', '/healthz', '/readyz', '/metrics', '/api/csp-report'],
  ])('%s answers odd parameters without a fault of ours', async (path) => {
    const employee = await server.signIn('employee', company)
    const faults: string[] = []
    for (const person of [server.anonymous, employee, operator])
      for (const query of odd) {
        const { statusCode } = await person.get(`${path}${query}`)
        if (statusCode >= 500) faults.push(`${statusCode} ${query.slice(0, 40)}`)
      }
    expect(faults).toEqual([])
  })

  test.each(['/api/csp-report', '/api/webhooks/shopify/%00', '/api/webhooks/shopify/x?a[]=%00'])(
    'POST %s answers odd bodies without a fault of ours',
    async (path) => {
      for (const body of [
        '',
        'null',
        '[]',
        '{"csp-report":[1]}',
        '\u0000',
        Buffer.from([0xff, 0xfe]),
        '['.repeat(5_000),
      ])
        for (const type of ['application/json', 'application/csp-report', 'text/plain', 'x'])
          expect((await server.anonymous.post(path, body, { 'content-type': type })).statusCode).toBeLessThan(500)
    },
  )
})
