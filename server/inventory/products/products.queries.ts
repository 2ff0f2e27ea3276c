import { ListedProduct, Product, ProductItem, productCatalogue } from 'contract/inventory/products.ts'
import { type RawBuilder, sql } from 'kysely'
import { attachedTo, itemFiles } from '../../files/public.ts'
import { compiledOnce } from '../../platform/database/compiled-once.ts'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf } from '../../platform/database/rows.ts'
import { readableSopOf } from '../items/linked-sop.queries.ts'
import { listSourceOf, pictured } from '../items/list-source.ts'
import { madeItems } from '../items/made-items.ts'

const { bomCount: _bomCount, fileCount: _fileCount, ...shape } = ProductItem.shape
const columns = Object.keys(shape) as (keyof typeof shape)[]

const derived = sql`(select count(*) from bom_lines l where l.company_id = t.company_id and l.parent_id = t.id) as bom_count`

export const productSource = listSourceOf(productCatalogue, ProductItem, {
  columns,
  extra: derived,
  together: { values: itemFiles.values, columns: itemFiles.fileCount },
})

/** What products without a cost of their own cost by their BOMs. Most pages have none; asking for none would take as long as counting the lines. */
const rolledUpCosts = {
  values: {
    costs: (company: RawBuilder<unknown>) => sql`(select jsonb_object_agg(r.id, r.cost)
      from app.rolled_up_costs_of(${company}, array(select id from rows where cost = 0 and bom_count > 0)) r
      where exists (select from rows where cost = 0 and bom_count > 0))`,
  },
  column: sql`(together.costs ->> t.id::text)::numeric as rolled_up_cost`,
}

export const productPage = pictured(
  {
    ...productSource,
    together: {
      values: { ...itemFiles.values, ...rolledUpCosts.values },
      columns: sql`${itemFiles.fileCount}, ${rolledUpCosts.column}`,
    },
  },
  ListedProduct,
)

const ProductRow = Product.omit({ bom: true, fileCount: true })

async function getProduct(db: Db, companyId: string, id: string): Promise<Omit<Product, 'bom'> | undefined> {
  const row = await rowOf(
    db,
    ProductRow,
    compiledOnce(
      ProductRow,
      { companyId, id },
      (
        of,
      ) => sql`select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}, ${derived}, ${readableSopOf('t')} as sop, ${attachedTo('t')} as files
        from products t where t.company_id = ${of.companyId} and t.id = ${of.id}`,
    ),
  )
  return row && { ...row, fileCount: row.files.length }
}

export const productItems = madeItems('products', getProduct, (product, bom) => ({ ...product, bom }))
