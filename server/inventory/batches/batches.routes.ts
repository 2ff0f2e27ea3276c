import { api } from '../../platform/http/api.ts'
import { goneOf, writeBatch } from '../../platform/http/write-batch.ts'
import { assemblyItems } from '../assemblies/assemblies.queries.ts'
import { changePart, createPart, fitsNewPart, mayMisfit } from '../parts/save-part.ts'
import { productItems } from '../products/products.queries.ts'
import { changeVendor, createVendor } from '../vendors/save-vendor.ts'
import { insertItems, updateItems } from './many-items.ts'

const { batches } = api

export const batchesRoutes = batches.router({
  parts: batches.parts.handler(({ input: { companyId, ...batch }, context }) =>
    context.write((db) => {
      const records = { table: 'parts', companyId } as const
      return writeBatch(db, records, batch, {
        create: {
          one: (fields) => createPart(db, companyId, fields),
          many: { takes: fitsNewPart, write: (sent) => insertItems(db, records, sent) },
        },
        update: {
          one: (changes) => changePart(db, { companyId, ...changes }, goneOf('part')),
          many: { takes: (changes) => !mayMisfit(changes), write: (sent) => updateItems(db, records, sent) },
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
          many: { takes: ({ components }) => !components, write: (sent) => insertItems(db, records, sent) },
        },
        update: {
          one: ({ id, version, ...sent }) =>
            assemblyItems.update(db, { companyId, id, version }, sent, goneOf('assembly')),
          many: { takes: ({ components }) => !components, write: (sent) => updateItems(db, records, sent) },
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
          many: { takes: ({ bom }) => !bom, write: (sent) => insertItems(db, records, sent) },
        },
        update: {
          one: ({ id, version, ...sent }) =>
            productItems.update(db, { companyId, id, version }, sent, goneOf('product')),
          many: { takes: ({ bom }) => !bom, write: (sent) => updateItems(db, records, sent) },
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
          many: { takes: (fields) => !fields.private, write: (sent) => insertItems(db, records, sent) },
        },
        update: {
          one: (changes) => changeVendor(db, { keyring, identity }, { companyId, ...changes }, goneOf('vendor')),
          many: { takes: (changes) => !changes.private, write: (sent) => updateItems(db, records, sent) },
        },
      })
    }),
  ),
})
