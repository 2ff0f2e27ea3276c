import { useMutation } from '@tanstack/react-query'
import type { ListName, ListView, Preferences } from 'contract/settings/preferences.ts'
import { client } from '../../api/api.ts'
import { queries } from '../../api/queries.ts'
import { failedTo } from '../../feedback/toasts.ts'
import { copiedPreferences, preferencesQuery, savingPreferences } from '../../session/preferences.ts'
import { changeColumns } from './views.ts'

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
