import { api } from '../../platform/http/api.ts'
import { goneOf, writeBatch } from '../../platform/http/write-batch.ts'
import { assemblyItems } from '../assemblies/assemblies.queries.ts'
import { changePart, createPart, fitsNewPart, mayMisfit } from '../parts/save-part.ts'
import { productItems } from '../products/products.queries.ts'
import { changeVendor, createVendor } from '../vendors/save-vendor.ts'
import { addedTogether, changedTogether } from './many-items.ts'

const { batches } = api

export const batchesRoutes = batches.router({
  parts: batches.parts.handler(({ input: { companyId, ...batch }, context }) =>
    context.write((db) => {
      const records = { table: 'parts', companyId } as const
      return writeBatch(db, records, batch, {
        create: {
          one: (fields) => createPart(db, companyId, fields),
          many: addedTogether(db, records, fitsNewPart),
        },
        update: {
          one: (changes) => changePart(db, { companyId, ...changes }, goneOf('part')),
          many: changedTogether(db, records, (changes) => !mayMisfit(changes)),
        },
      })
    }),
  ),

  assemblies: batches.assemblies.handler(({ input: { companyId, ...batch }, context }) =>
    context.write((db) => {
      const records = { table: 'assemblies', companyId } as const
      return writeBatch(db, records, batch, {
        create: {
          one: (fields) => assemblyItems.create(db, companyId, fields, goneOf('assembly')),
          many: addedTogether(db, records, ({ components }) => !components),
        },
        update: {
          one: ({ id, version, ...sent }) =>
            assemblyItems.update(db, { companyId, id, version }, sent, goneOf('assembly')),
          many: changedTogether(db, records, ({ components }) => !components),
        },
      })
    }),
  ),

  products: batches.products.handler(({ input: { companyId, ...batch }, context }) =>
    context.write((db) => {
      const records = { table: 'products', companyId } as const
      return writeBatch(db, records, batch, {
        create: {
          one: (fields) => productItems.create(db, companyId, fields, goneOf('product')),
          many: addedTogether(db, records, ({ bom }) => !bom),
        },
        update: {
          one: ({ id, version, ...sent }) =>
            productItems.update(db, { companyId, id, version }, sent, goneOf('product')),
          many: changedTogether(db, records, ({ bom }) => !bom),
        },
      })
    }),
  ),

  vendors: batches.vendors.handler(({ input: { companyId, ...batch }, context: { write, keyring } }) =>
    write((db, identity) => {
      const records = { table: 'vendors', companyId } as const
      return writeBatch(db, records, batch, {
        create: {
          one: (fields) => createVendor(db, keyring, companyId, fields),
          many: addedTogether(db, records, (fields) => !fields.private),
        },
        update: {
          one: (changes) => changeVendor(db, { keyring, identity }, { companyId, ...changes }, goneOf('vendor')),
          many: changedTogether(db, records, (changes) => !changes.private),
        },
      })
    }),
  ),
})
