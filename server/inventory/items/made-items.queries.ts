import type { AssemblyFields } from 'contract/inventory/assemblies.ts'
import type { ProductFields } from 'contract/inventory/products.ts'
import type { Db } from '../../platform/database/handle.ts'

/** What is made of lines, with the fields of its own table. */
export type MadeFields = { assemblies: AssemblyFields; products: ProductFields }
export type MadeTable = keyof MadeFields

/** @returns its id: the rest is read when its lines are there. */
export function insertMade<Table extends MadeTable>(
  db: Db,
  table: Table,
  companyId: string,
  fields: Partial<MadeFields[Table]> & Pick<MadeFields[Table], 'name'>,
) {
  return db
    .insertInto(table as MadeTable)
    .values({ ...fields, companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** @param version the version that was edited; null takes any. Undefined when there is no such record in that version. */
export function updateMade<Table extends MadeTable>(
  db: Db,
  table: Table,
  companyId: string,
  id: string,
  fields: Partial<MadeFields[Table]>,
  version: number | null,
) {
  return db
    .updateTable(table as MadeTable)
    .set({ ...fields, updatedAt: new Date().toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .returning('id')
    .executeTakeFirst()
}
