import { StoreOrderDetails } from 'contract/revenue/revenue.ts'
import { OrderLine } from 'contract/revenue/units-sold.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf } from '../platform/database/rows.ts'
import { parcelsOfOrder } from './revenue-pages.queries.ts'
import { StoreId } from './store-states.ts'
import { ownersOf } from './units-sold.queries.ts'

const Head = StoreOrderDetails.omit({ lines: true, adminUrl: true }).extend({ domain: z.string() })

/** More than a parcel list of a screen needs. */
const mostParcels = 100

/** An order with its lines and all its parcels. Undefined when it is not stored. */
export async function getOrder(db: Db, companyId: string, id: string): Promise<StoreOrderDetails | undefined> {
  if (!StoreId.safeParse(id).success) return undefined
  const [head, lines] = await Promise.all([
    rowOf(
      db,
      Head,
      sql`select id::text, order_number, created_at_shopify, processed_at, email, total_price, refunded, current_total, financial_status,
        fulfillment_status, ${parcelsOfOrder(mostParcels)} as parcels, store_orders.currency, is_test, cancelled_at, stores.domain
      from store_orders join stores on stores.company_id = store_orders.company_id
      where store_orders.company_id = ${companyId} and store_orders.id = ${id}::int8`,
    ),
    rowsOf(
      db,
      OrderLine,
      sql`with ${ownersOf(companyId, linesOfOrder(companyId, id))}
      select o.title, o.sku, o.quantity, o.units as current_quantity, o.unit_price, o.product_id, p.name::text as product_name
      from owner o left join products p on p.company_id = ${companyId} and p.id = o.product_id order by o.position`,
    ),
  ])
  if (!head) return undefined
  const { domain, ...order } = head
  return { ...order, lines, adminUrl: `https://admin.shopify.com/store/${domain.split('.')[0]}/orders/${id}` }
}

const linesOfOrder = (companyId: string, id: string) => sql`
  select variant_id, sku, title, current_quantity as units, quantity, unit_price, position from store_order_lines
  where company_id = ${companyId} and order_id = ${id}::int8`
