import { Outlet } from '@tanstack/react-router'
import type { ItemType } from 'contract/inventory/imports.ts'
import type { Layout, ListName, ListView } from 'contract/settings/preferences.ts'
import { type ReactNode, useMemo } from 'react'
import { useIsPhone } from '../../shared/page/use-is-phone.ts'
import type { Deletion } from '../../shared/record/deletion.tsx'
import { useCan } from '../../shared/session/session.ts'
import type { Column } from '../../shared/table/columns/columns.ts'
import { DataTable } from '../../shared/table/grid/data-table.tsx'
import { ListContent } from '../../shared/table/grid/list-table.tsx'
import { formatTotal, type PageCount, Pager } from '../../shared/table/grid/pager.tsx'
import { Count, ListPage } from '../../shared/table/list-page.tsx'
import type { List } from '../../shared/table/list-state.ts'
import { BulkBar } from '../../shared/table/rows/bulk-bar.tsx'
import { useRowActions } from '../../shared/table/rows/row-actions.tsx'
import type { RowSelection } from '../../shared/table/rows/row-selection.tsx'
import { LayoutSwitch } from '../../shared/table/toolbar/layout-switch.tsx'
import { ListToolbar } from '../../shared/table/toolbar/list-toolbar.tsx'
import { useListView, useListViewChange } from '../../shared/table/views/list-view.ts'
import { ItemCards, type ItemCardsProps, onHandFact } from './item-cards.tsx'
import { ListActions } from './list-actions.tsx'

type Item = { id: string; stockLevel: number }

type ItemsPageProps<Row extends Item> = Pick<ItemCardsProps<Row>, 'titleOf' | 'facts' | 'badges' | 'content'> & {
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
  columns: Column<Row>[]
  selection: RowSelection
  deletion: Deletion
  /** Shown here while nothing is stored. */
  empty: ReactNode
}

/** The list of assemblies or products, as rows or as cards: each opens to show its components. On phones they are cards. */
export function ItemsPage<Row extends Item>(props: ItemsPageProps<Row>) {
  const { title, type, noun, list, query, selection, deletion, empty, titleOf, badges, content } = props
  const canWrite = useCan('inventory.write')
  const { data } = query
  const { columns, facts } = useStock(props)
  const nameOf = (row: Row) => `${titleOf(row).number} ${titleOf(row).name}`
  const actions = useRowActions<Row>({
    list,
    mayChange: canWrite,
    onDelete: (row) => deletion.ask({ id: row.id, ...titleOf(row) }),
  })
  const { layout, switcher } = useLayout(list, columns)
  const isStale = query.isPlaceholderData
  const choosing = { actions, ...(canWrite && { selection }) }
  return (
    <ListPage
      title={title}
      counts={data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'total'} />}
      actions={<ListActions type={type} noun={noun} list={list} columns={columns} onAdd={() => list.open('new')} />}
    >
      <ListToolbar
        list={list}
        label={`Search ${type}`}
        columns={columns}
        isSortedHere={layout === 'cards'}
        onNew={canWrite && (() => list.open('new'))}
      >
        {switcher}
      </ListToolbar>
      <ListContent list={list} nouns={type} deletedType={noun.toLowerCase()} query={query} empty={empty}>
        {layout === 'cards' ? (
          <ItemCards
            label={title}
            {...{ list, isStale, titleOf, facts, content, ...(badges && { badges }), ...choosing }}
            rows={data?.items}
          />
        ) : (
          <DataTable
            label={title}
            {...{ list, isStale, columns, ...choosing }}
            rows={data?.items}
            nameOf={nameOf}
            opened={content}
          />
        )}
        <Pager list={list} page={data} />
      </ListContent>
      <BulkBar selection={selection} page={data} onDelete={() => deletion.ask(selection)} />
      {deletion.dialog}
      <Outlet />
    </ListPage>
  )
}

/** What is on hand, as a column and on the cards, as soon as one of the shown items is in stock: many companies keep no stock of what they make. */
function useStock<Row extends Item>({ columns, facts, query: { data } }: ItemsPageProps<Row>) {
  const hasStock = data?.items.some(({ stockLevel }) => stockLevel !== 0) ?? false
  return useMemo(
    () =>
      hasStock
        ? { columns, facts: (row: Row) => [onHandFact(row.stockLevel), ...facts(row)] }
        : { columns: columns.filter(({ key }) => key !== 'stockLevel'), facts },
    [hasStock, columns, facts],
  )
}

const choices = ['list', 'cards'] as const satisfies Layout[]

/** Rows or cards, as the person chose. On phones there is room only for cards, so there is no choice. */
function useLayout(list: List, columns: Pick<Column<never>, 'key' | 'isOptional'>[]) {
  const isPhone = useIsPhone()
  const { name, view, viewId } = useListView(list, columns)
  const layout = isPhone || view.layout === 'cards' ? 'cards' : 'list'
  return { layout, switcher: name && !isPhone && <ItemsLayout {...{ name, view, viewId, layout }} /> } as const
}

type ItemsLayoutProps = { name: ListName; view: ListView; viewId: string | undefined; layout: 'list' | 'cards' }

function ItemsLayout({ name, view, viewId, layout }: ItemsLayoutProps) {
  const change = useListViewChange(name, viewId)
  return <LayoutSwitch choices={choices} layout={layout} onChange={(next) => change({ ...view, layout: next })} />
}
