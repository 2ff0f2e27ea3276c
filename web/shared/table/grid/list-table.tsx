import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { EmptyState, LoadFailure } from '../../feedback/empty-state.tsx'
import { at } from '../../page/at.ts'
import { usePlaces } from '../../record/places.ts'
import { useCan } from '../../session/session.ts'
import { companyOnly } from '../list-search.ts'
import type { List } from '../list-state.ts'
import { DataTable, type DataTableProps } from './data-table.tsx'
import { type PageCount, Pager } from './pager.tsx'

export type ListTableProps<Row extends { id: string }> = Omit<ListContentProps, 'children' | 'query'> &
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

type ListContentProps = {
  list: List
  /** The noun in the plural: 'vendors'. */
  nouns: string
  /** The words for what could not be loaded, if product.md 8 does not use the nouns. */
  what?: string | undefined
  /** The verb after 'Failed to'; default: 'load'. product.md 8 has the exceptions. */
  verb?: string | undefined
  query: { data: (PageCount & { items: unknown[] }) | undefined; error: unknown; refetch: () => unknown }
  /** The kind of the records in Recently Deleted: a search without a match leads there. */
  deletedType?: string | undefined
  /** Shown here while nothing is stored at all. */
  empty: ReactNode
  children: ReactNode
}

/** The table, or the reason why there is none: failed, nothing stored, nothing found. */
export function ListContent({
  list,
  nouns,
  what = nouns,
  verb,
  deletedType,
  query,
  empty,
  children,
}: ListContentProps) {
  const { data, error } = query
  const { set, page, pageSize } = list
  const lastPage = data ? Math.max(1, Math.ceil(data.total / pageSize)) : page
  useEffect(() => {
    // The page no longer exists: its rows were deleted, or the link is old.
    if (data?.items.length === 0 && page > lastPage) set({ page: lastPage })
  }, [data, page, lastPage, set])

  if (error && !data) return <LoadFailure what={what} verb={verb} error={error} onRetry={() => void query.refetch()} />
  if (data?.total !== 0) return children
  if (!list.isNarrowed) return empty
  return <NothingFound list={list} nouns={nouns} deletedType={deletedType} />
}

type NothingFoundProps = { list: List; nouns: string; deletedType: string | undefined }

/** Shown instead of a list when search or filters find nothing. */
function NothingFound({ list, nouns, deletedType }: NothingFoundProps) {
  const canRestore = useCan('activity.undo')
  const clear = () =>
    list.set({ q: undefined, ...Object.fromEntries(Object.keys(list.filters).map((name) => [name, undefined])) })
  return (
    <EmptyState
      icon={<IconSearchOff size={20} stroke={1.6} />}
      title={`No ${nouns} found`}
      actions={
        <>
          <Button variant="default" onClick={clear}>
            Clear Search and Filters
          </Button>
          {deletedType && canRestore && <DeletedLink type={deletedType} q={list.q} />}
        </>
      }
    >
      {list.q ? `Nothing matches “${list.q}”.` : 'Nothing matches these filters.'}
    </EmptyState>
  )
}

function DeletedLink({ type, q }: { type: string; q: string }) {
  const { deleted } = usePlaces()
  const search = (before: { company?: string }) => ({ ...companyOnly(before), type, ...(q && { q }) })
  return (
    <Button variant="subtle" component={Link} {...at(deleted, search)}>
      Looking for something deleted?
    </Button>
  )
}
