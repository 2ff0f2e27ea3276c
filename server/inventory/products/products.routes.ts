import { type NewProduct, type ProductChanges, productCatalogue } from 'contract/inventory/products.ts'
import type { z } from 'zod'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { sendListFile } from '../exports/list-files.ts'
import { writeBatch } from '../items/batches.ts'
import { madeItems } from '../items/made-items.ts'
import { removeItems, removeSelected } from '../items/removal.ts'
import { getProduct, productPage, productSource } from './products.queries.ts'

const { products } = api

const made = madeItems('products', getProduct, (product, bom) => ({ ...product, bom }))

const addedOf = ({ companyId, bom: lines, ...fields }: z.infer<typeof NewProduct> & { companyId: string }) => ({
  ...{ companyId, fields, lines },
  number: fields.sku,
})

type Changed = z.infer<typeof ProductChanges> & { companyId: string; id: string; version: number | null }
const changedOf = ({ companyId, id, version, bom: lines, ...fields }: Changed) => ({
  ...{ companyId, id, version, fields, lines },
  number: fields.sku,
})

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

  create: products.create.handler(({ input, context, errors }) =>
    context.write((db) => made.create(db, addedOf(input), errors.CONFLICT)),
  ),

  update: products.update.handler(({ input, context, errors }) =>
    context.write((db) => made.update(db, changedOf({ ...input, version: context.expectedVersion }), errors.NOT_FOUND)),
  ),

  batch: products.batch.handler(({ input: { companyId, ...batch }, context, errors }) =>
    context.write((db) =>
      writeBatch(db, batch, {
        create: (fields) => made.create(db, addedOf({ companyId, ...fields }), errors.CONFLICT),
        update: (changes) => made.update(db, changedOf({ companyId, ...changes }), errors.NOT_FOUND),
      }),
    ),
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
