import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { listFileFormats } from 'contract/inventory/list-files.ts'
import type { Column } from '../../shared/table/columns.ts'
import type { List } from '../../shared/table/list-state.ts'
import { useListView } from '../../shared/table/list-view.ts'

/** `columns`: of the list, for those that are shown; without them the file has the usual ones. */
type ListExportProps = { list: List; columns?: Pick<Column<never>, 'key' | 'isOptional'>[] | undefined }

const labels = { csv: 'CSV', xlsx: 'Excel (XLSX)' }

/** The rows that the list finds, on all its pages, in its order and with its columns, as a file. */
export function ListExport({ list, columns = [] }: ListExportProps) {
  const { columns: shown } = useListView(list, columns)
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
          <Menu.Item key={format} component="a" href={addressOf(list, { format, shown })} download>
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
