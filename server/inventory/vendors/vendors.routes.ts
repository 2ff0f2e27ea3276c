import type { Vendor, VendorPrivate } from 'contract/inventory/vendors.ts'
import { can } from 'contract/permissions.ts'
import { currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Identity } from '../../platform/database/database.ts'
import type { Db } from '../../platform/database/handle.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { removeSelected, removeVendors } from '../items/removal.ts'
import { refuseTwin } from '../items/twins.ts'
import {
  getVendor,
  getVendorPrivate,
  insertVendor,
  saveVendorPrivate,
  updateVendor,
  vendorSource,
} from './vendors.queries.ts'

const { vendors } = api

export const vendorsRoutes = vendors.router({
  list: vendors.list.handler(({ input: { status, ...query }, context }) =>
    context.read(async (db) => {
      const { counts, ...page } = await listPage(db, vendorSource, query, { status })
      return { ...page, activeCount: counts.marked }
    }),
  ),

  get: vendors.get.handler(async ({ input: { companyId, id }, context, errors }) => {
    const vendor = await context.readAs((db, identity) => readVendor(db, companyId, id, identity))
    if (!vendor) throw errors.NOT_FOUND()
    return vendor
  }),

  create: vendors.create.handler(({ input: { companyId, private: bank, ...fields }, context }) =>
    context.write(async (db) => {
      await refuseTwin(db, 'vendors', companyId, fields.name)
      const vendor = await insertVendor(db, companyId, fields)
      const saved = hasValues(bank) ? await saveVendorPrivate(db, companyId, vendor.id, bank) : noPrivateData
      return { ...vendor, private: saved, changeSetId: await currentChangeSet(db) }
    }),
  ),

  update: vendors.update.handler(({ input: { companyId, id, private: bank, ...fields }, context, errors }) =>
    context.write(async (db, identity) => {
      await refuseTwin(db, 'vendors', companyId, fields.name, id)
      const vendor = await updateVendor(db, companyId, id, fields, context.expectedVersion)
      if (!vendor) {
        const current = await readVendor(db, companyId, id, identity)
        throw current ? staleSave(current) : errors.NOT_FOUND()
      }
      if (hasValues(bank)) await saveVendorPrivate(db, companyId, id, bank)
      const [saved, changeSetId] = await Promise.all([getVendorPrivate(db, companyId, id), currentChangeSet(db)])
      return { ...vendor, private: saved ?? noPrivateData, changeSetId }
    }),
  ),

  remove: vendors.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeVendors(db, { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: vendors.removeMany.handler(({ input, context, errors }) =>
    context.write((db) => removeSelected(db, 'vendors', input, errors.NOT_FOUND)),
  ),
})

const hasValues = (bank: Partial<VendorPrivate> | undefined): bank is Partial<VendorPrivate> =>
  bank !== undefined && Object.keys(bank).length > 0

const noPrivateData: VendorPrivate = {
  accountNumber: null,
  paymentTerms: null,
  routingNumber: null,
  swiftCode: null,
  iban: null,
  shippingAccount: null,
  preferredShippingMethod: 'none',
  taxId: null,
  notes: null,
}

/** The vendor, with its bank data for those who may see it; for others the key is absent (T15). */
async function readVendor(db: Db, companyId: string, id: string, { role }: Identity): Promise<Vendor | undefined> {
  const [vendor, bank] = await Promise.all([getVendor(db, companyId, id), getVendorPrivate(db, companyId, id)])
  if (!vendor) return
  return can(role, 'vendor.readPrivate') ? { ...vendor, private: bank ?? noPrivateData } : vendor
}
