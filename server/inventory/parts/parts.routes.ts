import { isLowStock as isLowStockOf, type PartFields, partCatalogue } from 'contract/inventory/parts.ts'
import { pictureAmong } from '../../files/public.ts'
import { currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { sendListFile } from '../exports/list-files.ts'
import { writeBatch } from '../items/batches.ts'
import { removeItems, removeSelected } from '../items/removal.ts'
import { refuseTwin } from '../items/twins.ts'
import { getPart, insertPart, partPage, partSource, updatePart } from './parts.queries.ts'

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

  batch: parts.batch.handler(({ input: { companyId, ...batch }, context, errors }) =>
    context.write((db) =>
      writeBatch(db, batch, {
        create: (fields) => createPart(db, companyId, fields),
        update: (changes) => changePart(db, { companyId, ...changes }, errors.NOT_FOUND),
      }),
    ),
  ),

  remove: parts.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeItems(db, 'parts', { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: parts.removeMany.handler(({ input, context, errors }) =>
    context.write((db) => removeSelected(db, 'parts', input, errors.NOT_FOUND)),
  ),

  listFile: parts.listFile.handler(({ input: { isLowStock, vendorId, location, ...query }, context }) =>
    sendListFile(context, partCatalogue, partSource, {
      query,
      filters: { isLowStock, vendorId, location },
      shown: {
        supplierName: ({ vendorName, supplierName }) => vendorName ?? supplierName,
        value: ({ retailPrice, stockLevel }) => Math.round(retailPrice * stockLevel * 10_000) / 10_000,
        isLowStock: (part) => partCatalogue.fields.isLowStock.choices[isLowStockOf(part) ? 'true' : 'false'],
      },
    }),
  ),
})

async function createPart(db: Db, companyId: string, fields: Parameters<typeof insertPart>[2]) {
  await refuseTwin(db, 'parts', companyId, fields.partNumber)
  const [part, changeSetId] = await Promise.all([insertPart(db, companyId, fields), currentChangeSet(db)])
  return { ...part, changeSetId }
}

type Changed = Partial<PartFields> & { companyId: string; id: string; version: number | null }

/** @throws 409 for a stale version or a number that another part has */
async function changePart(db: Db, { companyId, id, version, ...fields }: Changed, gone: () => Error) {
  await refuseTwin(db, 'parts', companyId, fields.partNumber, id)
  const [part, changeSetId] = await Promise.all([updatePart(db, companyId, id, fields, version), currentChangeSet(db)])
  if (part) return { ...part, changeSetId }
  const current = await getPart(db, companyId, id)
  throw current ? staleSave(current) : gone()
}
