import { useEffect, useState } from 'react'
import type { List } from '../list-state.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { ListContent, type ListContentProps } from './list-content.tsx'
import { type PageCount, Pager } from './pager.tsx'

type ListTableProps<Row extends { id: string }> = Omit<ListContentProps, 'children' | 'query'> &
  Omit<DataTableProps<Row>, 'rows' | 'isStale'> & {
    query: ListContentProps['query'] & {
      data: (PageCount & { items: Row[] }) | undefined
      isPlaceholderData: boolean
    }
  }

/** The table of a list and its pager, or the reason why there is none. */
export function ListTable<Row extends { id: string }>(props: ListTableProps<Row>) {
  const { list, nouns, what, verb, query, deletedType, empty, ...table } = props
  const { data, isPlaceholderData } = query
  const awaited = useAwaitedRows(list, data?.items.length)
  return (
    <ListContent {...{ list, nouns, what, verb, query, deletedType, empty }}>
      <DataTable list={list} rows={data?.items} isStale={isPlaceholderData} awaited={awaited} {...table} />
      <Pager list={list} page={data} />
    </ListContent>
  )
}

/**
 * The number of rows that a list had when this tab last showed it, so that it is as high while it loads. Undefined for a first visit. A browser that
 * refuses to store anything keeps no session either, so nobody sees a list there.
 */
function useAwaitedRows({ name, isNarrowed }: List, rows: number | undefined): number | undefined {
  const key = `rows of ${name}`
  const [awaited] = useState(() => Number(sessionStorage.getItem(key)) || undefined)
  useEffect(() => {
    if (rows && !isNarrowed) sessionStorage.setItem(key, `${rows}`)
  }, [key, rows, isNarrowed])
  return isNarrowed ? undefined : awaited
}
