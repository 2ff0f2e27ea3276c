import { productCatalogue } from 'contract/inventory/products.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { sendListFile } from '../exports/list-files.ts'
import { madeItems } from '../items/made-items.ts'
import { removeItems, removeSelected } from '../items/removal.ts'
import { getProduct, productPage, productSource } from './products.queries.ts'

const { products } = api

const made = madeItems('products', getProduct, (product, bom) => ({ ...product, bom }))

export const productsRoutes = products.router({
  list: products.list.handler(({ input: { category, location, ...query }, context }) =>
    context.read(async (db) => {
      const { counts: _counts, ...page } = await listPage(db, productPage, query, { category, location })
      return page
    }),
  ),

  get: products.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const product = await context.read((db) => made.readPictured(db, companyId, id))
    if (!product) throw errors.NOT_FOUND()
    return product
  }),

  create: products.create.handler(({ input: { companyId, bom: lines, ...fields }, context, errors }) =>
    context.write((db) => made.create(db, { companyId, fields, number: fields.sku, lines }, errors.CONFLICT)),
  ),

  update: products.update.handler(({ input: { companyId, id, bom: lines, ...fields }, context, errors }) =>
    context.write((db) => {
      const { expectedVersion: version } = context
      return made.update(db, { companyId, id, fields, number: fields.sku, lines, version }, errors.NOT_FOUND)
    }),
  ),

  remove: products.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeItems(db, 'products', { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: products.removeMany.handler(({ input, context, errors }) =>
    context.write((db) => removeSelected(db, 'products', input, errors.NOT_FOUND)),
  ),

  listFile: products.listFile.handler(({ input: { category, location, ...query }, context }) =>
    sendListFile(context, productCatalogue, productSource, { query, filters: { category, location } }),
  ),
})
