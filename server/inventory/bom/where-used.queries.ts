import { Use } from 'contract/inventory/bom-analysis.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { compiledOnce } from '../../platform/database/compiled-once.ts'
import type { Db } from '../../platform/database/handle.ts'
import { isTrue, rowsOf } from '../../platform/database/rows.ts'

/** Whether the company has a part, assembly or product with this id. */
export async function itemExists(db: Db, companyId: string, id: string): Promise<boolean> {
  return isTrue(
    db,
    sql`select exists (select from parts where company_id = ${companyId} and id = ${id})
    or exists (select from assemblies where company_id = ${companyId} and id = ${id})
    or exists (select from products where company_id = ${companyId} and id = ${id})`,
  )
}

const CountedUse = Use.extend({ total: z.int() })

/**
 * The items that contain an item, directly or through others: the nearest first. Quantities are added up at every level.
 * @param most uses; `total` counts all
 */
export async function listUses(db: Db, companyId: string, id: string, most: number) {
  const rows = await rowsOf(
    db,
    CountedUse,
    compiledOnce(
      CountedUse,
      { companyId, id, most },
      (of) => sql`with recursive up(id, is_product, level, quantity) as (
      select l.parent_id, l.assembly_id is null, 1, l.quantity::numeric from bom_lines l
      where l.company_id = ${of.companyId} and l.component_id = ${of.id}
      union all
      select s.id, s.is_product, s.level, s.quantity from (
        select l.parent_id as id, l.assembly_id is null as is_product, u.level + 1 as level, sum(u.quantity * l.quantity) over same as quantity,
          row_number() over same as n
        from up u join bom_lines l on l.company_id = ${of.companyId} and l.component_id = u.id
        window same as (partition by l.parent_id)) s where s.n = 1
    ), used as (
      select id, is_product, min(level) as level, sum(quantity) as quantity, count(*) over () as total from up group by id, is_product
    )
    select case when u.is_product then 'product' else 'assembly' end as type, u.id, i.number, i.name, u.level, u.quantity, u.total
    from used u cross join lateral (
      select assembly_number as number, name from assemblies i where i.company_id = ${of.companyId} and i.id = u.id and not u.is_product
      union all select sku, name from products i where i.company_id = ${of.companyId} and i.id = u.id and u.is_product) i
    order by u.level, i.name, u.id limit ${of.most}`,
    ),
  )
  return { items: rows, total: rows[0]?.total ?? 0 }
}
