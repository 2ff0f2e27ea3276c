import type { Layout, ListName, ListView } from 'contract/settings/preferences.ts'
import { useIsPhone } from '../../shared/page/use-is-phone.ts'
import type { Column } from '../../shared/table/columns/columns.ts'
import type { List } from '../../shared/table/list-state.ts'
import { LayoutSwitch } from '../../shared/table/toolbar/layout-switch.tsx'
import { useListView, useListViewChange } from '../../shared/table/views/list-view.ts'

const choices = ['list', 'cards'] as const satisfies Layout[]

/** Rows or cards, as the person chose. On phones there is room only for cards, so there is no choice. */
export function useLayout(list: List, columns: Pick<Column<never>, 'key' | 'isOptional'>[]) {
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
