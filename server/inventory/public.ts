import { ShortPart } from 'contract/inventory/bom-analysis.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { boughtOf, needOf, partsOf } from './bom/needed-parts.queries.ts'

export { needOf }

/**
 * How many of each product could be built alone, as CTEs of a `with recursive`, ending in `build(id, buildable)`. Products without parts
 * have no row.
 * @param products SQL of their ids, as rows of one column
 */
export const buildableOf = (
  companyId: string,
  products: RawBuilder<unknown>,
) => sql`${needOf(companyId, products)}, ${boughtOf(companyId)}, build as (
    select s.root as id, min(div(greatest(s.stock, 0), s.quantity))::int8 as buildable from (
      select n.root, p.stock_level as stock, n.quantity from need n ${partsOf(companyId)}
      union all
      select root, on_hand, quantity from bought where on_hand is not null and id <> root) s
    group by s.root
  )`

/** The parts with too little stock to build one of some product; parts that hold up the most products come first. */
export const listShortParts = (db: Db, companyId: string, limit: number) =>
  rowsOf(
    db,
    ShortPart,
    sql`with recursive stuck as materialized (
      select p.id, p.sku from app.max_buildable(${companyId}) b join products p on p.company_id = ${companyId} and p.id = b.id
      where b.buildable = 0 order by p.sku limit 500
    ), ${needOf(companyId, sql`select id from stuck`)}
    select p.id, p.part_number, p.name, p.stock_level, p.unit, p.decimals, (array_agg(s.sku order by s.sku))[1] as product, count(*) as product_count
    from need n join stuck s on s.id = n.root join parts p on p.company_id = ${companyId} and p.id = n.part_id
    where p.stock_level < n.quantity group by p.id, p.part_number, p.name, p.stock_level, p.unit, p.decimals
    order by count(*) desc, p.part_number, p.id limit ${limit}`,
  )
