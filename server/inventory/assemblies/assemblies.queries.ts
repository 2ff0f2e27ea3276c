import { type AssemblyFields, AssemblyItem } from 'contract/inventory/assemblies.ts'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/handle.ts'
import type { ListSource } from '../../platform/database/list-page.ts'
import { rowOf } from '../../platform/database/rows.ts'

const { vendorName: _vendorName, componentCount: _componentCount, fileCount: _fileCount, ...shape } = AssemblyItem.shape
const columns = Object.keys(shape) as (keyof typeof shape)[]

const derived = sql`
  (select v.name from vendors v where v.company_id = t.company_id and v.id = t.vendor_id) as vendor_name,
  (select count(*) from bom_lines l where l.company_id = t.company_id and l.parent_id = t.id) as component_count,
  (select count(*) from files f where f.company_id = t.company_id and f.assembly_id = t.id) as file_count`

export const assemblySource: ListSource<typeof AssemblyItem> = {
  table: 'assemblies',
  row: AssemblyItem,
  keyColumn: 'assemblyNumber',
  columns,
  extra: derived,
}

export async function getAssembly(db: Db, companyId: string, id: string): Promise<AssemblyItem | undefined> {
  return rowOf(
    db,
    AssemblyItem,
    sql`select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}, ${derived}
    from assemblies t where t.company_id = ${companyId} and t.id = ${id}`,
  )
}

/** @returns its id: the rest is read when its lines are there. */
export function insertAssembly(
  db: Db,
  companyId: string,
  fields: Partial<AssemblyFields> & Pick<AssemblyFields, 'name' | 'assemblyNumber'>,
) {
  return db
    .insertInto('assemblies')
    .values({ ...fields, companyId })
    .returning('id')
    .executeTakeFirstOrThrow()
}

/** @param version the version that was edited; null takes any. Undefined when there is no such assembly in that version. */
export function updateAssembly(
  db: Db,
  companyId: string,
  id: string,
  fields: Partial<AssemblyFields>,
  version: number | null,
) {
  return db
    .updateTable('assemblies')
    .set({ ...fields, updatedAt: new Date().toISOString() })
    .where('companyId', '=', companyId)
    .where('id', '=', id)
    .$if(version !== null, (query) => query.where('version', '=', version))
    .returning('id')
    .executeTakeFirst()
}
