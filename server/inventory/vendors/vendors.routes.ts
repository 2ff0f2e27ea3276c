import { vendorCatalogue } from 'contract/inventory/vendors.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { sendListFile } from '../exports/list-files.ts'
import { removeSelected, removeVendors } from '../items/removal.ts'
import { changeVendor, createVendor, readVendor } from './save-vendor.ts'
import { vendorSource } from './vendors.queries.ts'

const { vendors } = api

export const vendorsRoutes = vendors.router({
  list: vendors.list.handler(({ input: { status, ...query }, context }) =>
    context.read(async (db) => {
      const { counts, ...page } = await listPage(db, vendorSource, query, { status })
      return { ...page, activeCount: counts.marked }
    }),
  ),

  get: vendors.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const vendor = await context.readAs((db, identity) => readVendor(db, context.keyring, { companyId, id }, identity))
    if (!vendor) throw errors.NOT_FOUND()
    return vendor
  }),

  create: vendors.create.handler(({ input: { companyId, ...fields }, context }) =>
    context.write((db) => createVendor(db, context.keyring, companyId, fields)),
  ),

  update: vendors.update.handler(({ input, context, errors }) =>
    context.write((db, identity) => {
      const change = { ...input, version: context.expectedVersion }
      return changeVendor(db, { keyring: context.keyring, identity }, change, errors.NOT_FOUND)
    }),
  ),

  remove: vendors.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeVendors(db, { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: vendors.removeMany.handler(({ input, context, errors }) =>
    context.write((db) => removeSelected(db, 'vendors', input, { notFound: errors.NOT_FOUND, ...context })),
  ),

  listFile: vendors.listFile.handler(({ input: { status, ...query }, context }) =>
    sendListFile(context, vendorCatalogue, vendorSource, { query, filters: { status } }),
  ),
})
