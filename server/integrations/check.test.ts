import { expect, test } from 'vitest'
import { until } from '../../counterparts/shared/testing.ts'
import { typedFor, useServices } from '../testing/outside/services.ts'

const { server, company, operator, services } = useServices({ RUN_JOBS: '1' })

const at = (path: string) => `/api/companies/${company.id}/integrations/${path}`
const connect = async (name: 'openai' | 'shopify') => {
  await operator.patch(at(name), { isEnabled: true, ...typedFor(services)[name] })
  await operator.post(at(`${name}/test`), {})
}
const aged = (hours: number) =>
  server.given.sql(
    `update integration_configs set last_test_at = now() - $2 * interval '1 hour', last_success_at = now() - $2 * interval '1 hour'
     where company_id = $1`,
    [company.id, hours],
  )
const dueNow = () =>
  server.given.sql(
    `select integration_name as name from app.integrations_due('{"shopify": 60, "openai": 360, "quickbooks": 360, "shipstation": 60, "google_calendar": 60}')
     where company_id = $1 order by 1`,
    [company.id],
  )

const openRuns = () =>
  server.given.sql(`select from sync_runs where company_id = $1 and state in ('queued', 'running')`, [company.id])

/** What the schedule asks a worker to do at its time. */
const remind = () =>
  server.given.sql(
    `insert into jobs.job_common (name, data, policy) values ('every/integration-checks', '{}', 'exclusive')`,
  )

test('a check is due when a connection was not used for its interval, and while a person need not act', async () => {
  await connect('openai')
  await connect('shopify')
  expect(await dueNow()).toEqual([])
  const lacking = (scopes: string) =>
    server.given.sql(
      `update integration_configs set missing_scopes = $2, last_test_at = now() - interval '11 minutes'
       where company_id = $1 and integration_name = 'shopify'`,
      [company.id, scopes],
    )
  await lacking('{read_all_orders}')
  expect(await dueNow()).toEqual([{ name: 'shopify' }])
  await lacking('{}')
  expect(await dueNow()).toEqual([])
  await aged(2)
  expect(await dueNow()).toEqual([{ name: 'shopify' }])
  await aged(7)
  expect(await dueNow()).toEqual([{ name: 'openai' }, { name: 'shopify' }])
  await server.given.sql(`update integration_configs set needs_reconnect = true where company_id = $1`, [company.id])
  expect(await dueNow()).toEqual([])
  await server.given.sql(
    `update integration_configs set needs_reconnect = false, is_enabled = false where company_id = $1`,
    [company.id],
  )
  expect(await dueNow()).toEqual([])
  await server.given.sql(`update integration_configs set is_enabled = true where company_id = $1`, [company.id])
  await server.given.sql(`update companies set status = 'inactive' where id = $1`, [company.id])
  expect(await dueNow()).toEqual([])
})

test('a worker checks what is due: a success is noted, a credential that ended is found, and the calls are in the output', async () => {
  await connect('openai')
  await connect('shopify')
  // The first sync has begun by itself; a check is for what was not used.
  await until(async () => ((await openRuns()).length === 0 ? true : undefined))
  await aged(7)
  const { openai } = services
  await openai.control.misbehave({ kinds: [401], share: 1 })
  await remind()
  const items = await until(async () => {
    const list = (await operator.get(`/api/companies/${company.id}/integrations`)).json().items
    const found = list.filter(
      ({ lastTestAt }: { lastTestAt: string | null }) => Date.parse(lastTestAt ?? '') > Date.now() - 3_600_000,
    )
    return found.length === 2 ? found : undefined
  })
  expect(items).toMatchObject([
    { integrationName: 'shopify', status: 'connected', needsReconnect: false },
    {
      integrationName: 'openai',
      status: 'error',
      needsReconnect: true,
      lastError: 'OpenAI does not accept this API key',
    },
  ])
  const output = (await operator.get(at('logs?integrationName=openai&status=error'))).json().items
  expect(output).toHaveLength(1)
})
