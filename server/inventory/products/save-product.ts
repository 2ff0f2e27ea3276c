import type { NewProduct, ProductChanges } from 'contract/inventory/products.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { madeItems } from '../items/made-items.ts'
import { getProduct } from './products.queries.ts'

const made = madeItems('products', getProduct, (product, bom) => ({ ...product, bom }))

export const { readPictured } = made

type New = z.infer<typeof NewProduct> & { companyId: string }

/** @throws 409 for a number that another item has, 422 for a line whose component does not exist */
export const createProduct = (db: Db, { companyId, bom: lines, ...fields }: New, gone: () => Error) =>
  made.create(db, { companyId, fields, number: fields.sku, lines }, gone)

type Changed = z.infer<typeof ProductChanges> & { companyId: string; id: string; version: number | null }

/** @throws 409 for a stale version, and as above */
export const changeProduct = (db: Db, sent: Changed, gone: () => Error) => {
  const { companyId, id, version, bom: lines, ...fields } = sent
  return made.update(db, { companyId, id, version, fields, number: fields.sku, lines }, gone)
}
