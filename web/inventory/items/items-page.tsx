import { Outlet } from '@tanstack/react-router'
import type { ItemType } from 'contract/inventory/imports.ts'
import type { ReactNode } from 'react'
import type { Deletion } from '../../shared/record/deletion.tsx'
import { useCan } from '../../shared/session/session.ts'
import { BulkBar } from '../../shared/table/bulk-bar.tsx'
import type { Column } from '../../shared/table/columns.ts'
import { ListContent } from '../../shared/table/list-content.tsx'
import { Count, ListPage } from '../../shared/table/list-page.tsx'
import type { List } from '../../shared/table/list-state.ts'
import { ListToolbar } from '../../shared/table/list-toolbar.tsx'
import { formatTotal, type PageCount, Pager } from '../../shared/table/pager.tsx'
import { useRowActions } from '../../shared/table/row-action.ts'
import type { RowSelection } from '../../shared/table/row-selection.ts'
import { ItemCards, type ItemCardsProps } from './item-cards.tsx'
import { ListActions } from './list-actions.tsx'

type ItemsPageProps<Row extends { id: string }> = Pick<
  ItemCardsProps<Row>,
  'titleOf' | 'facts' | 'badges' | 'content'
> & {
  title: string
  type: ItemType
  /** 'Assembly' */
  noun: string
  list: List
  query: {
    data: (PageCount & { items: Row[] }) | undefined
    isPlaceholderData: boolean
    error: unknown
    refetch: () => unknown
  }
  sorts: Pick<Column<Row>, 'key' | 'title' | 'isSortable'>[]
  selection: RowSelection
  deletion: Deletion
  /** Shown here while nothing is stored. */
  empty: ReactNode
}

/** The list of assemblies or products: each card opens to show its components. */
export function ItemsPage<Row extends { id: string }>(props: ItemsPageProps<Row>) {
  const { title, type, noun, list, query, sorts, selection, deletion, empty, titleOf, facts, badges, content } = props
  const canWrite = useCan('inventory.write')
  const { data } = query
  const actions = useRowActions<Row>({ list, mayChange: canWrite, onDelete: ({ id }) => deletion.ask({ id }) })
  return (
    <ListPage
      title={title}
      counts={data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'total'} />}
      actions={<ListActions type={type} noun={noun} list={list} onAdd={() => list.open('new')} />}
    >
      <ListToolbar
        list={list}
        label={`Search ${type}`}
        columns={sorts}
        isSortedHere
        onNew={canWrite && (() => list.open('new'))}
      />
      <ListContent list={list} nouns={type} deletedType={noun.toLowerCase()} query={query} empty={empty}>
        <ItemCards
          label={title}
          list={list}
          rows={data?.items}
          isStale={query.isPlaceholderData}
          {...{ titleOf, facts, content, ...(badges && { badges }) }}
          actions={actions}
          {...(canWrite && { selection })}
        />
        <Pager list={list} page={data} />
      </ListContent>
      <BulkBar selection={selection} page={data} onDelete={() => deletion.ask(selection)} />
      {deletion.dialog}
      <Outlet />
    </ListPage>
  )
}
