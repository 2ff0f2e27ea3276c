import {
  sealedVendorFields,
  Vendor,
  type VendorFields,
  VendorPrivate,
  vendorCatalogue,
} from 'contract/inventory/vendors.ts'
import { z } from 'zod'
import type { Uses } from '../../platform/database/changes.ts'
import type { Db } from '../../platform/database/handle.ts'
import { isOneOf } from '../../platform/database/list-page.ts'
import { countOf, onlyRowOf, rowOf } from '../../platform/database/rows.ts'
import { listSourceOf } from '../items/list-source.ts'

const Row = Vendor.omit({ private: true, isPrivateUnreadable: true })
const columns = Object.keys(Row.shape) as (keyof typeof Row.shape)[]
const privateColumns = Object.keys(VendorPrivate.shape) as (keyof VendorPrivate)[]
/** The limits of the table, not of the input: a seal is longer than its value. */
const StoredPrivate = VendorPrivate.extend(
  Object.fromEntries([...sealedVendorFields.keys()].map((field) => [field, z.string().nullable()])),
) as unknown as typeof VendorPrivate

export const vendorSource = listSourceOf(vendorCatalogue, Row, { columns, marked: 'isActive' })

export function getVendor(db: Db, companyId: string, id: string) {
  const query = db.selectFrom('vendors').select(columns).where('companyId', '=', companyId).where('id', '=', id)
  return rowOf(db, Row, query)
}

/** The bank and account data, sealed (comparable-seals.ts). The fence shows no row to readers without the right to it. */
export function getVendorPrivate(db: Db, companyId: string, id: string) {
  const query = db
    .selectFrom('vendorPrivate')
    .select(privateColumns)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
  return rowOf(db, StoredPrivate, query)
}

export function insertVendor(db: Db, companyId: string, fields: Partial<VendorFields> & { name: string }) {
  const query = db
    .insertInto('vendors')
    .values({ ...fields, companyId })
    .returning(columns)
  return onlyRowOf(db, Row, query)
}

/** @param version the version that was edited; null takes any. @returns undefined when no such vendor has that version */
export function updateVendor(
  db: Db,
  companyId: string,
  id: string,
  fields: Partial<VendorFields>,
  version: number | null,
) {
  const query = db
    .updateTable('vendors')
    .set({ ...fields, updatedAt: new Date().toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .returning(columns)
  return rowOf(db, Row, query)
}

export function saveVendorPrivate(db: Db, companyId: string, id: string, fields: Partial<VendorPrivate>) {
  const query = db
    .insertInto('vendorPrivate')
    .values({ ...fields, companyId, id })
    .onConflict((conflict) => conflict.columns(['companyId', 'id']).doUpdateSet(fields))
    .returning(privateColumns)
  return onlyRowOf(db, StoredPrivate, query)
}

/** The parts that name one of these vendors: the first ten, and how many there are in all. */
export async function usesOfVendors(db: Db, companyId: string, ids: string[]): Promise<Uses> {
  const uses = db.selectFrom('parts').where('companyId', '=', companyId).where(isOneOf('vendorId', ids))
  const [first, count, used] = await Promise.all([
    uses.select(['id', 'name']).orderBy('name').limit(10).execute(),
    countOf(
      db,
      uses.select((is) => is.fn.countAll().as('count')),
    ),
    uses.select('vendorId').distinct().execute(),
  ])
  return {
    uses: first.map((part) => ({ type: 'part', ...part })),
    count,
    used: used.flatMap(({ vendorId }) => vendorId ?? []),
  }
}
