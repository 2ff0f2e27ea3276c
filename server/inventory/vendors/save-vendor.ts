import {
  type NewVendor,
  sealedVendorFields,
  type Vendor,
  type VendorChanges,
  type VendorPrivate,
} from 'contract/inventory/vendors.ts'
import { can } from 'contract/permissions.ts'
import type { z } from 'zod'
import type { Identity } from '../../platform/database/caller.ts'
import { currentChangeSet, staleSave } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { companySeals, ownCompanyKey } from '../../platform/secrets/company-key.ts'
import { comparableSeals, openFields, sealFields } from '../../platform/secrets/comparable-seals.ts'
import { type Keyring, unlessUnreadable } from '../../platform/secrets/keyring.ts'
import { refuseOtherSpelling } from '../items/other-spelling.ts'
import { getVendor, getVendorPrivate, insertVendor, saveVendorPrivate, updateVendor } from './vendors.queries.ts'

/** @throws 409 for a name that another vendor has */
export async function createVendor(db: Db, keyring: Keyring, companyId: string, sent: z.infer<typeof NewVendor>) {
  const { private: bank, ...fields } = sent
  await refuseOtherSpelling(db, 'vendors', companyId, fields.name)
  const vendor = await insertVendor(db, companyId, fields)
  const saved = bank && !isEmpty(bank) ? await saveBank(db, keyring, vendor, bank) : noPrivateData
  return { ...vendor, private: saved, changeSetId: await currentChangeSet(db) }
}

type Changed = z.infer<typeof VendorChanges> & { companyId: string; id: string; version: number | null }
type Editor = { keyring: Keyring; identity: Identity }

/** @throws 409 for a stale version or a name that another vendor has */
export async function changeVendor(db: Db, { keyring, identity }: Editor, change: Changed, gone: () => Error) {
  const { companyId, id, version, private: bank, ...fields } = change
  await refuseOtherSpelling(db, 'vendors', companyId, fields.name, id)
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
export async function readVendor(db: Db, keyring: Keyring, { companyId, id }: Known, { role }: Identity) {
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
