/** Stores what a shipping service says about the parcels of orders. Each function takes many at once, in any order, and may get one twice. */
import { Parcel } from 'contract/revenue/parcels.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, scalarOf } from '../platform/database/rows.ts'

/** A parcel as its service knows it. `orderNumber`: null where the service names it elsewhere, by `shipmentId`. */
export const ParcelState = Parcel.extend({
  id: z.string().min(1).max(100),
  shipmentId: z.string().max(100).nullable(),
  orderNumber: z.string().nullable(),
  serviceCode: z.string().nullable(),
  madeAt: z.string(),
  isVoided: z.boolean(),
  isReturn: z.boolean(),
})
export type ParcelState = z.infer<typeof ParcelState>

/**
 * Stores parcels. The later reading wins.
 * @param readAt when the service was asked, ISO
 */
export async function mergeParcels(db: Db, companyId: string, parcels: ParcelState[], readAt: string): Promise<void> {
  if (parcels.length === 0) return
  await sql`
    insert into shipments as stored (company_id, id, shipment_id, order_number, carrier_code, service_code, tracking_number, shipped_on, made_at,
      is_voided, is_return, read_at)
    select ${companyId}::uuid, r.id, r."shipmentId", coalesce(r."orderNumber", o.order_number), r."carrierCode", r."serviceCode",
      r."trackingNumber", r."shippedOn", r."madeAt", r."isVoided", r."isReturn", ${readAt}::timestamptz
    from json_to_recordset(${JSON.stringify(lastOf(parcels))}::json) r(id text, "shipmentId" text, "orderNumber" text, "carrierCode" text,
      "serviceCode" text, "trackingNumber" text, "shippedOn" date, "madeAt" timestamptz, "isVoided" boolean, "isReturn" boolean)
    left join shipment_orders o on o.company_id = ${companyId}::uuid and o.id = r."shipmentId"
    order by r.id
    on conflict (company_id, id) do update set shipment_id = excluded.shipment_id,
      order_number = coalesce(excluded.order_number, stored.order_number), carrier_code = excluded.carrier_code,
      service_code = excluded.service_code, tracking_number = excluded.tracking_number, shipped_on = excluded.shipped_on,
      made_at = excluded.made_at, is_voided = excluded.is_voided, is_return = excluded.is_return, read_at = excluded.read_at
    where excluded.read_at >= stored.read_at`.execute(db)
}

/** The number of an order, where a service keeps it apart from the parcels. */
export type ShipmentOrder = { id: string; orderNumber: string }

/** Stores the numbers of orders, and writes them to the parcels that are stored already. */
export async function mergeShipmentOrders(db: Db, companyId: string, orders: ShipmentOrder[]): Promise<void> {
  if (orders.length === 0) return
  await sql`
    with given as (
      insert into shipment_orders as stored (company_id, id, order_number)
      select ${companyId}::uuid, id, "orderNumber" from json_to_recordset(${JSON.stringify(lastOf(orders))}::json) r(id text, "orderNumber" text)
      order by id
      on conflict (company_id, id) do update set order_number = excluded.order_number where excluded.order_number <> stored.order_number
      returning id, order_number)
    update shipments s set order_number = g.order_number from given g
    where s.company_id = ${companyId} and s.shipment_id = g.id and s.order_number is distinct from g.order_number`.execute(
    db,
  )
}

/** The last state of each id, because one statement must not change a row twice. */
const lastOf = <Row extends { id: string }>(rows: Row[]): Row[] => [
  ...new Map(rows.map((row) => [row.id, row])).values(),
]

const Reach = z.object({ parcelsUntil: z.string().nullable(), ordersUntil: z.string().nullable() })

/**
 * Which parcels are stored: of one store, or of all (null). A key of the other version has other ids, so each parcel would be stored twice.
 * `knownAs`: ids that no other account has.
 */
type Account = { version: 1 | 2; storeId: number | null; knownAs: string[] }

/**
 * The moment, by the service's clock, up to which parcels and orders are stored. Another account begins again from nothing. It has none of the ids
 * that this one had; an answer that lacks some says nothing.
 */
export async function openParcels(
  db: Db,
  companyId: string,
  { version, storeId, knownAs }: Account,
): Promise<z.infer<typeof Reach>> {
  const row = await rowOf(
    db,
    Reach,
    sql`update shipment_accounts set known_as = array(select unnest(known_as) union select unnest(${knownAs}::text[]) order by 1)
      where company_id = ${companyId} and api_version = ${version} and store_id is not distinct from ${storeId}::bigint
        and (known_as = '{}' or ${knownAs}::text[] = '{}' or known_as && ${knownAs}::text[])
      returning parcels_until, orders_until`,
  )
  if (row) return row
  await sql`delete from shipments where company_id = ${companyId}`.execute(db)
  await sql`delete from shipment_orders where company_id = ${companyId}`.execute(db)
  await sql`delete from shipment_accounts where company_id = ${companyId}`.execute(db)
  await sql`insert into shipment_accounts (company_id, api_version, store_id, known_as)
    values (${companyId}, ${version}, ${storeId}, ${knownAs}::text[])`.execute(db)
  return { parcelsUntil: null, ordersUntil: null }
}

/** The store whose parcels were read last; null when they were those of all. */
export const storeOfParcels = async (db: Db, companyId: string): Promise<number | null> =>
  (await scalarOf(
    db,
    z.int().nullable(),
    sql`select store_id from shipment_accounts where company_id = ${companyId}`,
  )) ?? null

/** Moves the reach forward, never back. */
export async function saveParcelReach(
  db: Db,
  companyId: string,
  kind: 'parcels' | 'orders',
  until: string,
): Promise<void> {
  const column = sql.ref(`${kind}_until`)
  await sql`update shipment_accounts set ${column} = greatest(${column}, ${until}::timestamptz), read_at = now()
    where company_id = ${companyId}`.execute(db)
}
