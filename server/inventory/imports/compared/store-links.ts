// Takes compared rows, marks rows that take a product of the store which another product has as faulty.

import { sql } from 'kysely'
import type { Db } from '../../../platform/database/handle.ts'
import { type ImportKey, isOf } from '../import-key.ts'
import type { Names } from '../types/type-sql.ts'
import { differs, sent } from './compare-sql.ts'
import { markFaults } from './faults.ts'
import { cellText } from './link-sql.ts'
import { problemSql } from './problem-sql.ts'
import type { Target, TargetColumn } from './targets.ts'

/** Two products cannot take the same product of the store (app.expect_own_links): the first one keeps it, stored products before rows. */
export async function settleStoreLinks(db: Db, key: ImportKey, targets: Target[]): Promise<void> {
  const products = targets.flatMap((target) => {
    const link = target.columns.find(({ field }) => field === 'shopifyProductId')
    return target.type === 'products' && link ? [{ target, link }] : []
  })
  if (products.length === 0) return
  // A faulty row gives up no link of its record, so that another row may not take it.
  for (;;) if (!(await markFaults(db, key, [takenLinks(key, products)]))) return
}

type Linking = { target: Target; link: TargetColumn }

const names: Names = { values: sql`s.values`, record: 't', secret: 'p', vendor: 'linked' }

function takenLinks(key: ImportKey, products: Linking[]) {
  const rows = products.map((product) => changedLinks(key, product))
  const params = { column: sql`n.header`, name: sql`n.link`, other: sql`f.name` }
  const problem = problemSql('store_product_taken', params, {
    field: sql.lit('shopifyProductId'),
    row: sql`n.row_number`,
  })
  return sql`
    with new as materialized (${sql.join(rows, sql` union all `)}), held as materialized (
      select app.store_product_key(n.link) as link, n.row_number, n.id, n.name from new n where n.link is not null
      union all
      select app.store_product_key(t.shopify_product_id), 0, t.id, t.sku || ' · ' || t.name from products t
      where t.company_id = ${key.companyId} and t.shopify_product_id is not null
        and not exists (select from new n where n.id = t.id)
    ), first as materialized (
      select distinct on (link) link, row_number, name from held order by link, row_number, id)
    select n.row_number, jsonb_build_array(${problem})
    from new n join first f on f.link = app.store_product_key(n.link) and f.row_number <> n.row_number`
}

/** SQL: the rows of a section that change the link of a product, or make a product. */
function changedLinks(key: ImportKey, { target, link }: Linking) {
  const written = sql`${cellText(target.key, names)} || coalesce(' · ' || ${target.name ? cellText(target.name, names) : sql`t.name`}, '')`
  return sql`select s.row_number, t.id, ${sent(link, names)} as link, ${written} as name, ${link.header}::text as header
    from import_rows s left join products t on t.company_id = ${key.companyId} and t.id = s.entity_id
    where ${isOf(key, 's')} and s.section = ${target.section} and s.action in ('create', 'update')
      and (t.id is null or ${differs(target, names, [link])})`
}
