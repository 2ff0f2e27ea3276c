/** Stores what a store says. Each function takes many states in a few statements, and keeps the newest state of an id whatever order they come in. */
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { scalarsOf } from '../platform/database/rows.ts'
import type { CustomerState, OrderState, ProductState } from './store-states.ts'

/** Call it before the first write of a transaction that changes orders: see app.lock_revenue. */
export async function lockRevenue(db: Db, companyId: string): Promise<void> {
  await sql`select app.lock_revenue(${companyId}::uuid)`.execute(db)
}

/**
 * Two readings at once may be stored in either order, so the later change wins. A reading minutes later is the state of the store, whatever its time of
 * change says: a store's clock can be set back.
 */
const isNewer = sql`((excluded.updated_at_shopify, excluded.read_at) >= (stored.updated_at_shopify, stored.read_at)
    or excluded.read_at > stored.read_at + interval '10 minutes')`

/**
 * Stores orders, then their lines in a statement of their own: see routines/71-units-sold.sql. It finds lines that an order has lost by an array
 * of order ids: with a join, PostgreSQL, which has no statistics of a new store yet, read all lines of the company. A state older than the stored
 * one changes nothing.
 * @param readAt when the store was asked, ISO: if two states have the same time of change, the one that was read later wins
 */
export async function mergeOrders(db: Db, companyId: string, orders: OrderState[], readAt: string): Promise<void> {
  if (orders.length === 0) return
  const newest = newestOf(orders)
  const rows = newest.map(({ lines: _lines, ...order }) => order)
  await lockRevenue(db, companyId)
  const merged = await scalarsOf(
    db,
    z.string(),
    sql`insert into store_orders as stored (company_id, id, order_number, created_at_shopify, processed_at, updated_at_shopify, cancelled_at, is_test,
        customer_id, email, currency, total_price, current_total, refunded, financial_status, fulfillment_status, read_at)
      select ${companyId}::uuid, id, "orderNumber", "createdAt", "processedAt", "updatedAt", "cancelledAt", "isTest", "customerId", email, currency, "totalPrice",
        "currentTotal", refunded, "financialStatus", "fulfillmentStatus", ${readAt}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) r(id int8, "orderNumber" text, "createdAt" timestamptz, "processedAt" timestamptz,
        "updatedAt" timestamptz, "cancelledAt" timestamptz, "isTest" boolean, "customerId" int8, email text, currency text, "totalPrice" numeric, "currentTotal" numeric,
        refunded numeric, "financialStatus" text, "fulfillmentStatus" text)
      on conflict (company_id, id) do update set order_number = excluded.order_number, created_at_shopify = excluded.created_at_shopify,
        processed_at = excluded.processed_at, updated_at_shopify = excluded.updated_at_shopify, cancelled_at = excluded.cancelled_at, is_test = excluded.is_test,
        customer_id = excluded.customer_id, email = excluded.email, currency = excluded.currency, total_price = excluded.total_price,
        current_total = excluded.current_total, refunded = excluded.refunded, financial_status = excluded.financial_status,
        fulfillment_status = excluded.fulfillment_status, read_at = excluded.read_at
      where ${isNewer}
      returning id::text`,
  )
  const stored = new Set(merged)
  await mergeLines(
    db,
    companyId,
    newest.filter(({ id }) => stored.has(id)),
  )
}

async function mergeLines(db: Db, companyId: string, orders: OrderState[]): Promise<void> {
  const ids = orders.map(({ id }) => id)
  const lines = orders.flatMap(({ id, lines }) => lines.map((line, position) => ({ ...line, orderId: id, position })))
  await sql`
    with given as (select * from json_to_recordset(${JSON.stringify(lines)}::json) r("orderId" int8, position int, id int8, "variantId" int8,
      sku text, title text, quantity int, "currentQuantity" int, "unitPrice" numeric)),
    gone as (
      delete from store_order_lines l where l.company_id = ${companyId} and l.order_id = any (${ids}::int8[])
        and not exists (select from given g where g."orderId" = l.order_id and g.position = l.position))
    insert into store_order_lines (company_id, order_id, position, id, variant_id, sku, title, quantity, current_quantity, unit_price)
    select ${companyId}::uuid, "orderId", position, id, "variantId", sku, title, quantity, "currentQuantity", "unitPrice" from given
    on conflict (company_id, order_id, position) do update set id = excluded.id, variant_id = excluded.variant_id, sku = excluded.sku,
      title = excluded.title, quantity = excluded.quantity, current_quantity = excluded.current_quantity, unit_price = excluded.unit_price`.execute(
    db,
  )
}

