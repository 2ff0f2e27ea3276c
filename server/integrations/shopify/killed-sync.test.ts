import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startShopify } from '../../../counterparts/shopify/start.ts'
import { allJobs } from '../../all-jobs.ts'
import { workerUrl } from '../../platform/database/schema/database-roles.ts'
import { startWorker } from '../../platform/jobs/worker.ts'
import { createOutbound } from '../../platform/outbound/outbound.ts'
import { openKeyring } from '../../platform/secrets/keyring.ts'
import { keyringOf } from '../../testing/keys.ts'
import { startTestServer, type TestServer } from '../../testing/server.ts'

const orders = 3_500
const main = fileURLToPath(new URL('../../main.ts', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'sbr-killed-'))
let shop: Awaited<ReturnType<typeof startShopify>>
let env: Record<string, string>
/** Answers requests and runs no jobs: the killed server does. */
let server: TestServer
const others: TestServer[] = []
beforeAll(async () => {
  shop = await startShopify({ seed: 5, orders, timeZone: 'UTC' })
  env = { SHOPIFY_BASE_URL: shop.url, KEYRING: keyringOf('1') }
  server = await startTestServer(env)
})
afterAll(async () => {
  for (const other of others) await other.close()
  await server.close()
  await shop.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Another server on the same database, in a process of its own. */
async function startProcess(): Promise<ChildProcess> {
  const settings = { NODE_ENV: 'test', PORT: '0', DEMO: '0', LOG_LEVEL: 'silent', DATA_DIR: folder }
  const child = spawn(process.execPath, [main], {
    env: { ...process.env, ...settings, ...env, DATABASE_URL: server.adminUrl },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await new Promise<void>((resolve, reject) => {
    let output = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      if (output.includes('is ready')) resolve()
    })
    child.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${output}`)))
  })
  return child
}

async function connected() {
  const company = await server.given.company()
  const operator = await server.signIn('company_operator', company)
  const path = `/api/companies/${company.id}/integrations/shopify`
  const { clientId: client_id, clientSecret: client_secret } = shop.credentials
  const config = { store_url: 'north-supply.myshopify.com', auth_mode: 'client_credentials' }
  await operator.patch(path, { isEnabled: true, config, credentials: { client_id, client_secret } })
  const run = async () => (await operator.get(path)).json().lastRun
  return { company, operator, path, run }
}

/** What we keep of a company: rows by id, and the kept sums. */
async function kept(companyId: string) {
  const [row] = await server.given.sql<{ rows: string; orders: string; cents: string }>(
    `select (select count(*) from store_orders where company_id = $1) as rows,
      coalesce(sum(orders), 0) as orders, coalesce(sum(amount) * 100, 0)::int8 as cents from revenue_months where company_id = $1`,
    [companyId],
  )
  return { rows: Number(row?.rows), orders: Number(row?.orders), cents: Number(row?.cents) }
}

/** What the shop itself knows of orders that count. */
async function expected() {
  const totals = (await shop.control.totals({ timeZone: 'UTC' })).filter((each) => !each.isTest && !each.isCancelled)
  const sum = (of: (each: (typeof totals)[number]) => number) => totals.reduce((all, each) => all + of(each), 0)
  const cents = sum(({ currentTotal }) => Math.round(Number(currentTotal) * 100))
  return { rows: orders, orders: sum((each) => each.orders), cents }
}

test('a server that is killed in the middle of the first sync loses and doubles nothing', async () => {
  const { company, operator, path, run } = await connected()
  const child = await startProcess()
  const gone = new Promise((resolve) => child.once('exit', resolve))
  const holder = await server.adminClient()
  try {
    expect((await operator.post(`${path}/sync`, {})).statusCode).toBe(200)
    while ((await kept(company.id)).rows === 0) await wait(2)
    // The server now waits for its next batch of orders, in an open transaction.
    await holder.query('begin')
    await holder.query('select app.lock_revenue($1)', [company.id])
    const before = await kept(company.id)
    expect(before.rows).toBeLessThan(orders)
    child.kill('SIGKILL')
    await gone
    await holder.query('rollback')
    expect(await run()).toMatchObject({ state: 'running' })
  } finally {
    child.kill('SIGKILL')
    await holder.end()
  }
  // Half a minute passes without a sign of life.
  await server.given.sql(`update jobs.job_common set heartbeat_on = now() - interval '1 minute' where state = 'active'`)
  const worker = await startWorker({
    ...{ url: await workerUrl(server.adminUrl), ...allJobs(server.config), log: server.app.log, lookEvery: 1 },
    outbound: createOutbound({ allowLoopback: true, onCall: () => undefined }),
    keyring: await openKeyring(server.config),
    mail: { send: async () => undefined },
  })
  while ((await run()).state !== 'done') await wait(100)
  await worker.stop()
  expect(await kept(company.id)).toEqual(await expected())
}, 120_000)

test('two servers that are asked at once sync once', async () => {
  const second = await startTestServer({ ...env, RUN_JOBS: '1' }, server.adminUrl)
  others.push(second)
  const { company, operator, path, run } = await connected()
  const elsewhere = second.clientWith({ authorization: `Bearer ${operator.person.token}` })
  const answers = await Promise.all([operator, elsewhere, operator, elsewhere].map((by) => by.post(`${path}/sync`, {})))
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409, 409])
  while ((await run()).state !== 'done') await wait(100)
  expect(await kept(company.id)).toEqual(await expected())
  const runs = await server.given.sql('select from sync_runs where company_id = $1', [company.id])
  expect(runs).toHaveLength(1)
  const { items } = (await operator.get(`/api/companies/${company.id}/integrations/logs`)).json()
  const begun = items.filter(({ operation }: { operation: string }) => operation === 'Read all orders')
  expect(begun).toHaveLength(1)
}, 120_000)
