import { ComparedProduct, type ComparisonQuery } from 'contract/revenue/store-products.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { buildableOf } from '../inventory/public.ts'
import { eachRow } from '../platform/database/each-row.ts'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { slicePage } from '../platform/database/whole-list.ts'

const sorted: Record<ComparisonQuery['sort'], ReturnType<typeof sql>> = {
  sku: sql`sku`,
  name: sql`name`,
  retailPrice: sql`retail_price`,
  storePrice: sql`store_price`,
  canBuild: sql`can_build`,
  storeStock: sql`store_stock`,
}

const Row = ComparedProduct.extend({ total: z.int() })

/**
 * Our products beside those of the store. The query begins with the variants of the store, because there may be far more products. Of several variants
 * with one SKU it shows a price that differs, and their stock together.
 */
export async function compareProducts(db: Db, query: ComparisonQuery) {
  const rows = await rowsOf(
    db,
    Row,
    sql`select * from (${compared(query)}) p where true ${slicePage(query, inOrder(query), 'p')}`,
  )
  const items = rows.map(({ total: _, ...item }) => item)
  return { items, total: rows[0]?.total ?? 0, isCapped: false }
}

/** All products of a comparison, in its order, whatever page its query names. */
export const eachCompared = (db: Db, query: ComparisonQuery): AsyncGenerator<ComparedProduct> =>
  eachRow(db, Row, sql`${compared(query)} order by ${inOrder(query)}`)

const inOrder = ({ sort, order }: ComparisonQuery) =>
  sql`${sorted[sort]} ${order === 'desc' ? sql`desc` : sql`asc`} nulls last, id`

function compared({ companyId, differs, productId, q }: ComparisonQuery) {
  const pattern = patternOf(q)
  return sql`with recursive own as materialized (
      select p.id, app.folded(p.sku) as folded, app.store_product_key(p.shopify_product_id) as link, p.retail_price from products p
      where p.company_id = ${companyId} and (${productId ?? null}::uuid is null or p.id = ${productId ?? null}::uuid)
    ), pair as (
      select p.id, v.product_id, v.price, sum(v.quantity) filter (where v.is_tracked) over (partition by p.id) as stock, 1 as place,
        v.price = p.retail_price as is_same
      from store_variants v join own p on p.folded = app.folded(v.sku)
      where v.company_id = ${companyId} and v.sku is not null
      union all
      select p.id, v.product_id, max(v.price), sum(v.quantity) filter (where v.is_tracked), 2, null
      from store_variants v join own p on p.link = v.product_id::text
      where v.company_id = ${companyId} group by p.id, v.product_id
    ), best as (
      select distinct on (id) id, product_id, price, stock from pair order by id, place, is_same, product_id, price
    ), ${buildableOf(companyId, sql`select id from best`)}, compared as (
      select p.id, p.sku::text, p.name::text, sp.title::text as store_title, s.currency, p.retail_price, b.price as store_price,
        m.buildable as can_build, b.stock::int as store_stock, array_remove(array[
          case when s.currency = 'USD' and p.retail_price <> b.price then 'price' end,
          case when b.stock > m.buildable then 'stock' end], null) as differences
      from best b join products p on p.company_id = ${companyId} and p.id = b.id
        join store_products sp on sp.company_id = ${companyId} and sp.id = b.product_id
        join stores s on s.company_id = ${companyId}
        left join build m on m.id = b.id
      where ${pattern}::text is null or p.search_text like ${pattern}::text or app.searchable(sp.title::text) like ${pattern}::text
    )
    select *, count(*) over () as total from compared
    where case ${differs ?? null}::text when 'any' then differences <> '{}' else ${differs ?? null}::text is null
      or ${differs ?? null}::text = any (differences) end`
}
