import { productCatalogue } from 'contract/inventory/products.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { sendListFile } from '../exports/list-files.ts'
import { removeItems, removeSelected } from '../items/removal.ts'
import { productItems, productPage, productSource } from './products.queries.ts'

const { products } = api

export const productsRoutes = products.router({
  list: products.list.handler(({ input: { category, location, ...query }, context }) =>
    context.read(async (db) => {
      const { counts: _counts, ...page } = await listPage(db, productPage, query, { category, location })
      return page
    }),
  ),

  get: products.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const product = await context.read((db) => productItems.readPictured(db, companyId, id))
    if (!product) throw errors.NOT_FOUND()
    return product
  }),

  create: products.create.handler(({ input: { companyId, ...sent }, context, errors }) =>
    context.write((db) => productItems.create(db, companyId, sent, errors.CONFLICT)),
  ),

  update: products.update.handler(({ input: { companyId, id, ...sent }, context, errors }) =>
    context.write((db) =>
      productItems.update(db, { companyId, id, version: context.expectedVersion }, sent, errors.NOT_FOUND),
    ),
  ),

  remove: products.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeItems(db, 'products', { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: products.removeMany.handler(({ input, context, errors }) =>
    context.write((db) => removeSelected(db, 'products', input, { notFound: errors.NOT_FOUND, ...context })),
  ),

  listFile: products.listFile.handler(({ input: { category, location, ...query }, context }) =>
    sendListFile(context, productCatalogue, productSource, { query, filters: { category, location } }),
  ),
})
