import { Button } from '@mantine/core'
import { IconSearchOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect } from 'react'
import { EmptyState, LoadFailure } from '../feedback/empty-state.tsx'
import { at } from '../page/at.ts'
import { usePlaces } from '../record/places.ts'
import { useCan } from '../session/session.ts'
import { companyOnly } from './list-search.ts'
import type { List } from './list-state.ts'
import type { PageCount } from './pager.tsx'

export type ListContentProps = {
  list: List
  /** The noun in the plural: 'vendors'. */
  nouns: string
  /** What could not be loaded, where product.md 8 does not call it by the nouns. */
  what?: string | undefined
  /** The verb after 'Failed to'; default: 'load'. product.md 8 has the exceptions. */
  verb?: string | undefined
  query: { data: (PageCount & { items: unknown[] }) | undefined; error: unknown; refetch: () => unknown }
  /** The kind of the records, as Recently Deleted calls it: a search that finds nothing leads there. */
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
  return list.isNarrowed ? <NothingFound list={list} nouns={nouns} deletedType={deletedType} /> : empty
}

type NothingFoundProps = { list: List; nouns: string; deletedType: string | undefined }

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
            Clear search and filters
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
    <Button variant="subtle" renderRoot={(props) => <Link {...at(deleted, search)} {...props} />}>
      Looking for something deleted?
    </Button>
  )
}
