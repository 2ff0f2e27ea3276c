import { Assembly, AssemblyItem, assemblyCatalogue, ListedAssembly } from 'contract/inventory/assemblies.ts'
import { sql } from 'kysely'
import { attachedTo, itemFiles } from '../../files/public.ts'
import type { Db } from '../../platform/database/handle.ts'
import { rowOf } from '../../platform/database/rows.ts'
import { readableSopOf } from '../items/linked-sop.queries.ts'
import { listSourceOf, pictured } from '../items/list-source.ts'
import { madeItems } from '../items/made-items.ts'

const { vendorName: _vendorName, componentCount: _componentCount, fileCount: _fileCount, ...shape } = AssemblyItem.shape
const columns = Object.keys(shape) as (keyof typeof shape)[]

const derived = sql`
  (select v.name from vendors v where v.company_id = t.company_id and v.id = t.vendor_id) as vendor_name,
  (select count(*) from bom_lines l where l.company_id = t.company_id and l.parent_id = t.id) as component_count`

export const assemblySource = listSourceOf(assemblyCatalogue, AssemblyItem, {
  columns,
  extra: derived,
  together: { values: itemFiles.values, columns: itemFiles.fileCount },
})
export const assemblyPage = pictured(assemblySource, ListedAssembly)

const AssemblyRow = Assembly.omit({ components: true, fileCount: true })

async function getAssembly(db: Db, companyId: string, id: string): Promise<Omit<Assembly, 'components'> | undefined> {
  const row = await rowOf(
    db,
    AssemblyRow,
    sql`select ${sql.join(columns.map((column) => sql.ref(`t.${column}`)))}, ${derived}, ${readableSopOf('t')} as sop, ${attachedTo('t')} as files
    from assemblies t where t.company_id = ${companyId} and t.id = ${id}`,
  )
  return row && { ...row, fileCount: row.files.length }
}

export const assemblyItems = madeItems('assemblies', getAssembly, (assembly, components) => ({
  ...assembly,
  components,
}))
