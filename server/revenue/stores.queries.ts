import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf } from '../platform/database/rows.ts'

const Reach = z.object({ ordersUntil: z.string().nullable(), customersUntil: z.string().nullable() })

/** Up to which change, by the store's clock, orders and customers are here. Undefined for a store that was never read. */
export const getReach = (db: Db, companyId: string): Promise<z.infer<typeof Reach> | undefined> =>
  rowOf(db, Reach, sql`select orders_until, customers_until from stores where company_id = ${companyId}`)

export type StoreFacts = {
  domain: string
  name: string
  currency: string
  timeZone: string
  ordersSince: string | null
}

export async function saveStore(db: Db, companyId: string, store: StoreFacts): Promise<void> {
  const { domain, name, currency, timeZone, ordersSince } = store
  await sql`insert into stores (company_id, domain, name, currency, time_zone, orders_since)
    values (${companyId}, ${domain}, ${name}, ${currency}, ${timeZone}, ${ordersSince}::timestamptz)
    on conflict (company_id) do update set domain = excluded.domain, name = excluded.name, currency = excluded.currency,
      time_zone = excluded.time_zone, orders_since = excluded.orders_since, read_at = now()`.execute(db)
}

/** Moves the reach forward, never back. */
export async function saveReach(db: Db, companyId: string, kind: 'orders' | 'customers', until: string): Promise<void> {
  const column = sql.ref(`${kind}_until`)
  await sql`update stores set ${column} = greatest(${column}, ${until}::timestamptz), read_at = now() where company_id = ${companyId}`.execute(
    db,
  )
}
