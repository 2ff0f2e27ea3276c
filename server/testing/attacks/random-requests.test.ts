import { assert, asyncProperty, gen } from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import type { Records } from '../access/access.ts'
import { expected, keptRecords, procedureOf } from '../access/all.ts'
import { messageOf } from '../access/ask.ts'
import { readDocument } from '../described.ts'
import { useOwnServer } from '../fixture.ts'
import type { GivenPerson } from '../given/given.ts'
import { procedureNamed } from '../procedures.ts'
import { type Operation, requestMaker } from './random-requests.ts'

// The seed stands, so that a red gate is about the change. For other requests: SEED=2 REQUESTS=100.
const seed = Number(process.env.SEED ?? 1)
const numRuns = Number(process.env.REQUESTS ?? 4)

const { server } = useOwnServer()
let records: Records
let operator: GivenPerson
let operations: Map<string, Operation>
let requestOf: ReturnType<typeof requestMaker>
let problemsOf: Awaited<ReturnType<typeof readDocument>>
let kept: ReturnType<typeof keptRecords>
beforeAll(async () => {
  const [company, other] = [await server.given.company(), await server.given.company()]
  operator = await server.given.person('sbr_operator', await server.given.firm())
  kept = keptRecords(server.given, company, operator)
  records = await kept.all()
  const foreign = await keptRecords(server.given, other, operator).all()
  problemsOf = await readDocument(server.app)
  const document = (await server.anonymous.get('/api/openapi.json')).json()
  operations = new Map(
    Object.values<Record<string, Operation>>(document.paths)
      .flatMap((path) => Object.values(path))
      .map((one) => [one.operationId, one]),
  )
  requestOf = requestMaker(document, [...Object.values(records), ...Object.values(foreign)])
})

/** What only reads comes first; a company that was sold, and what was deleted, would refuse the others. */
const turn = (name: string) =>
  name === 'companies.update' ? 9 : ['GET', 'PUT', 'PATCH', 'POST', 'DELETE'].indexOf(methodOf(name))
const methodOf = (name: string) => procedureNamed(procedureOf(name))?.method ?? ''
const names = Object.keys(expected).toSorted((one, other) => turn(one) - turn(other))

test.each(names)('%s: the document describes the answer to every request made from it', async (name) => {
  const operation = operations.get(procedureOf(name)) as Operation
  const headers = {
    ...{ host: 'localhost:3000', origin: 'http://localhost:3000', 'if-match': '*' },
    authorization: `Bearer ${operator.token}`,
  }
  const { method, url, payload, type } = messageOf(name, records)
  const right = {
    ...{ method, url, payload },
    headers: { ...headers, ...(payload !== undefined && { 'content-type': type }) },
  }
  const property = asyncProperty(gen(), async (g) => {
    const request = requestOf(g, operation, right)
    const answer = await server.app.inject({
      ...request,
      method: request.method as 'POST',
      payload: request.payload as object,
    })
    const unexpected = answer.body.includes('"code":"INTERNAL"') ? [answer.body] : []
    expect([request, ...problemsOf(operation.operationId, answer), ...unexpected]).toEqual([request])
  })
  await assert(property, { seed, numRuns, endOnFailure: true })
  if (methodOf(name) !== 'GET' && turn(name) < 9) {
    kept.spend(name)
    records = await kept.all()
  }
  // Some end the session that asks.
  await server.given.sql(
    `update sessions set expires_at = now() + interval '1 hour', idle_expires_at = now() + interval '1 hour' where user_id = $1`,
    [operator.id],
  )
})
