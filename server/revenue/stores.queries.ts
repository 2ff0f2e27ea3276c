import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, scalarOf } from '../platform/database/rows.ts'

const Reach = z.object({ ordersUntil: z.string().nullable(), customersUntil: z.string().nullable() })

/** The last change, by the store's clock, up to which orders and customers are stored. Undefined for a store that was never read. */
export const getReach = (db: Db, companyId: string): Promise<z.infer<typeof Reach> | undefined> =>
  rowOf(db, Reach, sql`select orders_until, customers_until from stores where company_id = ${companyId}`)

export type StoreFacts = {
  domain: string
  name: string
  currency: string
  timeZone: string
  ordersSince: string | null
}

/**
 * Stores what a store says about itself. The orders that it once showed are stored, so the oldest one stays the oldest. When the store shows all
 * orders for the first time, the older ones must be fetched, so nothing counts as read.
 */
export async function saveStore(
  db: Db,
  companyId: string,
  store: StoreFacts & { mayReadCustomers: boolean },
): Promise<void> {
  const { domain, name, currency, timeZone, ordersSince, mayReadCustomers } = store
  await sql`insert into stores as s (company_id, domain, name, currency, time_zone, orders_since, may_read_customers)
    values (${companyId}, ${domain}, ${name}, ${currency}, ${timeZone}, ${ordersSince}::timestamptz, ${mayReadCustomers})
    on conflict (company_id) do update set domain = excluded.domain, name = excluded.name, currency = excluded.currency,
      time_zone = excluded.time_zone, may_read_customers = excluded.may_read_customers, read_at = now(),
      orders_since = case when excluded.orders_since is not null then least(s.orders_since, excluded.orders_since) end,
      orders_until = case when s.orders_since is null or excluded.orders_since is not null then s.orders_until end`.execute(
    db,
  )
}

/** Whether orders may name their customers, as of the last sync. */
export const mayReadCustomers = async (db: Db, companyId: string): Promise<boolean> =>
  (await scalarOf(db, z.boolean(), sql`select may_read_customers from stores where company_id = ${companyId}`)) ?? true

/** Updates the kept figures of days whose orders are new or have changed. Runs in a transaction of its own, after theirs. */
export async function keepSales(db: Db, companyId: string): Promise<void> {
  await sql`select app.keep_sales(${companyId})`.execute(db)
}

/** Moves the reach forward, never back. */
export async function saveReach(db: Db, companyId: string, kind: 'orders' | 'customers', until: string): Promise<void> {
  const column = sql.ref(`${kind}_until`)
  await sql`update stores set ${column} = greatest(${column}, ${until}::timestamptz), read_at = now() where company_id = ${companyId}`.execute(
    db,
  )
}
