import { ShortPart } from 'contract/inventory/bom-analysis.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { needOf } from './bom/needed-parts.queries.ts'

/** The parts of which the stock is not enough for one of some product: those that hold up most products first. */
export const listShortParts = (db: Db, companyId: string, limit: number) =>
  rowsOf(
    db,
    ShortPart,
    sql`with recursive stuck as materialized (
      select p.id, p.sku from app.max_buildable(${companyId}) b join products p on p.company_id = ${companyId} and p.id = b.id
      where b.buildable = 0 order by p.sku limit 500
    ), ${needOf(companyId, sql`select id from stuck`)}
    select p.id, p.part_number, p.name, p.stock_level, (array_agg(s.sku order by s.sku))[1] as product, count(*) as product_count
    from need n join stuck s on s.id = n.root join parts p on p.company_id = ${companyId} and p.id = n.part_id
    where p.stock_level < n.quantity group by p.id, p.part_number, p.name, p.stock_level
    order by count(*) desc, p.part_number, p.id limit ${limit}`,
  )
