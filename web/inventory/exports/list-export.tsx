import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Catalogue } from 'contract/catalogue.ts'
import { itemCatalogues } from 'contract/inventory/catalogues.ts'
import type { ItemType } from 'contract/inventory/imports.ts'
import { listFileFormats } from 'contract/inventory/list-files.ts'
import type { Column } from '../../shared/table/columns.ts'
import type { List } from '../../shared/table/list-state.ts'
import { useListView } from '../../shared/table/list-view.ts'

/** `columns`: of the list, for those that are shown; without them the file has the usual ones. */
type ListExportProps = { type: ItemType; list: List; columns?: Pick<Column<never>, 'key' | 'isOptional'>[] | undefined }

const labels = { csv: 'CSV', xlsx: 'Excel (XLSX)' }

/** The rows that the list finds, on all its pages, in its order and with its columns, as a file. */
export function ListExport({ type, list, columns = [] }: ListExportProps) {
  const { columns: shown } = useListView(list, columns)
  // A list may show what is no field, such as a number of components.
  const { fields }: Catalogue = itemCatalogues[type]
  const named = shown.filter(({ key }) => fields[key]?.list)
  return (
    <Menu shadow="md" position="bottom-end" transitionProps={{ duration: 80 }}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={15} stroke={1.6} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{list.isNarrowed ? 'What the list shows now, all pages' : 'The whole list'}</Menu.Label>
        {listFileFormats.map((format) => (
          <Menu.Item key={format} component="a" href={addressOf(list, { format, shown: named })} download>
            {labels[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

type Wanted = { format: string; shown: Pick<Column<never>, 'key'>[] }

function addressOf({ path, input }: List, { format, shown }: Wanted): string {
  const { companyId, page, pageSize, ...query } = input as Record<string, string | number | boolean | undefined>
  const search = new URLSearchParams({ format })
  if (shown.length > 0) search.set('columns', shown.map(({ key }) => key).join(','))
  for (const [key, value] of Object.entries(query)) if (value !== undefined) search.set(key, String(value))
  return `/api/companies/${companyId}/lists/${path.split('/').at(-1)}?${search}`
}
