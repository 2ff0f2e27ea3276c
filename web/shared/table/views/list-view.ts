import { useMutation, useQuery } from '@tanstack/react-query'
import { type ListName, type ListView, listNames, type Preferences } from 'contract/settings/preferences.ts'
import { useLayoutEffect, useMemo } from 'react'
import { client } from '../../api/api.ts'
import { queries } from '../../api/queries.ts'
import { useShownAppearance } from '../../appearance/appearance.ts'
import { failedTo } from '../../feedback/toasts.ts'
import { copiedPreferences, preferencesQuery, savingPreferences } from '../../session/preferences.ts'
import { sharedValue } from '../../shared-value.ts'
import { type Column, inOrder } from '../columns/columns.ts'
import { changeColumns, useViews, type ViewedState } from './views.ts'

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

/**
 * Changes the look of a list for the person at once, and stores it; reports a failure. In a saved view the look changes only for now, until
 * the view is saved.
 */
export function useListViewChange(name: ListName, viewId: string | undefined): (view: ListView) => void {
  const key = `list.${name}` as const
  const { queryKey } = preferencesQuery
  const saving = useMutation({
    scope: savingPreferences,
    mutationFn: (value: ListView) => client.preferences.put({ key, value }),
    onError: (error) => {
      failedTo('remember your choice')(error)
      void queries.invalidateQueries({ queryKey })
    },
  })
  return (value) => {
    if (viewId) return void changeColumns(viewId, value)
    // Update at once, not when the mutation begins: a ticked box must not jump back for a moment.
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (before: Preferences | undefined) => ({
      ...(before ?? copiedPreferences()),
      [key]: value,
    }))
    saving.mutate(value)
  }
}

/** The default columns of the list, in their default order and widths. */
export const withUsualColumns = ({
  columns: _,
  columnOrder: _order,
  columnWidths: _widths,
  ...rest
}: ListView): ListView => rest

/** The keys of columns that a list has left out for want of room, by the name of the list: the table says it, the View menu shows it. */
const hidden = sharedValue<Record<string, string>>({})

/** @param keys those that the person would see in a wider window */
export function useHiddenColumnsReport(list: string, keys: string): void {
  useLayoutEffect(() => hidden.set({ ...hidden.get(), [list]: keys }), [list, keys])
}

export const useHiddenColumns = (list: string): string[] => hidden.use((keys) => keys[list] ?? '').split(' ')
