import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { startShopify } from '../../../counterparts/shopify/start.ts'
import { checkJobs } from '../../integrations/check.ts'
import { storeJobs } from '../../integrations/shopify/store-jobs.ts'
import { dueSyncs } from '../../integrations/sync-jobs.ts'
import { webhookJobs } from '../../integrations/webhooks/webhook-jobs.ts'
import { workerUrl } from '../../platform/database/schema/database-roles.ts'
import { startWorker, type Worker } from '../../platform/jobs/worker.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { openKeyring } from '../../platform/secrets/keyring.ts'
import type { Client } from '../fixture.ts'
import type { GivenCompany } from '../given/given.ts'
import { keyringOf } from '../keys.ts'
import { startTestServer, type TestServer } from '../server.ts'
import { until } from '../until.ts'

/** A port that nobody uses: the shop has to know our address before the server listens. */
async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const { port } = probe.address() as AddressInfo
  await new Promise((resolve) => probe.close(resolve))
  return port
}

/** A worker of tests waits a tenth of the time before it calls again. */
const sleepShortly = (ms: number, signal?: AbortSignal) => pause(ms / 10, undefined, { ...(signal && { signal }) })

/** Runs the jobs of stores and webhooks in this process, and no others: a worker asks for each kind of job every second. */
export async function startWorkerOf(server: TestServer): Promise<Worker> {
  const log = { info: () => undefined, warn: () => undefined, error: () => undefined }
  const rooms = [storeJobs(server.config), checkJobs(server.config), webhookJobs(server.config)]
  return startWorker({
    ...{ url: await workerUrl(server.adminUrl), log, lookEvery: 1 },
    handlers: [dueSyncs, ...rooms.flatMap(({ handlers }) => handlers)],
    schedules: rooms.flatMap(({ schedules }) => schedules),
    outbound: createOutbound({ allowLoopback: true, onCall: () => undefined, sleep: sleepShortly }),
    keyring: await openKeyring(server.config),
    mail: { send: async () => undefined },
  })
}

type Shop = Awaited<ReturnType<typeof startShopify>>

/**
 * A shop, a server that it reaches, and a worker. Each test gets a new company, whose store is connected and on, and was never read.
 * @param orders how many the shop has at first
 */
export function useStore(orders: number) {
  const it = {} as {
    shop: Shop
    server: TestServer
    worker: Worker
    env: Record<string, string>
    company: GivenCompany
    operator: Client
    /** the id of the integration */
    integration: string
  }
  beforeAll(async () => {
    it.shop = await startShopify({ seed: 4, orders, timeZone: 'UTC', restoreRate: 1_000 })
    const port = await freePort()
    it.env = { SHOPIFY_BASE_URL: it.shop.url, PORT: String(port), KEYRING: keyringOf('1') }
    it.server = await startTestServer(it.env)
    await it.server.app.listen({ port, host: '127.0.0.1' })
    it.worker = await startWorkerOf(it.server)
  })
  afterAll(async () => {
    await it.worker.stop()
    await it.server.close()
    await it.shop.close()
  })
  const path = (rest = '') => `/api/companies/${it.company.id}/integrations/shopify${rest}`
  const typed = () => ({
    isEnabled: true,
    config: { store_url: 'north-supply.myshopify.com', auth_mode: 'client_credentials' },
    credentials: { client_id: it.shop.credentials.clientId, client_secret: it.shop.credentials.clientSecret },
  })
  beforeEach(async () => {
    await it.shop.control.behave({})
    // Those of the companies of earlier tests.
    await it.shop.control.endSubscriptions({})
    it.company = await it.server.given.company({ time_zone: 'UTC' })
    it.operator = await it.server.signIn('company_operator', it.company)
    const answer = await it.operator.patch(path(), typed())
    expect(answer.statusCode).toBe(200)
    it.integration = answer.json().id
  })
  const card = async () => (await it.operator.get(path())).json()
  return Object.assign(it, {
    path,
    typed,
    card,
    ended: () => until(card, ({ lastRun }) => ['done', 'failed', 'stopped'].includes(lastRun?.state)),

    async syncOnce() {
      const answer = await it.operator.post(path('/sync'))
      expect(answer.json()).toMatchObject({ success: true, run: { state: 'queued' } })
      return until(card, ({ lastRun }) => ['done', 'failed', 'stopped'].includes(lastRun?.state))
    },

    /** The subscriptions of this connection at the shop. */
    subscriptions: async () =>
      (await it.shop.control.subscriptions({})).filter(({ uri }: { uri: string }) => uri.includes(it.integration)),

    /** What the shop itself knows: current totals of orders that count. */
    async shopSum() {
      const totals = (await it.shop.control.totals({ timeZone: 'UTC' })).filter(
        ({ isTest, isCancelled }) => !isTest && !isCancelled,
      )
      return {
        cents: totals.reduce((sum, { currentTotal }) => sum + Math.round(Number(currentTotal) * 100), 0),
        orders: totals.reduce((sum, { orders }) => sum + orders, 0),
      }
    },

    async ourSum() {
      const [row] = await it.server.given.sql<{ cents: string; orders: string }>(
        'select coalesce(sum(amount) * 100, 0)::int8 as cents, coalesce(sum(orders), 0)::int8 as orders from revenue_months where company_id = $1',
        [it.company.id],
      )
      return { cents: Number(row?.cents), orders: Number(row?.orders) }
    },
  })
}
