import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { useCompanyId } from '../../shared/session/session.ts'
import { ListExport, type ListExportProps } from '../../shared/table/toolbar/list-export.tsx'

/** The export of a noun's list. */
export function ItemExport({
  type,
  ...rest
}: Pick<ListExportProps, 'list' | 'columns' | 'startsOpen'> & { type: ItemType }) {
  const companyId = useCompanyId()
  return <ListExport {...rest} known={itemCatalogues[type].fields} from={`/api/companies/${companyId}/lists/${type}`} />
}
