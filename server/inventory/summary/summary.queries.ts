import { InventorySummary } from 'contract/inventory/summary.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import { onlyRowOf } from '../../platform/database/rows.ts'

/** Triggers keep the counts, values and margins; only products without a stored cost are rolled up. */
export function getSummary(db: Db, companyId: string): Promise<InventorySummary> {
  return onlyRowOf(
    db,
    InventorySummary,
    sql`with kept as (
      select table_name, sum(total)::int8 as total, sum(marked)::int8 as marked, sum(value_at_cost) as at_cost, sum(value_at_retail) as at_retail
      from row_counts where company_id = ${companyId} and table_name in ('parts', 'assemblies', 'products', 'vendors', 'stock_items') group by table_name
    ), of as (
      select ${totalOf('products')} as total_products, ${totalOf('assemblies')} as assembly_count, ${totalOf('vendors')} as vendor_count,
        ${totalOf('parts')} as part_count, ${only('marked', 'parts')} as critical_stock, ${only('at_cost', 'stock_items')} as value_at_cost,
        ${only('at_retail', 'parts')} as parts_at_retail, ${only('at_retail', 'products')} as products_at_retail
      from kept
    ), margins as (
      select products as products_with_margin, mean as average_margin, costless as products_without_cost from app.mean_margin(${companyId})
    )
    select *, parts_at_retail + products_at_retail as total_value from of cross join margins`,
  )
}

const only = (column: string, table: string) =>
  sql`coalesce(sum(${sql.ref(column)}) filter (where table_name = ${sql.lit(table)}), 0)`
const totalOf = (table: string) => only('total', table)
