import type { AssemblyFields } from 'contract/inventory/assemblies.ts'
import type { ProductFields } from 'contract/inventory/products.ts'
import type { Db } from '../../platform/database/handle.ts'

/** The items that have lines, with the fields of their own tables. */
export type MadeFields = { assemblies: AssemblyFields; products: ProductFields }
export type MadeTable = keyof MadeFields

/** @returns only the id: the caller reads the rest after the lines are stored. */
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

/** @param version the version that was edited; null takes any. @returns undefined when no such record has that version */
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
