import { Vendor, type VendorFields, type VendorPrivate, vendorCatalogue } from 'contract/inventory/vendors.ts'
import type { z } from 'zod'
import type { Db } from '../../platform/database/handle.ts'
import { isOneOf } from '../../platform/database/list-page.ts'
import { listSourceOf } from '../items/list-source.ts'

const { private: _private, ...shape } = Vendor.shape
const columns = Object.keys(shape) as (keyof typeof shape)[]
const privateColumns = Object.keys(Vendor.shape.private.unwrap().shape) as (keyof VendorPrivate)[]

export const vendorSource = listSourceOf(vendorCatalogue, { columns, marked: 'isActive' })

type Row = Omit<z.infer<typeof Vendor>, 'private'>

export function getVendor(db: Db, companyId: string, id: string) {
  return db
    .selectFrom('vendors')
    .select(columns)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$castTo<Row>()
    .executeTakeFirst()
}

/** The bank and account data; nothing for readers without the right to it: the fence of its table decides. */
export function getVendorPrivate(db: Db, companyId: string, id: string) {
  return db
    .selectFrom('vendorPrivate')
    .select(privateColumns)
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$castTo<VendorPrivate>()
    .executeTakeFirst()
}

export function insertVendor(db: Db, companyId: string, fields: Partial<VendorFields> & { name: string }) {
  return db
    .insertInto('vendors')
    .values({ ...fields, companyId })
    .returning(columns)
    .$castTo<Row>()
    .executeTakeFirstOrThrow()
}

/** @param version the version that was edited; null takes any. Undefined when there is no such vendor in that version. */
export function updateVendor(
  db: Db,
  companyId: string,
  id: string,
  fields: Partial<VendorFields>,
  version: number | null,
) {
  return db
    .updateTable('vendors')
    .set({ ...fields, updatedAt: new Date().toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .returning(columns)
    .$castTo<Row>()
    .executeTakeFirst()
}

export function saveVendorPrivate(db: Db, companyId: string, id: string, fields: Partial<VendorPrivate>) {
  return db
    .insertInto('vendorPrivate')
    .values({ ...fields, companyId, id })
    .onConflict((conflict) => conflict.columns(['companyId', 'id']).doUpdateSet(fields))
    .returning(privateColumns)
    .$castTo<VendorPrivate>()
    .executeTakeFirstOrThrow()
}

/** The parts that name one of these vendors: the first ten, and how many there are. */
export async function usesOfVendors(db: Db, companyId: string, ids: string[]) {
  const uses = db.selectFrom('parts').where('companyId', '=', companyId).where(isOneOf('vendorId', ids))
  const [first, all] = await Promise.all([
    uses.select(['id', 'name']).orderBy('name').limit(10).execute(),
    uses.select((is) => is.fn.countAll<number>().as('count')).executeTakeFirstOrThrow(),
  ])
  return { uses: first.map((part) => ({ type: 'part', ...part })), count: all.count }
}
