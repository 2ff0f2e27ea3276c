import { afterAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { handle, type JobKind } from '../platform/jobs/job-kinds.ts'
import { useJobs } from '../testing/jobs.ts'
import { typedFor, useServices } from '../testing/outside/services.ts'
import type { SyncPayload } from './provider.ts'
import { providers } from './providers.ts'

const { server, company, operator, services } = useServices()
const jobs = useJobs(() => server)

/** A fetch that no worker of this test runs. */
const sync: JobKind<SyncPayload> = {
  ...{ name: 'waits', payload: z.object({ companyId: z.uuid(), runId: z.uuid() }) },
  ...{ retryLimit: 0, retryDelay: 1, expireIn: 60, policy: 'singleton per key' },
}
const { sync: usual } = providers.shopify
beforeEach(async () => {
  await jobs.settle([handle(sync, async () => undefined)])
  Object.assign(providers.shopify, { sync })
})
// The next file of this worker uses the same providers.
afterAll(() => Object.assign(providers.shopify, { sync: usual }))

const at = (path: string) => `/api/companies/${company.id}/integrations/${path}`

test('a sync is a job with a row that shows how far it is; a second one waits for the first', async () => {
  await operator.patch(at('shopify'), { isEnabled: true, ...typedFor(services).shopify })
  const started = await operator.post(at('shopify/sync'), {})
  expect(started.json()).toMatchObject({
    success: true,
    message: 'Sync started',
    run: { state: 'queued', done: 0, total: null },
  })
  const { lastRun } = (await operator.get(at('shopify'))).json()
  expect(lastRun).toMatchObject({ id: started.json().run.id, state: 'queued' })
  expect(await jobs.rows('waits')).toMatchObject([
    { data: { companyId: company.id, runId: lastRun.id }, state: 'created' },
  ])
  const again = await operator.post(at('shopify/sync'), {})
  expect([again.statusCode, again.json().message]).toEqual([409, 'A sync of this integration is under way already'])
  expect(await server.given.sql('select from sync_runs where company_id = $1', [company.id])).toHaveLength(1)
})

test('a successful test tries a sync again that has failed, of ShipStation as of a store', async () => {
  await operator.patch(at('shipstation'), { isEnabled: true, ...typedFor(services).shipstation })
  await operator.post(at('shipstation/sync'), {})
  await server.given.sql(`update sync_runs set state = 'failed', ended_at = now() where company_id = $1`, [company.id])
  await operator.post(at('shipstation/test'), {})
  expect((await operator.get(at('shipstation'))).json().lastRun).toMatchObject({ state: 'queued' })
})
