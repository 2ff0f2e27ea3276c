import type { Product } from 'contract/inventory/products.ts'
import { allowSeconds, currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { idsOf, listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { listLines, replaceLines } from '../bom/lines.queries.ts'
import { removeItems } from '../items/removal.ts'
import { refuseTwin } from '../items/twins.ts'
import { getProduct, insertProduct, productSource, updateProduct } from './products.queries.ts'

const { products } = api

export const productsRoutes = products.router({
  list: products.list.handler(({ input: { category, location, ...query }, context }) =>
    context.read(async (db) => {
      const { counts: _counts, ...page } = await listPage(db, productSource, query, {
        category,
        location,
      })
      return page
    }),
  ),

  get: products.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const product = await context.read((db) => readProduct(db, companyId, id))
    if (!product) throw errors.NOT_FOUND()
    return product
  }),

  create: products.create.handler(({ input: { companyId, bom, ...fields }, context, errors }) =>
    context.write(async (db) => {
      await refuseTwin(db, 'products', companyId, fields.sku)
      const { id } = await insertProduct(db, companyId, fields)
      if (bom) await replaceLines(db, companyId, { type: 'product', id }, 'bom', bom)
      return savedProduct(db, companyId, id, errors.CONFLICT)
    }),
  ),

  update: products.update.handler(({ input: { companyId, id, bom, ...fields }, context, errors }) =>
    context.write(async (db) => {
      await refuseTwin(db, 'products', companyId, fields.sku, id)
      if (!(await updateProduct(db, companyId, id, fields, context.expectedVersion))) {
        const current = await readProduct(db, companyId, id)
        throw current ? staleSave(current) : errors.NOT_FOUND()
      }
      if (bom) await replaceLines(db, companyId, { type: 'product', id }, 'bom', bom)
      return savedProduct(db, companyId, id, errors.NOT_FOUND)
    }),
  ),

  remove: products.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeItems(db, 'products', { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: products.removeMany.handler(({ input: { companyId, selection }, context, errors }) =>
    context.write(async (db) => {
      await allowSeconds(db, 60)
      const ids = await idsOf(db, 'products', companyId, selection)
      return removeItems(db, 'products', { companyId, ids, notFound: errors.NOT_FOUND })
    }),
  ),
})

async function readProduct(db: Db, companyId: string, id: string): Promise<Product | undefined> {
  const [product, bom] = await Promise.all([getProduct(db, companyId, id), listLines(db, companyId, id)])
  return product && { ...product, bom }
}

async function savedProduct(db: Db, companyId: string, id: string, gone: () => Error) {
  const [product, changeSetId] = await Promise.all([readProduct(db, companyId, id), currentChangeSet(db)])
  if (!product) throw gone()
  return { ...product, changeSetId }
}
