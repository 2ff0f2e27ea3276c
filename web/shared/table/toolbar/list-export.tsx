import { Button, Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import type { Fields } from 'contract/catalogue.ts'
import { listFileFormats } from 'contract/list-files.ts'
import { type ReactNode, useState } from 'react'
import { success } from '../../feedback/toasts.ts'
import { useDownloadObstacle } from '../../form/obstacle.ts'
import { useCompanyId } from '../../session/session.ts'
import type { Column } from '../columns/columns.ts'
import type { List } from '../list-state.ts'
import { useListView } from '../views/list-view.ts'
import { useOfferedExport } from './export-place.tsx'

export type ListExportProps = {
  list: List
  /** The name of the file, and the end of its address: 'tasks'. */
  name: string
  /** Whether the list belongs to no company. */
  isOfAll?: boolean
  /** The columns of the list, to find the shown ones. */
  columns: Pick<Column<never>, 'key' | 'isOptional'>[]
  /** The fields of the noun: the file has columns for those with a place in the list. */
  known: Fields
  /** Things that the list shows beside its columns, such as a badge, as columns at the end. */
  besides?: string[]
  /** The tab that the list is in: 'My Tasks'. */
  tab?: string | undefined
  /** The button was pressed before the code had loaded. */
  startsOpen?: boolean
  /** Other files about the same, below those of the list. */
  children?: ReactNode
}

const labels = { csv: 'CSV', xlsx: 'Excel (XLSX)' }

/** All rows that the list finds, on all its pages and in its order, as a file: the whole list with all its columns, others with those shown. */
export function ListExport(props: ListExportProps) {
  const { list, name, isOfAll, columns, known, besides = [], tab, startsOpen = false, children } = props
  const [isOpen, setOpen] = useState(startsOpen)
  useOfferedExport(() => setOpen(true))
  const companyId = useCompanyId()
  const from = isOfAll ? `/api/lists/${name}` : `/api/companies/${companyId}/lists/${name}`
  const obstacle = useDownloadObstacle()
  const { all, columns: shown } = useListView(list, columns)
  const isWhole = !list.isNarrowed && tab === undefined
  // A list may show values that are not fields, such as a number of components.
  const named = [...(isWhole ? all : shown).map(({ key }) => key).filter((key) => known[key]?.list), ...besides]
  return (
    <Menu opened={isOpen} onChange={setOpen} shadow="md" position="bottom-end" transitionProps={{ duration: 80 }}>
      <Menu.Target>
        <Button variant="default" leftSection={<IconDownload size={15} stroke={1.6} />}>
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{obstacle ?? extentOf(list.isNarrowed, tab)}</Menu.Label>
        {listFileFormats.map((format) =>
          obstacle ? (
            <Menu.Item key={format} disabled>
              {labels[format]}
            </Menu.Item>
          ) : (
            <Menu.Item
              key={format}
              component="a"
              href={addressOf(from, list.input, format, named)}
              download
              onClick={() => success(`Export of ${tab ?? name.replaceAll('-', ' ')} started`)}
            >
              {labels[format]}
            </Menu.Item>
          ),
        )}
        {!obstacle && children}
      </Menu.Dropdown>
    </Menu>
  )
}

const extentOf = (isNarrowed: boolean, tab: string | undefined) =>
  isNarrowed
    ? `${tab ? `${tab} as shown` : 'What the list shows'} now, all pages`
    : tab
      ? `${tab}, all pages`
      : 'The whole list'

/** The query of the list, without the page, and without a company that is in the path. */
function addressOf(from: string, input: unknown, format: string, columns: string[]): string {
  const { page, pageSize, ...query } = input as Record<string, string | number | boolean | undefined>
  const search = new URLSearchParams({ format })
  if (columns.length > 0) search.set('columns', columns.join(','))
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && !(key === 'companyId' && from.includes(String(value)))) search.set(key, String(value))
  }
  return `${from}?${search}`
}
