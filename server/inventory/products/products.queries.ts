import { ListedProduct, Product, ProductItem, productCatalogue } from 'contract/inventory/products.ts'
import { sql } from 'kysely'
import { attachedTo } from '../../files/public.ts'
import { compiledOnce } from '../../platform/database/compiled-once.ts'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf } from '../../platform/database/rows.ts'
import { readableSopOf } from '../items/linked-sop.queries.ts'
import { listSourceOf, picture, pictured } from '../items/list-source.ts'

const { bomCount: _bomCount, fileCount: _fileCount, ...shape } = ProductItem.shape
const columns = Object.keys(shape) as (keyof typeof shape)[]

const derived = sql`(select count(*) from bom_lines l where l.company_id = t.company_id and l.parent_id = t.id) as bom_count,
  (select count(*) from files f where f.company_id = t.company_id and f.product_id = t.id) as file_count`

export const productSource = listSourceOf(productCatalogue, ProductItem, { columns, extra: derived })
/** Most products have a cost of their own: only the others of the page are rolled up. */
const rolledUp = sql`case when t.cost = 0 and exists (select from bom_lines l where l.company_id = t.company_id and l.parent_id = t.id)
  then (select r.cost from app.rolled_up_costs_of(t.company_id, array[t.id]) r) end as rolled_up_cost`

export const productPage = pictured(
  { ...productSource, extra: sql`${derived}, ${rolledUp}` },
  ProductItem.extend({ ...picture, rolledUpCost: ListedProduct.shape.rolledUpCost }),
)

const ProductRow = Product.omit({ bom: true })

export async function getProduct(db: Db, companyId: string, id: string): Promise<Omit<Product, 'bom'> | undefined> {
  return rowOf(
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
}
