import { StoreCustomer, StoreOrder, StoreProduct } from 'contract/revenue/revenue.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'

/** `after`: the `next` of the previous page; `pageSize`: at most 500. */
export type Slice = { after?: string | undefined; pageSize: number }
export type Page<Item> = { items: Item[]; next: string | null }

export const firstPage: Slice = { pageSize: 50 }

const OrderRow = StoreOrder.extend({ place: z.string() })
const CustomerRow = StoreCustomer.extend({ place: z.string() })
const ProductRow = StoreProduct.extend({ place: z.string() })

type Wanted = { year: number } | { number: string }

/** The orders that count, the latest sale first: of a year by the company's clock, or of a number. The order is by the id as a number; a bare `id` would mean the text in the answer. */
export async function listOrders(db: Db, companyId: string, wanted: Wanted, slice: Slice): Promise<Page<StoreOrder>> {
  const rows = await rowsOf(
    db,
    OrderRow,
    sql`select id::text, order_number, created_at_shopify, processed_at, email, currency, total_price, refunded, current_total, financial_status, fulfillment_status,
      ${parcelsOfOrder(5)} as parcels, processed_at::text as place
    from store_orders
    where company_id = ${companyId} and is_counted
      ${'number' in wanted ? sql`and order_number = ${wanted.number}` : ofYear(wanted.year, companyId, slice)}
      ${behind(slice, (value, id) => sql`(processed_at, id) < (${value}::timestamptz, ${id}::int8)`)}
    order by processed_at desc, store_orders.id desc ${limitOf(slice)}`,
  )
  return pageOf(rows, slice)
}

/** The parcels of an order, found by its number, without voided labels and returns. */
export const parcelsOfOrder = (
  most: number,
) => sql`(select coalesce(jsonb_agg(jsonb_build_object('carrierCode', s.carrier_code, 'trackingNumber', s.tracking_number,
    'shippedOn', s.shipped_on) order by s.made_at, s.id), '[]')
  from (select carrier_code, tracking_number, shipped_on, made_at, id from shipments
    where company_id = store_orders.company_id and order_key = app.order_key(store_orders.order_number) and not is_voided and not is_return
    order by made_at, id limit ${most}) s)`

/** Customers, those with the highest spending first. */
export async function listCustomers(db: Db, companyId: string, slice: Slice): Promise<Page<StoreCustomer>> {
  const rows = await rowsOf(
    db,
    CustomerRow,
    sql`select id::text, first_name, last_name, email, orders_count, total_spent, created_at_shopify, total_spent::text as place
    from store_customers
    where company_id = ${companyId}
      ${behind(slice, (value, id) => sql`(total_spent, id) < (${value}::numeric, ${id}::int8)`)}
    order by total_spent desc, store_customers.id desc ${limitOf(slice)}`,
  )
  return pageOf(rows, slice)
}

/** Products by name. The cost is that of our product if one is linked, otherwise the store's. */
export async function listProducts(db: Db, companyId: string, slice: Slice): Promise<Page<StoreProduct>> {
  const rows = await rowsOf(
    db,
    ProductRow,
    sql`select p.id::text, p.title as name, v.sku, coalesce(o.cost, v.unit_cost) as cost, v.retail_price,
      p.id::text as shopify_product_id, p.title as place
    from (select id, title from store_products where company_id = ${companyId}
      ${behind(slice, (value, id) => sql`(title, id) > (${value}, ${id}::int8)`)}
      order by title, id ${limitOf(slice)}) p
    left join lateral (
      select (array_agg(sku order by position) filter (where sku is not null))[1] as sku,
        (array_agg(unit_cost order by position) filter (where unit_cost is not null))[1] as unit_cost, max(price) as retail_price
      from store_variants where company_id = ${companyId} and product_id = p.id) v on true
    left join lateral (
      select cost from products where company_id = ${companyId} and shopify_product_id in (p.id::text, 'gid://shopify/Product/' || p.id)
      order by id limit 1) o on true
    order by p.title, p.id`,
  )
  return pageOf(rows, slice)
}

const ofYear = (year: number, companyId: string, slice: Slice) => sql`
  and processed_at >= (select make_timestamptz(${year}, 1, 1, 0, 0, 0, time_zone) from companies where id = ${companyId})
  ${placeOf(slice) ? sql`` : beforeEndOf(year, companyId)}`

/** A later page leaves out the end of the year: with both limits, PostgreSQL would begin at the end of the year. */
const beforeEndOf = (year: number, companyId: string) => sql`and processed_at <
  (select make_timestamptz(${year + 1}, 1, 1, 0, 0, 0, time_zone) from companies where id = ${companyId})`

/** Reads one row more than asked for, to know whether more follow. */
const limitOf = ({ pageSize }: Slice) => sql`limit ${pageSize + 1}`

const placeOf = ({ after }: Slice) => (after === undefined ? undefined : readPlace(after))

function behind(slice: Slice, rule: (value: string, id: string) => RawBuilder<unknown>) {
  const place = placeOf(slice)
  return place ? sql`and ${rule(place.value, place.id)}` : sql``
}

function pageOf<Row extends { id: string; place: string }>(rows: Row[], { pageSize }: Slice) {
  const items = rows.slice(0, pageSize).map(({ place: _place, ...item }) => item)
  const last = rows.length > pageSize ? rows[pageSize - 1] : undefined
  return { items, next: last ? writePlace(last.place, last.id) : null }
}

const Place = z.tuple([z.string().max(300), z.string().regex(/^\d{1,19}$/)])

const writePlace = (value: string, id: string) => Buffer.from(JSON.stringify([value, id])).toString('base64url')

/** A text that we did not write counts as the beginning. */
function readPlace(after: string): { value: string; id: string } | undefined {
  try {
    const [value, id] = Place.parse(JSON.parse(Buffer.from(after, 'base64url').toString('utf8')))
    return { value, id }
  } catch {
    return undefined
  }
}
