import {
  type ComparedProduct,
  comparisonFields,
  differenceWords,
  PickedProduct,
} from 'contract/revenue/store-products.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/database/handle.ts'
import { rowsOf } from '../platform/database/rows.ts'
import { patternOf } from '../platform/database/search-words.ts'
import { api } from '../platform/http/api.ts'
import { sendList } from '../platform/spreadsheet/send-list.ts'
import { getStore } from './revenue.queries.ts'
import { compareProducts, eachCompared } from './store-comparison.queries.ts'

const { storeProducts } = api

export const storeProductsRoutes = storeProducts.router({
  list: storeProducts.list.handler(async ({ input: { companyId, q }, context, errors }) => {
    const [store, items] = await context.read((db) =>
      Promise.all([getStore(db, companyId), findProducts(db, companyId, q)]),
    )
    if (!store) throw errors.NOT_CONFIGURED()
    return { items }
  }),

  compare: storeProducts.compare.handler(({ input, context }) => context.read((db) => compareProducts(db, input))),

  compareFile: storeProducts.compareFile.handler(({ input: { format, columns, ...query }, context }) =>
    sendList<ComparedProduct>(context, {
      ...{ name: 'store-comparison', companyId: query.companyId, format, columns, all: comparisonFields },
      shown: { differences: differenceWords },
      rows: (db) => eachCompared(db, query),
    }),
  ),
})

function findProducts(db: Db, companyId: string, q: string | undefined): Promise<PickedProduct[]> {
  const pattern = patternOf(q)
  return rowsOf(
    db,
    PickedProduct,
    sql`select p.id::text, p.title::text, s.currency,
      coalesce((select jsonb_agg(jsonb_build_object('id', v.id::text, 'title', v.title, 'sku', v.sku, 'price', v.price, 'quantity', v.quantity)
          order by v.position)
        from store_variants v where v.company_id = ${companyId} and v.product_id = p.id), '[]') as variants
    from store_products p join stores s on s.company_id = p.company_id
    where p.company_id = ${companyId} and (${pattern}::text is null or app.searchable(p.title::text) like ${pattern}::text or p.id::text = ${q ?? ''}
      or exists (select from store_variants v where v.company_id = ${companyId} and v.product_id = p.id and app.searchable(v.sku) like ${pattern}::text))
    order by p.title, p.id limit 50`,
  )
}
