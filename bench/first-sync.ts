import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { migrate } from '../server/platform/database/schema/migrations.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'
import { addOperator, authorization, connect } from './data.ts'
import { startMain } from './servers.ts'

const orders = 50_000

type Shop = { url: string; credentials: { clientId: string; clientSecret: string } }
type Run = { state: string; done: number; total: number | null; message: string | null }

/**
 * The first sync of a store with 50,000 orders, from the press of the button to the last row. The product and its database run in processes
 * of their own, the shop in a thread. Seconds, and orders per second from the first row to the last.
 */
export async function measureFirstSync(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'sbr-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  const thread = new Worker(new URL('./shop.thread.ts', import.meta.url), { workerData: { orders } })
  try {
    const [shop] = (await once(thread, 'message')) as [Shop]
    await migrate(postgres.url, { name: 'SBR' })
    const client = await connect(postgres.url)
    await addOperator(client)
    const made = await client.query<{ id: string }>(`insert into companies (name) values ('Store') returning id`)
    await client.end()
    const server = await startMain({
      DATA_DIR: join(folder, 'server'),
      DATABASE_URL: postgres.url,
      DEMO: '0',
      SHOPIFY_BASE_URL: shop.url,
    })
    try {
      return await sync(`${server.origin}/api/companies/${made.rows[0]?.id}/integrations/shopify`, shop)
    } finally {
      await server.stop()
    }
  } finally {
    await thread.terminate()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function sync(address: string, { credentials }: Shop): Promise<Record<string, number>> {
  await ask('PATCH', address, {
    isEnabled: true,
    config: { store_url: 'north-supply.myshopify.com', auth_mode: 'client_credentials' },
    credentials: { client_id: credentials.clientId, client_secret: credentials.clientSecret },
  })
  const begun = performance.now()
  const seconds = () => (performance.now() - begun) / 1_000
  await ask('POST', `${address}/sync`, {})
  const until = async (isReached: (run: Run) => boolean) => {
    for (;;) {
      const { lastRun } = (await ask('GET', address)) as { lastRun: Run | null }
      if (lastRun?.state === 'failed') throw new Error(`The sync failed: ${lastRun.message}`)
      if (lastRun && (isReached(lastRun) || lastRun.state === 'done')) return seconds()
      await sleep(50)
    }
  }
  // The shop writes the file of its orders first; that time does not count.
  const ready = await until(({ total }) => total !== null)
  const read = await until(({ done }) => done >= orders)
  const all = await until(() => false)
  return { 'the shop writes': ready, 'orders a second': orders / (read - ready), 'first sync': all }
}

async function ask(method: string, url: string, body?: object): Promise<unknown> {
  const headers = { authorization, 'if-match': '*', ...(body && { 'content-type': 'application/json' }) }
  const answer = await fetch(url, { method, headers, ...(body && { body: JSON.stringify(body) }) })
  if (!answer.ok) throw new Error(`${method} ${url} answered ${answer.status}: ${await answer.text()}`)
  return answer.json()
}
