import { Product, type ProductFields, ProductItem } from 'contract/inventory/products.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import type { ListSource } from '../../platform/database/list-page.ts'
import { rowOf } from '../../platform/database/rows.ts'
import { readableSopOf } from '../items/linked-sop.queries.ts'

const { bomCount: _bomCount, fileCount: _fileCount, ...shape } = ProductItem.shape
const columns = Object.keys(shape) as (keyof typeof shape)[]

const derived = sql`(select count(*) from bom_lines l where l.company_id = t.company_id and l.parent_id = t.id) as bom_count,
  (select count(*) from files f where f.company_id = t.company_id and f.product_id = t.id) as file_count`

export const productSource: ListSource<typeof ProductItem> = {
  table: 'products',
  row: ProductItem,
  keyColumn: 'sku',
  columns,
  extra: derived,
}

const ProductRow = Product.omit({ bom: true })

export async function getProduct(db: Db, companyId: string, id: string): Promise<Omit<Product, 'bom'> | undefined> {
  return rowOf(
    db,
    ProductRow,
    sql`select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}, ${derived}, ${readableSopOf('t')} as sop
    from products t where t.company_id = ${companyId} and t.id = ${id}`,
  )
}

/** @returns its id: the rest is read when its lines are there. */
export function insertProduct(
  db: Db,
  companyId: string,
  fields: Partial<ProductFields> & Pick<ProductFields, 'name' | 'sku'>,
) {
  return db
    .insertInto('products')
    .values({ ...fields, companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** @param version the version that was edited; null takes any. Undefined when there is no such product in that version. */
export function updateProduct(
  db: Db,
  companyId: string,
  id: string,
  fields: Partial<ProductFields>,
  version: number | null,
) {
  return db
    .updateTable('products')
    .set({ ...fields, updatedAt: new Date().toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .returning('id')
    .executeTakeFirst()
}
