import { api } from '../../platform/http/api.ts'
import { goneOf, writeBatch } from '../../platform/http/write-batch.ts'
import { assemblyItems } from '../assemblies/assemblies.queries.ts'
import { changePart, createPart } from '../parts/save-part.ts'
import { productItems } from '../products/products.queries.ts'
import { changeVendor, createVendor } from '../vendors/save-vendor.ts'

const { batches } = api

export const batchesRoutes = batches.router({
  parts: batches.parts.handler(({ input: { companyId, ...batch }, context }) =>
    context.write((db) =>
      writeBatch(db, { table: 'parts', companyId }, batch, {
        create: (fields) => createPart(db, companyId, fields),
        update: (changes) => changePart(db, { companyId, ...changes }, goneOf('part')),
      }),
    ),
  ),

  assemblies: batches.assemblies.handler(({ input: { companyId, ...batch }, context }) =>
    context.write((db) =>
      writeBatch(db, { table: 'assemblies', companyId }, batch, {
        create: (fields) => assemblyItems.create(db, companyId, fields, goneOf('assembly')),
        update: ({ id, version, ...sent }) =>
          assemblyItems.update(db, { companyId, id, version }, sent, goneOf('assembly')),
      }),
    ),
  ),

  products: batches.products.handler(({ input: { companyId, ...batch }, context }) =>
    context.write((db) =>
      writeBatch(db, { table: 'products', companyId }, batch, {
        create: (fields) => productItems.create(db, companyId, fields, goneOf('product')),
        update: ({ id, version, ...sent }) =>
          productItems.update(db, { companyId, id, version }, sent, goneOf('product')),
      }),
    ),
  ),

  vendors: batches.vendors.handler(({ input: { companyId, ...batch }, context: { write, keyring } }) =>
    write((db, identity) =>
      writeBatch(db, { table: 'vendors', companyId }, batch, {
        create: (fields) => createVendor(db, keyring, companyId, fields),
        update: (changes) => changeVendor(db, { keyring, identity }, { companyId, ...changes }, goneOf('vendor')),
      }),
    ),
  ),
})
