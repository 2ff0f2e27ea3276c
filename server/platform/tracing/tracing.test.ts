import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { useJobs } from '../../testing/jobs.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'
import { createOutbound } from '../outbound/outbound.ts'

const traceId = (digit: string) => digit.repeat(32)
const parentId = '00f067aa0ba902b7'

let server: TestServer
const jobs = useJobs(() => server)
const others: Server[] = []
let personId: string
const paths: string[] = []
const headersOutside: IncomingHttpHeaders[] = []
/** What the collector was sent: names and texts stand in it as they are, numbers as bytes. */
let sent = Buffer.alloc(0)

beforeAll(async () => {
  const collector = await listen((body, { url = '' }) => {
    paths.push(url)
    sent = Buffer.concat([sent, body])
  })
  const service = await listen((_, { headers }) => headersOutside.push(headers))
  server = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: collector, TRUSTED_PROXY: '127.0.0.0/8' })
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  personId = operator.person.id
  await operator.get(`/api/companies/${company.id}/parts?q=secret-bolt`)
  const ask = (remoteAddress: string, digit: string) =>
    server.app.inject({
      ...{ url: '/healthz', remoteAddress },
      headers: { 'x-forwarded-for': '203.0.113.9', traceparent: `00-${traceId(digit)}-${parentId}-01` },
    })
  await ask('127.0.0.1', 'a')
  await ask('198.51.100.7', 'b')
  await jobs.run(operator, company.id, async () => undefined)
  const outbound = createOutbound({ allowLoopback: true, onCall: () => undefined })
  const call = { provider: 'shopify', operation: 'List', companyId: company.id, isRepeatable: true } as const
  await outbound.send({ ...call, method: 'GET', url: new URL(`${service}/secret-path`) })
  await outbound.close()
  await server.close() // sends the last spans
})
afterAll(() => {
  for (const other of others) other.close()
})

async function listen(onRequest: (body: Buffer, request: { url?: string; headers: IncomingHttpHeaders }) => void) {
  const other = createServer(async (request, response) => {
    onRequest(await buffer(request), request)
    response.end()
  }).listen(0, '127.0.0.1')
  others.push(other)
  await once(other, 'listening')
  return `http://127.0.0.1:${(other.address() as AddressInfo).port}`
}

test('a request, its statements, a job and a call outside become spans, without a value or a person', () => {
  expect(new Set(paths)).toEqual(new Set(['/v1/traces']))
  for (const text of ['sbr-operations', 'GET /api/companies/:companyId/parts', 'request.id', 'select app.search_page'])
    expect(sent.includes(text), text).toBe(true)
  expect(sent.toString('latin1')).toMatch(/job errand-\d/)
  expect(sent.includes('call shopify')).toBe(true)
  for (const text of ['secret', personId]) expect(sent.includes(text), text).toBe(false)
})

test('a trace is taken from a trusted proxy only, and sent on to no service', () => {
  expect(sent.includes(Buffer.from(traceId('a'), 'hex'))).toBe(true)
  expect(sent.includes(Buffer.from(parentId, 'hex'))).toBe(true)
  expect(sent.includes(Buffer.from(traceId('b'), 'hex'))).toBe(false)
  expect(headersOutside).toHaveLength(1)
  expect(Object.keys(headersOutside[0] ?? {})).not.toContain('traceparent')
})

test('without a collector none of its packages is loaded', () => {
  const at = (path: string) => JSON.stringify(fileURLToPath(new URL(path, import.meta.url)))
  const loads = (path: string) =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '-e',
        `import { registerHooks } from 'node:module'
         let count = 0
         registerHooks({ load(url, context, next) {
           if (/@opentelemetry.(core|resources|sdk|otlp|exporter)/.test(url)) count++
           return next(url, context)
         } })
         await import(${at(path)})
         console.log(count)
         process.exit()`,
      ],
      { encoding: 'utf8' },
    )
  expect(Number(loads('../../app.ts'))).toBe(0)
  expect(Number(loads('./spans.ts'))).toBeGreaterThan(0)
})
