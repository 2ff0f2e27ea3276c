import { Outlet } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'
import { ListTable, type ListTableProps } from './grid/list-table.tsx'
import { formatTotal } from './grid/pager.tsx'
import { Count, ListPage } from './list-page.tsx'
import { BulkBar } from './rows/bulk-bar.tsx'
import { ListToolbar } from './toolbar/list-toolbar.tsx'

type ListScreenProps<Row extends { id: string }> = Omit<ListTableProps<Row>, 'label'> &
  Pick<ComponentProps<typeof ListPage>, 'title' | 'isSection' | 'counts'> &
  Pick<ComponentProps<typeof ListToolbar<Row>>, 'filters' | 'onNew'> & {
    /** The name of the table; default: the title. */
    label?: string
    /** The buttons beside the title. */
    buttons?: ReactNode
    /** The label of the search; default: 'Search' and the nouns. */
    search?: string
    /** Between the title and the tools, and between the tools and the table. */
    lead?: ReactNode
    notice?: ReactNode
    /** What can be done with the chosen rows. */
    bulk?: Omit<ComponentProps<typeof BulkBar>, 'selection' | 'page'>
    /** The dialogs of the screen; those with an address of their own come by themselves. */
    children?: ReactNode
  }

/** A screen that is one list: title, figures and buttons; search, filters and view; table, pager and actions on the chosen rows. */
export function ListScreen<Row extends { id: string }>(props: ListScreenProps<Row>) {
  const { title, isSection, counts, buttons, lead, search, filters, onNew, notice, bulk, children, ...table } = props
  const { list, nouns, query, columns, selection } = table
  const { data } = query
  return (
    <ListPage
      title={title}
      {...(isSection && { isSection })}
      counts={counts ?? (data && <Count value={formatTotal(data)} label={list.isNarrowed ? 'found' : 'total'} />)}
      actions={buttons}
    >
      {lead}
      <ListToolbar {...{ list, columns, onNew }} label={search ?? `Search ${nouns}`} {...(filters && { filters })} />
      {notice}
      <ListTable label={title} {...table} />
      {bulk && selection && <BulkBar selection={selection} page={data} {...bulk} />}
      {children}
      <Outlet />
    </ListPage>
  )
}
