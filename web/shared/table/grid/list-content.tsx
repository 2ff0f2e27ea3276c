import { type ReactNode, Suspense, useEffect } from 'react'
import { LoadFailure } from '../../feedback/empty-state.tsx'
import { lazy } from '../../page/code.ts'
import { later } from '../../page/later.ts'
import type { List } from '../list-state.ts'
import type { PageCount } from './pager.tsx'

// A first list is never a search without a match.
const code = later(() => import('./nothing-found.tsx'))
const NothingFound = lazy(async () => ({ default: (await code.now()).NothingFound }))

export type ListContentProps = {
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
  return (
    <Suspense>
      <NothingFound list={list} nouns={nouns} deletedType={deletedType} />
    </Suspense>
  )
}
