import { expect, test } from 'vitest'
import { openDatabase } from '../platform/database/database.ts'
import { runtimeUrl } from '../platform/database/schema/database-roles.ts'
import { typedFor, useServices } from '../testing/outside/services.ts'
import { pruneCalls } from './calls/call-log.ts'

const { server, company, operator, services } = useServices()

const at = (path: string) => `/api/companies/${company.id}/integrations/${path}`
const output = async (query = '') => (await operator.get(at(`logs?${query}`))).json()

async function testOf(name: 'openai' | 'shopify' | 'shipstation') {
  await operator.patch(at(name), { isEnabled: true, ...typedFor(services)[name] })
  await operator.post(at(`${name}/test`), {})
}

test('each call is a row: what was asked, how it ended, how long it took, what is left', async () => {
  await testOf('openai')
  const { items, next } = await output()
  expect(next).toBeNull()
  expect(items).toHaveLength(1)
  expect(items[0]).toMatchObject({
    ...{ integrationName: 'openai', operation: 'Test connection', status: 'success', httpStatus: 200 },
    ...{ message: 'Test connection succeeded', quota: '499 of 500 left', durationMs: expect.any(Number) },
    details: { request: expect.stringContaining('GET'), tries: 1, providerRequestId: expect.stringContaining('req_') },
  })
  expect((await operator.get(at('openai'))).json().quota).toBe('499 of 500 left')
})

test('a failure keeps what the service said, and no secret is in any row', async () => {
  const { openai, shopify, shipstation } = typedFor(services)
  await services.openai.control.misbehave({ kinds: [400], share: 1 })
  for (const name of ['openai', 'shopify', 'shipstation'] as const) await testOf(name)
  const { items } = await output('status=error')
  expect(items[0]).toMatchObject({
    ...{ integrationName: 'openai', httpStatus: 400, message: 'Test connection failed: status 400' },
    details: { answer: expect.stringContaining('Invalid request') },
  })
  const everything = JSON.stringify((await output()).items)
  expect(everything).toContain('Get access token')
  for (const secret of [openai, shopify, shipstation].flatMap(({ credentials }) => Object.values(credentials)))
    expect(everything).not.toContain(secret)
  expect(everything).not.toContain('shpat_')
})

test('an answer that says 200 and carries errors is shown as an error', async () => {
  await services.shipstation.control.softErrors({ times: 1 })
  await operator.patch(at('shipstation'), { isEnabled: true, ...typedFor(services).shipstation2 })
  await operator.post(at('shipstation/test'), {})
  expect((await output('status=error')).items).toMatchObject([
    {
      integrationName: 'shipstation',
      httpStatus: 200,
      message: 'Find the carriers failed: The carrier did not answer',
    },
  ])
})

test('a call without an answer says why', async () => {
  await services.openai.control.misbehave({ kinds: ['redirect'], share: 1 })
  await testOf('openai')
  expect((await output()).items[0]).toMatchObject({
    ...{ status: 'error', httpStatus: null, message: 'Test connection failed: a redirect, which is not followed' },
  })
})

test('rows are filtered by integration, status and time, and read page by page', async () => {
  await operator.patch(at('openai'), { config: { model: 'gpt-5.6' } })
  await server.given.sql(
    `insert into integration_calls (company_id, integration_name, operation, status, message, duration_ms, at)
     select $1, case n % 2 when 0 then 'openai' else 'shopify' end, 'Call ' || n, case n % 5 when 0 then 'error' else 'success' end,
       'x', 1, timestamptz '2026-11-01T00:00:00Z' + (n / 3) * interval '1 minute'
     from generate_series(0, 99) n`,
    [company.id],
  )
  const all = async (query: string) => {
    const found: { operation: string; at: string; id: string }[] = []
    for (let next: string | null = ''; next !== null; ) {
      const page = await output(
        ['pageSize=7', query, next && `before=${encodeURIComponent(next)}`].filter(Boolean).join('&'),
      )
      expect(page.items.length).toBeLessThanOrEqual(7)
      found.push(...page.items)
      next = page.next
    }
    return found
  }
  const numbers = async (query: string) =>
    (await all(query)).map(({ operation }) => Number(operation.slice(5))).sort((a, b) => a - b)
  const whole = Array.from({ length: 100 }, (_, index) => index)
  expect(await numbers('')).toEqual(whole)
  expect(await numbers('integrationName=openai')).toEqual(whole.filter((n) => n % 2 === 0))
  expect(await numbers('status=error')).toEqual(whole.filter((n) => n % 5 === 0))
  expect(await numbers('integrationName=shopify&status=error')).toEqual(whole.filter((n) => n % 10 === 5))
  expect(await numbers('from=2026-11-01T00:10:00Z&to=2026-11-01T00:12:00Z')).toEqual([30, 31, 32, 33, 34, 35])
  const times = (await all('')).map(({ at: time }) => time)
  expect(times).toEqual([...times].sort().reverse())
})

test.each([['before=yesterday'], ['integrationName=myspace'], ['pageSize=1000'], ['sort=at'], ['from=tomorrow']])(
  '%s is refused',
  async (query) => {
    expect((await operator.get(at(`logs?${query}`))).statusCode).toBe(400)
  },
)

test('rows older than 90 days go with the housekeeping', async () => {
  await testOf('openai')
  await server.given.sql(
    `insert into integration_calls (company_id, integration_name, operation, status, message, duration_ms, at)
     values ($1, 'openai', 'Old', 'success', 'x', 1, now() - interval '91 days')`,
    [company.id],
  )
  expect((await output()).items).toHaveLength(2)
  const database = openDatabase(await runtimeUrl(server.adminUrl), 2)
  await pruneCalls(database).finally(() => database.close())
  expect((await output()).items.map(({ operation }: { operation: string }) => operation)).toEqual(['Test connection'])
})
