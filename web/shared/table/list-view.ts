import { useMutation, useQuery } from '@tanstack/react-query'
import { type ListName, type ListView, listNames, type Preferences } from 'contract/settings/preferences.ts'
import { useMemo } from 'react'
import { client } from '../api/api.ts'
import { queries } from '../api/queries.ts'
import { useShownAppearance } from '../appearance/appearance.ts'
import { failedTo } from '../feedback/toasts.ts'
import { preferencesQuery, savingPreferences } from '../session/preferences.ts'
import type { Column } from './columns.ts'
import { useViews, type ViewedState } from './views.ts'

/** The name of a list is the last word of its path: '/inventory/parts' is 'parts'. Settings of unknown lists are not saved. */
function nameOf(path: string): ListName | null {
  const word = path.split('/').at(-1)
  return listNames.find((name) => name === word) ?? null
}

/** The person's settings for a list, or those of the saved view that is shown: columns and density. The first column and the sorted one are always shown. */
export function useListView<Shown extends Pick<Column<never>, 'key' | 'isOptional'>>(
  list: Omit<ViewedState, 'isAsFound' | 'set'>,
  columns: Shown[],
) {
  const name = nameOf(list.path)
  const { data, isPending } = useQuery(preferencesQuery)
  const { columns: ofView, active } = useViews(list)
  const view: ListView = ofView ?? ((name && data?.[`list.${name}`]) || nothingChosen)
  const { isCompact } = useShownAppearance()
  const { columns: chosen, density = isCompact ? 'compact' : 'comfortable' } = view
  const isChosen = ({ key, isOptional }: Shown) => chosen?.[key] ?? !isOptional
  // Add it only if it would be hidden: a new array of columns renders all rows again.
  const sorting = columns.find((column) => column.key === list.sort && !isChosen(column))?.key
  // biome-ignore lint/correctness/useExhaustiveDependencies: isChosen is made of chosen
  const shown = useMemo(
    () => columns.filter((column, index) => index === 0 || column.key === sorting || isChosen(column)),
    [columns, chosen, sorting],
  )
  return { name, view, columns: shown, density, isReady: name === null || !isPending, viewId: ofView && active?.id }
}

const nothingChosen: ListView = {}

/** Changes the choice at once and remembers it; says so when that fails. */
export function useListViewChange(name: ListName): (view: ListView) => void {
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
    // Update at once, not when the mutation begins: a ticked box must not jump back for a moment.
    void queries.cancelQueries({ queryKey })
    queries.setQueryData(queryKey, (before: Preferences | undefined) => ({ ...before, [key]: value }))
    saving.mutate(value)
  }
}
