import { SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { type Layout, type ListName, type ListView, layouts } from 'contract/settings/preferences.ts'
import type { Column } from '../../shared/table/columns.ts'
import type { List } from '../../shared/table/list-state.ts'
import { useListView } from '../../shared/table/list-view.ts'
import { useListViewChange } from '../../shared/table/list-view-change.ts'

const labels: Record<Layout, string> = { list: 'List', cards: 'Cards' }

/** Rows or cards, as the person chose; on phones there is room for cards only, and nothing to choose. */
export function useLayout(list: List, columns: Pick<Column<never>, 'key' | 'isOptional'>[]) {
  const isPhone = useMediaQuery('(max-width: 48em)', undefined, { getInitialValueInEffect: false })
  const { name, view, viewId } = useListView(list, columns)
  const layout: Layout = isPhone ? 'cards' : (view.layout ?? 'list')
  return { layout, switcher: name && !isPhone && <LayoutSwitch {...{ name, view, viewId, layout }} /> }
}

type LayoutSwitchProps = { name: ListName; view: ListView; viewId: string | undefined; layout: Layout }

function LayoutSwitch({ name, view, viewId, layout }: LayoutSwitchProps) {
  const change = useListViewChange(name, viewId)
  return (
    <SegmentedControl
      size="xs"
      aria-label="Layout"
      value={layout}
      data={layouts.map((value) => ({ value, label: labels[value] }))}
      onChange={(next) => change({ ...view, layout: next })}
    />
  )
}
