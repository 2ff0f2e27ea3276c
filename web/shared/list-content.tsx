import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { type ReactNode, useEffect } from 'react'
import { EmptyState, LoadFailure } from './empty-state.tsx'
import type { List } from './list-state.ts'
import type { PageCount } from './pager.tsx'

type ListContentProps = {
  list: List
  /** What is listed: 'vendors'. */
  nouns: string
  /** What failed when it could not be read: 'load', unless spec.md 8 has another word. */
  verb?: string
  query: { data: (PageCount & { items: unknown[] }) | undefined; error: unknown; refetch: () => unknown }
  /** What stands here while nothing is stored at all. */
  empty: ReactNode
  children: ReactNode
}

/** The table, or why there is none: failed, nothing stored, nothing found. */
export function ListContent({ list, nouns, verb, query, empty, children }: ListContentProps) {
  const { data, error } = query
  const { set, page, pageSize } = list
  const lastPage = data ? Math.max(1, Math.ceil(data.total / pageSize)) : page
  useEffect(() => {
    // The last rows of the last page were deleted, or a link is older than they are.
    if (data?.items.length === 0 && page > lastPage) set({ page: lastPage })
  }, [data, page, lastPage, set])

  if (error && !data) return <LoadFailure what={nouns} verb={verb} error={error} onRetry={() => void query.refetch()} />
  if (data?.total !== 0) return children
  return list.isNarrowed ? <NothingFound list={list} nouns={nouns} /> : empty
}

function NothingFound({ list, nouns }: { list: List; nouns: string }) {
  const clear = () =>
    list.set({ q: undefined, ...Object.fromEntries(Object.keys(list.filters).map((name) => [name, undefined])) })
  return (
    <EmptyState
      icon={<IconSearchOff size={20} stroke={1.6} />}
      title={`No ${nouns} found`}
      actions={
        <Button variant="default" onClick={clear}>
          Clear search and filters
        </Button>
      }
    >
      {list.q ? `Nothing matches “${list.q}”.` : 'Nothing matches these filters.'}
    </EmptyState>
  )
}
