import { isLowStock as isLowStockOf, partCatalogue } from 'contract/inventory/parts.ts'
import { pictureAmong } from '../../files/public.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { withUnitAndLots } from '../exports/added-columns.ts'
import { sendListFile } from '../exports/list-files.ts'
import { removeItems, removeSelected } from '../items/removal.ts'
import { getPart, partPage, partSource } from './parts.queries.ts'
import { changePart, createPart } from './save-part.ts'

const { parts } = api

export const partsRoutes = parts.router({
  list: parts.list.handler(({ input: { isLowStock, vendorId, location, ...query }, context }) =>
    context.read(async (db) => {
      const { counts, ...page } = await listPage(db, partPage, query, { isLowStock, vendorId, location })
      return { ...page, lowStockCount: counts.marked }
    }),
  ),

  get: parts.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const part = await context.read((db) => getPart(db, companyId, id))
    if (!part) throw errors.NOT_FOUND()
    return { ...part, pictureId: pictureAmong(part.files) }
  }),

  create: parts.create.handler(({ input: { companyId, ...fields }, context }) =>
    context.write((db) => createPart(db, companyId, fields)),
  ),

  update: parts.update.handler(({ input, context, errors }) =>
    context.write((db) => changePart(db, { ...input, version: context.expectedVersion }, errors.NOT_FOUND)),
  ),

  remove: parts.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeItems(db, 'parts', { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: parts.removeMany.handler(({ input, context, errors }) =>
    context.write((db) => removeSelected(db, 'parts', input, { notFound: errors.NOT_FOUND, ...context })),
  ),

  listFile: parts.listFile.handler(async ({ input: { isLowStock, vendorId, location, ...query }, context }) => {
    const columns = await context.read((db) =>
      withUnitAndLots(db, query.companyId, partCatalogue.fields, query.columns),
    )
    return sendListFile(context, partCatalogue, partSource, {
      query: { ...query, columns },
      filters: { isLowStock, vendorId, location },
      shown: {
        supplierName: ({ vendorName, supplierName }) => vendorName ?? supplierName,
        value: ({ retailPrice, stockLevel }) => Math.round(retailPrice * stockLevel * 1_000_000) / 1_000_000,
        isLowStock: (part) => partCatalogue.fields.isLowStock.choices[isLowStockOf(part) ? 'true' : 'false'],
      },
    })
  }),
})
