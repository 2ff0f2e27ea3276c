import { useQuery } from '@tanstack/react-query'
import { type ListName, type ListView, listNames } from 'contract/settings/preferences.ts'
import { useMemo } from 'react'
import { useShownAppearance } from '../../appearance/appearance.ts'
import { preferencesQuery } from '../../session/preferences.ts'
import { inOrder } from '../columns/column-order.ts'
import type { Column } from '../columns/columns.ts'
import { useViews, type ViewedState } from './views.ts'

/** Settings of unknown lists are not saved. */
export const nameOf = (list: { name: string }): ListName | null => listNames.find((name) => name === list.name) ?? null

/**
 * The person's settings for a list, or those of the shown saved view. The first column and the sorted one are always shown.
 * @returns all columns and the shown ones, in the person's order
 */
export function useListView<Shown extends Pick<Column<never>, 'key' | 'isOptional'>>(
  list: Omit<ViewedState, 'isAsFound' | 'set'>,
  columns: Shown[],
) {
  const name = nameOf(list)
  const { data, isPending } = useQuery(preferencesQuery)
  const { columns: ofView, active } = useViews(list)
  const view: ListView = ofView ?? ((name && data?.[`list.${name}`]) || nothingChosen)
  const { isCompact } = useShownAppearance()
  const { columns: chosen, columnOrder, density = isCompact ? 'compact' : 'comfortable' } = view
  const all = useMemo(() => inOrder(columns, columnOrder), [columns, columnOrder])
  const isChosen = ({ key, isOptional }: Shown) => chosen?.[key] ?? !isOptional
  // Add it only if it would be hidden: a new array of columns renders all rows again.
  const sorting = columns.find((column) => column.key === list.sort && !isChosen(column))?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: isChosen is made of chosen
  const shown = useMemo(
    () => all.filter((column, index) => index === 0 || column.key === sorting || isChosen(column)),
    [all, chosen, sorting],
  )
  const isReady = name === null || !isPending
  return { name, view, all, columns: shown, density, isReady, viewId: ofView && active?.id }
}

const nothingChosen: ListView = {}
