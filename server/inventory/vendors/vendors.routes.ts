import {
  type NewVendor,
  sealedVendorFields,
  type Vendor,
  type VendorChanges,
  type VendorPrivate,
  vendorCatalogue,
} from 'contract/inventory/vendors.ts'
import { can } from 'contract/permissions.ts'
import type { z } from 'zod'
import type { Identity } from '../../platform/database/caller.ts'
import { currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { listPage } from '../../platform/database/list-page.ts'
import { api } from '../../platform/http/api.ts'
import { companySeals, ownCompanyKey } from '../../platform/secrets/company-key.ts'
import { comparableSeals, openFields, sealFields } from '../../platform/secrets/comparable-seals.ts'
import { type Keyring, unlessUnreadable } from '../../platform/secrets/keyring.ts'
import { sendListFile } from '../exports/list-files.ts'
import { writeBatch } from '../items/batches.ts'
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

  batch: vendors.batch.handler(({ input: { companyId, ...batch }, context: { write, keyring }, errors }) =>
    write((db, identity) =>
      writeBatch(db, batch, {
        create: (fields) => createVendor(db, keyring, companyId, fields),
        update: (changes) => changeVendor(db, { keyring, identity }, { companyId, ...changes }, errors.NOT_FOUND),
      }),
    ),
  ),

  remove: vendors.remove.handler(({ input: { companyId, id }, context, errors }) =>
    context.write((db) => removeVendors(db, { companyId, ids: [id], notFound: errors.NOT_FOUND })),
  ),

  removeMany: vendors.removeMany.handler(({ input, context, errors }) =>
    context.write((db) => removeSelected(db, 'vendors', input, errors.NOT_FOUND)),
  ),

  listFile: vendors.listFile.handler(({ input: { status, ...query }, context }) =>
    sendListFile(context, vendorCatalogue, vendorSource, { query, filters: { status } }),
  ),
})

async function createVendor(db: Db, keyring: Keyring, companyId: string, sent: z.infer<typeof NewVendor>) {
  const { private: bank, ...fields } = sent
  await refuseTwin(db, 'vendors', companyId, fields.name)
  const vendor = await insertVendor(db, companyId, fields)
  const saved = bank && !isEmpty(bank) ? await saveBank(db, keyring, vendor, bank) : noPrivateData
  return { ...vendor, private: saved, changeSetId: await currentChangeSet(db) }
}

type Changed = z.infer<typeof VendorChanges> & { companyId: string; id: string; version: number | null }
type Editor = { keyring: Keyring; identity: Identity }

/** @throws 409 for a stale version or a name that another vendor has */
async function changeVendor(db: Db, { keyring, identity }: Editor, change: Changed, gone: () => Error) {
  const { companyId, id, version, private: bank, ...fields } = change
  await refuseTwin(db, 'vendors', companyId, fields.name, id)
  const vendor = await updateVendor(db, companyId, id, fields, version)
  if (!vendor) {
    const current = await readVendor(db, keyring, { companyId, id }, identity)
    throw current ? staleSave(current) : gone()
  }
  if (bank && (!isEmpty(bank) || (await isStored(db, vendor, bank)))) await saveBank(db, keyring, vendor, bank)
  const [saved, changeSetId] = await Promise.all([readBank(db, keyring, vendor), currentChangeSet(db)])
  return { ...vendor, ...saved, changeSetId }
}

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

/** An untouched form sends empty fields; storing them would show 'Account data: Created' in the timeline. */
const isEmpty = (bank: Partial<VendorPrivate>) =>
  Object.entries(bank).every(([field, value]) => value === noPrivateData[field as keyof VendorPrivate])

/** Whether a row is stored whose fields this change may empty. */
const isStored = async (db: Db, { companyId, id }: Known, bank: Partial<VendorPrivate>) =>
  Object.keys(bank).length > 0 && (await getVendorPrivate(db, companyId, id)) !== undefined

/** The vendor, with its bank data for those who may see it; for others the key is absent (T15). */
async function readVendor(db: Db, keyring: Keyring, { companyId, id }: Known, { role }: Identity) {
  const seesBank = can(role, 'vendor.readPrivate')
  const [vendor, bank] = await Promise.all([
    getVendor(db, companyId, id),
    seesBank ? readBank(db, keyring, { companyId, id }) : undefined,
  ])
  return vendor && { ...vendor, ...bank }
}

type Known = Pick<Vendor, 'companyId' | 'id'>
type Bank = Pick<Vendor, 'private' | 'isPrivateUnreadable'>

async function readBank(db: Db, keyring: Keyring, { companyId, id }: Known): Promise<Bank> {
  const [stored, seals] = await Promise.all([getVendorPrivate(db, companyId, id), companySeals(db, keyring, companyId)])
  if (!stored) return { private: noPrivateData }
  const opened = unlessUnreadable(() => openFields(seals, sealedVendorFields, stored))
  return opened ? { private: opened } : { isPrivateUnreadable: true }
}

async function saveBank(db: Db, keyring: Keyring, { companyId, id }: Known, fields: Partial<VendorPrivate>) {
  const seals = comparableSeals(await ownCompanyKey(db, keyring, companyId))
  const sealed = sealFields(seals, sealedVendorFields, fields)
  return openFields(seals, sealedVendorFields, await saveVendorPrivate(db, companyId, id, sealed))
}
