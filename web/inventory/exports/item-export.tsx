import type { Catalogue } from 'contract/catalogue.ts'
import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { ListExport, type ListExportProps } from '../../shared/table/list-export.tsx'

/** The export of a noun's list; a column is a field that has a place in it. */
export function ItemExport({ type, ...rest }: Pick<ListExportProps, 'list' | 'columns'> & { type: ItemType }) {
  const companyId = useCompanyId()
  const { fields }: Catalogue = itemCatalogues[type]
  const known = Object.fromEntries(Object.entries(fields).filter(([, { list }]) => list))
  return <ListExport {...rest} known={known} from={`/api/companies/${companyId}/lists/${type}`} />
}
