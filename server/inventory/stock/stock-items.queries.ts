import { componentTypes } from 'contract/inventory/bom.ts'
import { StockCard } from 'contract/inventory/stock.ts'
import { StockHistory } from 'contract/inventory/stock-history.ts'
import { addQuantities, each } from 'contract/units.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf, rowsOf } from '../../platform/database/rows.ts'

const tables = { part: 'parts', assembly: 'assemblies', product: 'products' } as const

const HeldItem = z.object({
  id: z.uuid(),
  type: z.enum(componentTypes),
  number: z.string(),
  stockLevel: z.number(),
  unit: z.string(),
  /** the most decimals of its quantities */
  decimals: z.int(),
})
export type HeldItem = z.infer<typeof HeldItem>

/** Locks some items until the end of the transaction, in the order of their ids, and reads their stock. Missing ones are left out. */
export async function holdItems(db: Db, companyId: string, ids: string[]): Promise<HeldItem[]> {
  const held = (type: keyof typeof tables, number: string) =>
    rowsOf(
      db,
      HeldItem,
      sql`select id, ${type}::text as type, ${sql.ref(number)}::text as number, stock_level::numeric,
          ${type === 'part' ? sql`unit, decimals` : sql`${each}::text as unit, 0::int as decimals`} from ${sql.table(tables[type])}
        where company_id = ${companyId} and id = any (${ids}::uuid[]) order by id for no key update`,
    )
  return [
    ...(await held('part', 'partNumber')),
    ...(await held('assembly', 'assemblyNumber')),
    ...(await held('product', 'sku')),
  ]
}

/** Adds to the stock of locked items; app.move_stock posts their movements. @param sums by the id of the item; 0 only for one whose movement is named */
export async function addToStock(db: Db, companyId: string, items: HeldItem[], sums: Map<string, number>) {
  for (const type of componentTypes) {
    const ids = items.filter((item) => item.type === type).map(({ id }) => id)
    if (ids.length === 0) continue
    await sql`update ${sql.table(tables[type])} t set stock_level = t.stock_level + s.quantity, updated_at = now()
      from unnest(${ids}::uuid[], ${ids.map((id) => String(sums.get(id)))}::numeric[]) s(id, quantity)
      where t.company_id = ${companyId} and t.id = s.id`.execute(db)
  }
}

const Stock = StockCard.omit({ allocated: true, available: true, onOrder: true, projected: true }).extend({
  onHold: z.number(),
})

/** SQL: what the next one of an item would cost; null of an assembly without components. @param item SQL: company_id, type and id */
const costOf = (item: ReturnType<typeof sql>) =>
  sql`round(app.cost_of(${item}.company_id, ${item}.type, ${item}.id), 6)`

/** Undefined when there is no such item. An item that never moved has nothing on hand. */
export async function stockOf(db: Db, companyId: string, itemId: string): Promise<StockCard | undefined> {
  const stock = await rowOf(
    db,
    Stock,
    sql`select n.id as item_id, home.id as home_id, app.has_places(array[n.company_id]) as has_places, coalesce(n.has_lots, false) as has_lots,
        coalesce(s.on_hand, 0) as on_hand, coalesce(s.value, 0) as value, round(coalesce(s.average_cost, 0), 6) as average_cost,
        case when s.is_priced then (select m.unit_cost from stock_movements m where m.company_id = n.company_id and m.item_id = n.id and m.delta > 0
          and m.unit_cost is not null and m.reverses is null and not (app.reversals_of(m.company_id, m.item_id, m.id)).is_reversed
          order by m.id desc limit 1) end as last_price,
        case when s.on_hand <> 0 then round(s.on_hand * ${costOf(sql`n`)}, 6) end as value_at_cost,
        coalesce(d.places, '[]') as places, d.on_hold, (select coalesce(jsonb_object_agg(l.id, l.code), '{}') from locations l
          where l.company_id = n.company_id and (l.id = home.id or l.id = any (d.location_ids))) as place_codes
      from (select company_id, id, 'part' as type, has_lots from parts union all select company_id, id, 'assembly', null from assemblies
        union all select company_id, id, 'product', null from products) n
      left join stock_items s on s.company_id = n.company_id and s.item_id = n.id
      cross join lateral (select app.place_of(n.company_id, n.id, null) as id) home
      cross join lateral (
        select jsonb_agg(jsonb_build_object('locationId', x.location_id, 'lotNumber', x.lot_number, 'quantity', x.quantity)
            order by l.code, x.lot_number collate app.natural) as places, array_agg(x.location_id) as location_ids,
          coalesce(sum(x.quantity) filter (where l.id in (select inner_id from app.places_inside(${companyId},
            array(select h.id from locations h where h.company_id = ${companyId} and h.kind = 'hold')))), 0) as on_hold
        from app.divided_stock(n.company_id, array[n.id]) x left join locations l on l.company_id = n.company_id and l.id = x.location_id) d
      where n.company_id = ${companyId} and n.id = ${itemId}`,
  )
  if (!stock) return
  const { onHold, ...rest } = stock
  // Nothing is allocated or on order before there are builds and purchase orders.
  const available = addQuantities(rest.onHand, -onHold)
  return { ...rest, allocated: 0, available, onOrder: 0, projected: available }
}

/** One look into the index for each day, however many movements there are. Undefined when there is no such item. */
export const historyOf = (db: Db, companyId: string, itemId: string): Promise<StockHistory | undefined> =>
  rowOf(
    db,
    StockHistory,
    sql`with clock as materialized (
        select c.time_zone, (now() at time zone c.time_zone)::date as today from companies c where c.id = ${companyId}
      ), stood as (
        select d::date as day, m.balance, m.value_after, lag(m.balance) over by_day as balance_before, lag(m.value_after) over by_day as value_before
        from clock cross join generate_series(clock.today - 365, clock.today, '1 day') d
        cross join lateral (select s.balance, s.value_after from stock_movements s
          where s.company_id = ${companyId} and s.item_id = ${itemId} and s.created_at < (d::date + 1)::timestamp at time zone clock.time_zone
          order by s.created_at desc, s.id desc limit 1) m
        window by_day as (order by d)
      )
      select clock.today::text, coalesce((
        select json_agg(json_build_object('day', s.day, 'onHand', trim_scale(s.balance), 'value', trim_scale(s.value_after)) order by s.day) from stood s
        where (s.balance, s.value_after) is distinct from (s.balance_before, s.value_before)), '[]') as points
      from clock where exists (select from parts where company_id = ${companyId} and id = ${itemId}
        union all select from assemblies where company_id = ${companyId} and id = ${itemId}
        union all select from products where company_id = ${companyId} and id = ${itemId})`,
  )
