import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { ListExport, type ListExportProps } from '../../shared/table/toolbar/list-export.tsx'

type ItemExportProps = Pick<ListExportProps, 'list' | 'columns' | 'startsOpen'> & { type: ItemType }

/** The export of a noun's list. */
export const ItemExport = ({ type, ...rest }: ItemExportProps) => (
  <ListExport {...rest} name={type} known={itemCatalogues[type].fields} />
)
