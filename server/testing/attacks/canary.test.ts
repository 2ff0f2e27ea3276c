import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { handle } from '../../platform/jobs/job-kinds.ts'
import type { CallRecord } from '../../platform/outbound/call-record.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { createKeyring } from '../../platform/secrets/keyring.ts'
import type { GivenCompany } from '../given/given.ts'
import { errandKind, useJobs } from '../jobs.ts'
import { keyNamed, keyringOf } from '../keys.ts'
import { dump, formsOf } from '../postgres/dump.ts'
import { startTestServer, type TestServer } from '../server.ts'

// A credential that is stored, used and fails: it may be read back only by its key (T107 for stored secrets).
const secret = 'canary"credential/äöü-0123456789'
const forms = [...formsOf(secret), 'canary']
const keyring = createKeyring([keyNamed('drill')])

let server: TestServer
let company: GivenCompany
let operator: Awaited<ReturnType<TestServer['signIn']>>
let heard = ''
const jobs = useJobs(() => server)

beforeAll(async () => {
  const env = { LOG_LEVEL: 'trace', KEYRING: keyringOf('drill') }
  const write = (line: string) => {
    heard += line
  }
  server = await startTestServer(env, undefined, undefined, { write })
  company = await server.given.company()
  operator = await server.signIn('company_operator', company)
})
afterAll(() => server.close())

/** A service that repeats everything it is sent, and refuses. */
async function startParrot() {
  const parrot = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString()
    response
      .writeHead(400, { 'x-request-id': 'r1' })
      .end(JSON.stringify({ ...request.headers, url: request.url, body }))
  })
  await new Promise<void>((resolve) => parrot.listen(0, '127.0.0.1', resolve))
  return { url: `http://127.0.0.1:${(parrot.address() as AddressInfo).port}`, close: () => parrot.close() }
}

/** Stores the secret, opens it in a job, sends it, and fails with it in the words of the error. */
async function exercise() {
  await server.given.sql('create table jigs (company_id uuid, sealed text)')
  const place = { companyId: company.id, owner: 'integration:parrot', field: 'api_key' }
  await server.given.sql('insert into jigs values ($1, $2)', [company.id, keyring.seal(secret, place)])
  const [stored] = await server.given.sql<{ sealed: string }>('select sealed from jigs')
  const parrot = await startParrot()
  const records: CallRecord[] = []
  const outbound = createOutbound({ allowLoopback: true, onCall: (record) => void records.push(record) })
  const kind = errandKind({ retryLimit: 0 })
  const handlers = [
    handle(kind, async (_, context) => {
      const opened = context.keyring.open(stored?.sealed ?? '', place)
      const { text } = await context.outbound.send({
        ...{
          provider: 'parrot',
          operation: 'Repeat',
          companyId: context.companyId,
          method: 'POST',
          isRepeatable: true,
        },
        url: new URL(`${parrot.url}/?api_key=${encodeURIComponent(opened)}`),
        headers: { authorization: `Bearer ${encodeURIComponent(opened)}`, 'content-type': 'application/json' },
        body: JSON.stringify({ password: opened, list: [{ token: opened }] }),
      })
      expect(text).toContain('canary') // it came back, so something could have been kept
      throw new Error(`The parrot said ${opened} and ${encodeURIComponent(opened)}`)
    }),
  ]
  await jobs.settle(handlers)
  await jobs.add(operator, kind, { companyId: company.id, note: '' })
  await jobs.work(handlers, { keyring, outbound, log: server.app.log })
  await jobs.until(kind, ({ state }) => state === 'failed')
  parrot.close()
  await outbound.close()
  return { kind, records }
}

test('a stored secret is in no log, no answer, no record of a call, no dead letter and no dump, except sealed', async () => {
  const { kind, records } = await exercise()
  const sbr = await server.signIn('sbr_operator', await server.given.firm())
  const answers = [
    await sbr.get('/api/system/dead-letters'),
    await operator.get(`/api/companies/${company.id}/activity`),
    await operator.get(`/api/companies/${company.id}/exports/inventory.csv`),
    await operator.get('/api/nowhere'),
    await operator.post(`/api/companies/${company.id}/parts`, '{"name":', { 'content-type': 'application/json' }),
  ]
  const found = {
    log: heard,
    answers: answers.map(({ body, headers }) => body + JSON.stringify(headers)).join('\n'),
    records: JSON.stringify(records),
    dump: await dump(server.adminUrl),
  }
  for (const [where, text] of Object.entries(found))
    for (const form of forms) expect(text.includes(form), `${form} in the ${where}`).toBe(false)

  // What is looked through is there at all.
  expect(heard).toContain(kind.name)
  expect(records).toMatchObject([{ status: 400, providerRequestId: 'r1' }])
  expect(answers[0]?.json().items).toMatchObject([
    { kind: kind.name, message: 'The parrot said [redacted] and [redacted]' },
  ])
  expect(found.dump).toMatch(/v1\.drill\.[\w-]{80}\./)
})

test('the keys themselves are in no log, no answer and no dump', async () => {
  const text = [
    heard,
    await dump(server.adminUrl),
    (await operator.get('/api/session')).body,
    (await server.anonymous.get('/readyz')).body,
  ].join()
  const { secret: key } = keyNamed('drill')
  for (const form of [key.toString('base64'), key.toString('hex'), key.toString('base64url')])
    expect(text.includes(form)).toBe(false)
})
