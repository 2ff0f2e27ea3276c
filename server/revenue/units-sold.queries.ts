import { SoldItem, SoldPage, type SoldQuery } from 'contract/revenue/units-sold.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import { needOf } from '../inventory/public.ts'
import { eachRow } from '../platform/database/each-row.ts'
import type { Db } from '../platform/database/handle.ts'
import { onlyRowOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { slicePage } from '../platform/database/whole-list.ts'

const sorted: Record<SoldQuery['sort'], RawBuilder<unknown>> = {
  number: sql`number`,
  name: sql`name`,
  sold: sql`sold`,
  soldItself: sql`sold_itself`,
  inOthers: sql`in_others`,
  onHand: sql`on_hand`,
  lastsDays: sql`lasts_days`,
  urgency: sql`urgency`,
}

const orderOf = ({ sort, order, cursor }: SoldQuery) =>
  cursor ? sql`id` : sql`${sorted[sort]} ${order === 'desc' ? sql`desc` : sql`asc`} nulls last, number, id`

const Page = SoldPage.pick({ items: true, unknown: true }).extend({ total: z.int() })

/** What the store has sold in a period, by product and by part. One statement, so that the figures are added up only once. */
export async function listSold(db: Db, query: SoldQuery): Promise<SoldPage> {
  // A plan made for any company joins line by line, which takes a hundred times as long in a large one.
  const planned = sql`select set_config('plan_cache_mode', 'force_custom_plan', true)`.execute(db)
  const soldPage = onlyRowOf(
    db,
    Page,
    sql`${soldItems(query)}
    select (select count(*) from counted)::int as total,
      (select coalesce(jsonb_agg(jsonb_build_object('id', id, 'type', type, 'number', number, 'name', name, 'sold', sold,
          'soldItself', sold_itself, 'inOthers', in_others, 'onHand', on_hand, 'unit', unit, 'lastsDays', lasts_days) order by ${orderOf(query)}), '[]')
        from (select * from counted c where true ${slicePage(query, orderOf(query), 'c')}) page) as items,
      (select jsonb_build_object('units', coalesce(sum(units), 0), 'titles', count(distinct coalesce(store_product, sku, variant_id::text, ''))) from owner where product_id is null) as unknown`,
  )
  const [sold] = await Promise.all([soldPage, planned]) // sent together, so that the setting still holds for the query
  return { ...sold, isCapped: false }
}

/** All rows of a list, in its order, whatever page its query names. */
export const eachSold = (db: Db, query: SoldQuery): AsyncGenerator<SoldItem> =>
  eachRow(
    db,
    SoldItem,
    sql`${soldItems(query)}
    select id, type, number, name, sold, sold_itself, in_others, on_hand, unit, lasts_days from counted order by ${orderOf(query)}`,
  )

/**
 * The units of the last days, by the day of the company, for each variant: those of the first month day by day, those of the later ones by month.
 */
const linesOf = (companyId: string, days: number) => sql`
  with first_day as (
    select d.day, (date_trunc('month', d.day) + interval '1 month')::date as next_month
    from companies c cross join lateral (select (now() at time zone c.time_zone)::date - ${days - 1}::int) d(day) where c.id = ${companyId}
  )
  select nullif(variant_id, 0) as variant_id, nullif(sku, '') as sku, sum(units)::int8 as units
  from (
    select u.variant_id, u.sku, u.units from first_day f join units_sold u on u.company_id = ${companyId} and u.period = 'day'
      and u.begins_on >= f.day and u.begins_on < f.next_month
    union all
    select u.variant_id, u.sku, u.units from first_day f join units_sold u on u.company_id = ${companyId} and u.period = 'month'
      and u.begins_on >= f.next_month) u
  group by 1, 2 having sum(units) <> 0`

/**
 * To which of our products lines belong, as a CTE `owner`: by SKU, as the comparison of prices does, otherwise by the product of the store that is
 * linked. The keys of all products are made once: by row-level security, PostgreSQL may not look up a folded SKU in its index, and would read all
 * products again for each line.
 * @param lines SQL of rows with variant_id and sku
 */
export const ownersOf = (
  companyId: string,
  lines: RawBuilder<unknown>,
) => sql`line as materialized (${lines}), own as materialized (
    select p.id, app.folded(p.sku) as folded, app.store_product_key(p.shopify_product_id) as link from products p where p.company_id = ${companyId}
  ), linked as materialized (
    select distinct on (link) link, id from own where link is not null order by link, id
  ), owner as materialized (
    select l.*, v.link as store_product, coalesce(s.id, k.id) as product_id
    from (select l.*, app.folded(l.sku) as folded from line l) l
    left join own s on s.folded = l.folded
    left join lateral (
      select v.product_id::text as link from store_variants v
      where s.id is null and v.company_id = ${companyId} and v.id = l.variant_id order by v.product_id limit 1) v on true
    left join linked k on k.link = v.link)`

/** SQL: the CTEs of a list, with the lines by product as `owner` and its rows as `counted`. */
function soldItems({ companyId, days, type, low, itemId, q }: SoldQuery) {
  const pattern = patternOf(q)
  return sql`with recursive ${ownersOf(companyId, linesOf(companyId, days))}, root as materialized (
      select product_id as id, sum(units) as units from owner where product_id is not null group by product_id
    ), ${needOf(companyId, sql`select id from root`)}, item as (
      select 'product' as type, p.id, p.sku::text as number, p.name::text as name, null::numeric as on_hand, 'each' as unit, null as urgency, p.search_text,
        d.itself, d.whole - d.itself as in_others
      from (
        select d.id, sum(d.quantity * r.units) as whole, coalesce(sum(r.units) filter (where d.root = d.id), 0) as itself
        from down d join root r on r.id = d.root group by d.id) d
      join products p on p.company_id = ${companyId} and p.id = d.id
      union all
      select 'part', p.id, p.part_number::text, p.name::text, p.stock_level, p.unit, row(app.urgency(p.stock_level, p.reorder_threshold), p.name), p.search_text, 0, n.units
      from (select n.part_id, sum(n.quantity * r.units) as units from need n join root r on r.id = n.root group by n.part_id) n
      join parts p on p.company_id = ${companyId} and p.id = n.part_id
      where ${low ?? null}::text is null or p.is_low_stock
    ), counted as (
      select type, id, number, name, itself + in_others as sold, itself as sold_itself, in_others, on_hand, unit,
        case when on_hand is not null and itself + in_others > 0
          then least(floor(greatest(on_hand, 0) * ${days}::numeric / (itself + in_others)), 2147483647)::int end as lasts_days, urgency
      from item
      where (${type ?? null}::text is null or type = ${type ?? null}::text) and (${low ?? null}::text is null or type = 'part')
        and (${itemId ?? null}::uuid is null or id = ${itemId ?? null}::uuid) and (${pattern}::text is null or search_text like ${pattern}::text)
    )`
}
