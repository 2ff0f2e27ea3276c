import { SoldItem, SoldPage, type SoldQuery } from 'contract/revenue/units-sold.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { needOf } from '../inventory/public.ts'
import { eachRow } from '../platform/database/each-row.ts'
import type { Db } from '../platform/database/handle.ts'
import { rowOf, rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'

const sorted: Record<SoldQuery['sort'], RawBuilder<unknown>> = {
  number: sql`number`,
  name: sql`name`,
  sold: sql`sold`,
  soldItself: sql`sold_itself`,
  inOthers: sql`in_others`,
  onHand: sql`on_hand`,
  lastsDays: sql`lasts_days`,
}

const Row = SoldItem.extend({ total: z.int() })

/** What the store has sold in a period, by product and by part. */
export async function listSold(db: Db, query: SoldQuery) {
  const { page, pageSize } = query
  const rows = await rowsOf(db, Row, sql`${soldItems(query)} limit ${pageSize} offset ${(page - 1) * pageSize}`)
  const items = rows.map(({ total: _, ...item }) => item)
  return { items, total: rows[0]?.total ?? 0, isCapped: false }
}

/** All rows of a list, in its order, whatever page its query names. */
export const eachSold = (db: Db, query: SoldQuery): AsyncGenerator<SoldItem> => eachRow(db, Row, soldItems(query))

const Unknown = SoldPage.shape.unknown

/** Units that belong to no product here. */
export const countUnknown = async (db: Db, { companyId, days }: SoldQuery): Promise<z.infer<typeof Unknown>> => {
  const found = await rowOf(
    db,
    Unknown,
    sql`with ${ownersOf(companyId, linesOf(companyId, days))}
      select coalesce(sum(units), 0)::int8 as units, count(distinct title)::int as titles from owner where product_id is null`,
  )
  return found ?? { units: 0, titles: 0 }
}

/** The lines of the sales of the last days, by the day of the company, added up for each variant. */
const linesOf = (companyId: string, days: number) => sql`
  select l.variant_id, l.sku, min(l.title) as title, sum(l.current_quantity)::int8 as units
  from store_orders o join store_order_lines l on l.company_id = ${companyId} and l.order_id = o.id
  where o.company_id = ${companyId} and o.is_counted and o.is_sale and l.current_quantity > 0 and o.processed_at >= (
    select ((now() at time zone c.time_zone)::date - ${days - 1}::int)::timestamp at time zone c.time_zone from companies c where c.id = ${companyId})
  group by l.variant_id, l.sku`

/**
 * To which of our products lines belong, as a CTE `owner`: by SKU, as the comparison of prices does, otherwise by the product of the store that is
 * linked.
 * @param lines SQL of rows with variant_id, sku, title and units
 */
export const ownersOf = (
  companyId: string,
  lines: RawBuilder<unknown>,
) => sql`line as materialized (${lines}), owner as materialized (
    select l.*, coalesce(s.id, k.id) as product_id
    from line l
    left join lateral (
      select p.id from products p where p.company_id = ${companyId} and app.folded(p.sku) = app.folded(l.sku) limit 1) s on true
    left join lateral (
      select p.id from store_variants v join products p on p.company_id = ${companyId}
        and p.shopify_product_id in (v.product_id::text, 'gid://shopify/Product/' || v.product_id)
      where s.id is null and v.company_id = ${companyId} and v.id = l.variant_id order by p.id limit 1) k on true)`

function soldItems({ companyId, days, type, low, itemId, q, sort, order }: SoldQuery) {
  const pattern = patternOf(q)
  return sql`with recursive ${ownersOf(companyId, linesOf(companyId, days))}, root as materialized (
      select product_id as id, sum(units) as units from owner where product_id is not null group by product_id
    ), ${needOf(companyId, sql`select id from root`)}, item as (
      select 'product' as type, p.id, p.sku::text as number, p.name::text as name, null::int as on_hand, p.search_text,
        d.itself, d.whole - d.itself as in_others
      from (
        select d.id, sum(d.quantity * r.units) as whole, coalesce(sum(r.units) filter (where d.root = d.id), 0) as itself
        from down d join root r on r.id = d.root group by d.id) d
      join products p on p.company_id = ${companyId} and p.id = d.id
      union all
      select 'part', p.id, p.part_number::text, p.name::text, p.stock_level, p.search_text, 0, n.units
      from (select n.part_id, sum(n.quantity * r.units) as units from need n join root r on r.id = n.root group by n.part_id) n
      join parts p on p.company_id = ${companyId} and p.id = n.part_id
      where ${low ?? null}::text is null or p.is_low_stock
    ), counted as (
      select type, id, number, name, itself + in_others as sold, itself as sold_itself, in_others, on_hand,
        least(floor(on_hand * ${days}::numeric / nullif(itself + in_others, 0)), 2147483647)::int as lasts_days
      from item
      where (${type ?? null}::text is null or type = ${type ?? null}::text) and (${low ?? null}::text is null or type = 'part')
        and (${itemId ?? null}::uuid is null or id = ${itemId ?? null}::uuid) and (${pattern}::text is null or search_text like ${pattern}::text)
    )
    select *, count(*) over () as total from counted
    order by ${sorted[sort]} ${order === 'desc' ? sql`desc` : sql`asc`} nulls last, number, id`
}
