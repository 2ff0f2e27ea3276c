import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { parserOf } from '../server/platform/database/columns.ts'
import { handleOn } from '../server/platform/database/handle.ts'
import { migrate } from '../server/platform/database/schema/migrations.ts'
import { startEmbeddedPostgres } from '../server/platform/postgres/embedded-postgres.ts'
import { getFigures, getStoreCounts } from '../server/revenue/revenue.queries.ts'
import { firstPage, listCustomers, listOrders, listProducts } from '../server/revenue/revenue-pages.queries.ts'
import { median } from './load.ts'

const orders = 1_000_000

const columns = `(company_id, id, order_number, created_at_shopify, processed_at, updated_at_shopify, is_test, customer_id, email, currency, total_price,
  current_total, refunded, financial_status, fulfillment_status, read_at)`
const rows = `select $1::uuid, n, '#' || n, at, at, at, n % 100 = 0, n % 300000, 'b' || n % 300000 || '@x.example', 'USD', n % 50000 / 100.0,
  n % 50000 / 100.0, 0, case when n % 10 = 0 then 'pending' else 'paid' end, 'fulfilled', now()
  from generate_series(1, ${orders}) n, lateral (select now() - n * interval '63 seconds' as at) t`

/** A company with 1,000,000 orders: filling it beside the bare table, then the summary and its pages. Milliseconds. */
export async function measureRevenue(): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), 'sbr-bench-'))
  const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'data') })
  const types = { getTypeParser: parserOf } as pg.CustomTypesConfig
  const pool = new pg.Pool({ connectionString: postgres.url, max: 1, options: '-c TimeZone=UTC -c jit=off', types })
  try {
    await migrate(postgres.url, { name: 'SBR' })
    const client = await pool.connect()
    const made = await client.query(`insert into companies (name) values ('Store') returning id`)
    const { id } = made.rows[0] as { id: string }
    await client.query('create table bare (like store_orders including all)')
    const bare = await timed(() => client.query(`insert into bare ${columns} ${rows}`, [id]))
    const kept = await timed(() => client.query(`insert into store_orders ${columns} ${rows}`, [id]))
    await client.query('vacuum analyze')
    const db = handleOn(client)
    const year = new Date().getUTCFullYear()
    const page = () => listOrders(db, id, { year }, firstPage)
    const rest = () => [getStoreCounts(db, id), listCustomers(db, id, firstPage), listProducts(db, id, firstPage)]
    const figures = {
      ...{ bare, kept, 'kept / bare': kept / bare },
      summary: await often(() => Promise.all([getFigures(db, id, year), page(), ...rest()])),
      'page of orders': await often(page),
      'a new time zone': await timed(() =>
        client.query(`update companies set time_zone = 'Asia/Tokyo' where id = $1`, [id]),
      ),
    }
    client.release()
    return figures
  } finally {
    await pool.end()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function often(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < 50; round += 1) times.push(await timed(work))
  return median(times)
}
