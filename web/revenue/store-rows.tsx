import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { RevenueSummary } from 'contract/revenue/revenue.ts'
import { type ReactNode, useState } from 'react'
import { failedTo } from '../shared/feedback/toasts.ts'
import bare from '../shared/table/grid/bare-table.module.css'
import { Heads } from '../shared/table/grid/heads.tsx'
import classes from './revenue.module.css'

export type TablesProps = { companyId: string; revenue: RevenueSummary; currency: string; timeZone: string }

export const pageSize = 100

type More<Row> = { rows: Row[]; hasMore: boolean; isLoading: boolean; load: () => void }

type Page<Row> = { items: Row[]; next: string | null }

/** The first rows came with the summary; the first press loads a longer page that begins with them. */
export function useMore<Row>(
  load: (after: string | undefined) => Promise<Page<Row>>,
  key: unknown[],
  first: Row[],
): More<Row> {
  const [isWanted, setWanted] = useState(false)
  const { data, hasNextPage, isFetching, fetchNextPage } = useInfiniteQuery({
    queryKey: [['revenue', 'rows', ...key]],
    queryFn: ({ pageParam }) => load(pageParam),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }: Page<Row>) => next ?? undefined,
    enabled: isWanted,
  })
  return {
    rows: data?.pages.flatMap(({ items }) => items) ?? first,
    hasMore: data ? hasNextPage : first.length >= 50,
    isLoading: isFetching,
    load: () => {
      if (!isWanted) return setWanted(true)
      void fetchNextPage().then(({ error }) => error && failedTo('load more')(error))
    },
  }
}

type RowsProps = {
  name: string
  heads: string[]
  total: number
  more: Omit<More<unknown>, 'rows'>
  children: ReactNode[]
}

/** @param heads a '#' at the end marks a column of numbers */
export function Rows({ name, heads, total, more, children }: RowsProps) {
  if (children.length === 0) return <p className={`text-sm text-muted ${classes.none}`}>No {name.toLowerCase()} yet.</p>
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard */}
      <section className={`overflow-auto ${classes.scroll}`} tabIndex={0} aria-label={name}>
        <table className={`${bare.table} ${classes.table}`}>
          <Heads
            of={heads.map((head) => head.replace('#', ''))}
            numeric={heads.flatMap((head) => (head.endsWith('#') ? head.slice(0, -1) : []))}
          />
          <tbody>{children}</tbody>
        </table>
      </section>
      <footer className={`row justify-between gap-4 text-sm text-muted ${classes.foot}`}>
        {children.length.toLocaleString('en-US')} of {Math.max(total, children.length).toLocaleString('en-US')}
        {more.hasMore && (
          <Button variant="default" size="compact-sm" loading={more.isLoading} onClick={more.load}>
            Show More
          </Button>
        )}
      </footer>
    </>
  )
}
