import { type ListedProduct, Product, ProductItem, productCatalogue } from 'contract/inventory/products.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { attachedTo, itemFiles } from '../../files/public.ts'
import { compiledOnce } from '../../platform/database/compiled-once.ts'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf, rowsOf } from '../../platform/database/rows.ts'
import { readableSopOf } from '../items/linked-sop.queries.ts'
import { listSourceOf, picture, pictured } from '../items/list-source.ts'

const { bomCount: _bomCount, fileCount: _fileCount, ...shape } = ProductItem.shape
const columns = Object.keys(shape) as (keyof typeof shape)[]

const derived = sql`(select count(*) from bom_lines l where l.company_id = t.company_id and l.parent_id = t.id) as bom_count`

export const productSource = listSourceOf(productCatalogue, ProductItem, {
  columns,
  extra: derived,
  together: { value: itemFiles.value, columns: itemFiles.fileCount },
})
export const productPage = pictured(productSource, ProductItem.extend(picture))

const RolledUp = z.object({ id: z.uuid(), cost: z.number() })

/** Adds what products without a cost of their own cost by their BOMs. Most have a cost, so usually nothing is asked; for a whole page it is one question. */
export async function withRolledUpCosts(
  db: Db,
  companyId: string,
  items: Omit<ListedProduct, 'rolledUpCost'>[],
): Promise<ListedProduct[]> {
  const ids = items.filter(({ cost, bomCount }) => cost === 0 && bomCount > 0).map(({ id }) => id)
  const rolledUp =
    ids.length > 0
      ? await rowsOf(db, RolledUp, sql`select id, cost from app.rolled_up_costs_of(${companyId}, ${ids}::uuid[])`)
      : []
  const costs = new Map(rolledUp.map(({ id, cost }) => [id, cost]))
  return items.map((item) => ({ ...item, rolledUpCost: costs.get(item.id) ?? null }))
}

const ProductRow = Product.omit({ bom: true, fileCount: true })

export async function getProduct(db: Db, companyId: string, id: string): Promise<Omit<Product, 'bom'> | undefined> {
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
