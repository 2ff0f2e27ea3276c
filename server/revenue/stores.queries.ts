import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { countOf, rowOf, scalarsOf } from '../platform/database/rows.ts'

const Reach = z.object({
  ordersUntil: z.string().nullable(),
  customersUntil: z.string().nullable(),
  mustReadAll: z.boolean(),
})

/**
 * The last change, by the store's clock, up to which orders and customers are stored. `mustReadAll`: changes are not enough.
 * Undefined for a store that was never read.
 */
export const getReach = (db: Db, companyId: string): Promise<z.infer<typeof Reach> | undefined> =>
  rowOf(db, Reach, sql`select orders_until, customers_until, must_read_all from stores where company_id = ${companyId}`)

export type StoreFacts = {
  domain: string
  name: string
  currency: string
  timeZone: string
  ordersSince: string | null
}

/**
 * Stores what a store says about itself. The orders that it once showed are stored, so the oldest one stays the oldest. When the store shows all
 * orders for the first time, the older ones must be fetched, so nothing counts as read. When it gives a field that it withheld before, everything
 * is read again.
 */
export async function saveStore(
  db: Db,
  companyId: string,
  store: StoreFacts & { withheld: string[]; mustReadAll: boolean },
): Promise<void> {
  const { domain, name, currency, timeZone, ordersSince, withheld, mustReadAll } = store
  await sql`insert into stores as s (company_id, domain, name, currency, time_zone, orders_since, withheld)
    values (${companyId}, ${domain}, ${name}, ${currency}, ${timeZone}, ${ordersSince}::timestamptz, ${withheld}::text[])
    on conflict (company_id) do update set domain = excluded.domain, name = excluded.name, currency = excluded.currency,
      time_zone = excluded.time_zone, withheld = excluded.withheld, read_at = now(),
      must_read_all = s.must_read_all or ${mustReadAll} or not s.withheld <@ excluded.withheld,
      orders_since = case when excluded.orders_since is not null then least(s.orders_since, excluded.orders_since) end,
      orders_until = case when s.orders_since is null or excluded.orders_since is not null then s.orders_until end`.execute(
    db,
  )
}

/** The fields that the store did not give in the last sync. */
export const listWithheldFields = (db: Db, companyId: string): Promise<string[]> =>
  scalarsOf(db, z.string(), sql`select unnest(withheld) from stores where company_id = ${companyId}`)

/** Notes fields that the store did not give while it was read. When it gives them again, everything is read again. */
export async function noteWithheld(db: Db, companyId: string, fields: string[]): Promise<void> {
  await sql`update stores set withheld = array(select unnest(withheld) union select unnest(${fields}::text[]))
    where company_id = ${companyId} and not ${fields}::text[] <@ withheld`.execute(db)
}

/** Everything that the store shows was read. */
export async function finishReading(db: Db, companyId: string): Promise<void> {
  await sql`update stores set must_read_all = false, read_at = now() where company_id = ${companyId}`.execute(db)
}

/** Notes how many sales have another currency than the store: their amounts are added up as if they had its own. */
export const noteForeignOrders = (db: Db, companyId: string): Promise<number> =>
  countOf(
    db,
    sql`update stores s set foreign_orders = (select count(*) from store_orders o
        where o.company_id = s.company_id and o.is_sale and o.currency <> s.currency)
      where s.company_id = ${companyId} returning s.foreign_orders`,
  )

/** Updates the kept figures of days whose orders are new or have changed. Runs in a transaction of its own, after theirs. */
export async function keepSales(db: Db, companyId: string): Promise<void> {
  await sql`select app.keep_sales(${companyId})`.execute(db)
}

/** Moves the reach forward, and not past now: a record that the store dates in the future would hide all until then. */
export async function saveReach(db: Db, companyId: string, kind: 'orders' | 'customers', until: string): Promise<void> {
  const column = sql.ref(`${kind}_until`)
  await sql`update stores set ${column} = least(greatest(${column}, ${until}::timestamptz), now()), read_at = now() where company_id = ${companyId}`.execute(
    db,
  )
}