export async function mergeCustomers(
  db: Db,
  companyId: string,
  customers: CustomerState[],
  readAt: string,
): Promise<void> {
  if (customers.length === 0) return
  await sql`
    insert into store_customers as stored (company_id, id, first_name, last_name, email, orders_count, total_spent, created_at_shopify,
      updated_at_shopify, read_at)
    select ${companyId}::uuid, id, "firstName", "lastName", email, "ordersCount", "totalSpent", "createdAt", "updatedAt", ${readAt}::timestamptz
    from json_to_recordset(${JSON.stringify(newestOf(customers))}::json) r(id int8, "firstName" text, "lastName" text, email text,
      "ordersCount" int, "totalSpent" numeric, "createdAt" timestamptz, "updatedAt" timestamptz) order by id
    on conflict (company_id, id) do update set first_name = excluded.first_name, last_name = excluded.last_name, email = excluded.email,
      orders_count = excluded.orders_count, total_spent = excluded.total_spent, created_at_shopify = excluded.created_at_shopify,
      updated_at_shopify = excluded.updated_at_shopify, read_at = excluded.read_at
    where ${isNewer}`.execute(db)
}

/** Stores products with their variants. Stock and prices of variants change without a new time of the product, so the later reading wins. */
export async function mergeProducts(
  db: Db,
  companyId: string,
  products: ProductState[],
  readAt: string,
): Promise<void> {
  if (products.length === 0) return
  const newest = newestOf(products)
  const rows = newest.map(({ variants: _variants, ...product }) => product)
  const variants = newest.flatMap(({ id, variants }) =>
    variants.map((variant, position) => ({ ...variant, productId: id, position })),
  )
  await sql`
    with merged as (
      insert into store_products as stored (company_id, id, title, status, updated_at_shopify, read_at)
      select ${companyId}::uuid, id, title, status, "updatedAt", ${readAt}::timestamptz
      from json_to_recordset(${JSON.stringify(rows)}::json) r(id int8, title text, status text, "updatedAt" timestamptz) order by id
      on conflict (company_id, id) do update set title = excluded.title, status = excluded.status,
        updated_at_shopify = excluded.updated_at_shopify, read_at = excluded.read_at
      where excluded.read_at >= stored.read_at
      returning id),
    given as (select * from json_to_recordset(${JSON.stringify(variants)}::json) r("productId" int8, position int, id int8, title text,
      sku text, price numeric, "unitCost" numeric, "inventoryItemId" int8, "isTracked" boolean, quantity int)
      where "productId" in (select id from merged)),
    gone as (
      delete from store_variants v where v.company_id = ${companyId} and v.product_id = any (array(select id from merged))
        and not exists (select from given g where g."productId" = v.product_id and g.position = v.position))
    insert into store_variants (company_id, product_id, position, id, title, sku, price, unit_cost, inventory_item_id, is_tracked, quantity)
    select ${companyId}::uuid, "productId", position, id, title, sku, price, "unitCost", "inventoryItemId", "isTracked", quantity from given
    on conflict (company_id, product_id, position) do update set id = excluded.id, title = excluded.title, sku = excluded.sku,
      price = excluded.price, unit_cost = excluded.unit_cost, inventory_item_id = excluded.inventory_item_id,
      is_tracked = excluded.is_tracked, quantity = excluded.quantity`.execute(db)
}

/** The newest state of each id, because one statement must not change a row twice. If two are equally new, the last one counts. */
function newestOf<State extends { id: string; updatedAt: string }>(states: State[]): State[] {
  const newest = new Map<string, State>()
  for (const state of states) {
    const newer = newest.get(state.id)
    if (!newer || Date.parse(state.updatedAt) >= Date.parse(newer.updatedAt)) newest.set(state.id, state)
  }
  return [...newest.values()].sort(byId)
}

/** Ids are digits without leading zeros: the shorter one is the smaller one. */
const byId = ({ id: one }: { id: string }, { id: other }: { id: string }) =>
  one.length - other.length || (one < other ? -1 : 1)
