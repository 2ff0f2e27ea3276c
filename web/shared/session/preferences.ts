import { useMutation, useQuery } from '@tanstack/react-query'
import type { Appearance } from 'contract/settings/appearance.ts'
import type { Preferences } from 'contract/settings/preferences.ts'
import { useEffect } from 'react'
import { api, client } from '../api/api.ts'
import { queries } from '../api/queries.ts'
import { keepAppearance } from '../appearance/appearance.ts'

/** Where this browser keeps a copy, so that the first paint of a list has its columns. It goes with what was opened last (record/recent.ts). */
const copyKey = 'recent preferences'

/** What the signed-in person has chosen, for lists and for the look; the shell loads it at once. */
export const preferencesQuery = api.preferences.get.queryOptions({
  staleTime: Number.POSITIVE_INFINITY,
  placeholderData: copiedPreferences,
})

/** The copy of this browser, until the server has answered. */
export function copiedPreferences(): Preferences | undefined {
  try {
    return JSON.parse(localStorage.getItem(copyKey) ?? '') as Preferences
  } catch {
    return undefined
  }
}

/** Saves one after the other, so that the last choice wins. */
export const savingPreferences = { id: 'preferences' }

/** Shows the look that the person has saved, on whatever device. */
export function useSavedAppearance(): void {
  const { data, isPlaceholderData } = useQuery(preferencesQuery)
  const look = isPlaceholderData ? undefined : data?.appearance
  useEffect(() => {
    if (look) keepAppearance(look)
  }, [look])
  useEffect(() => {
    if (!data || isPlaceholderData) return
    try {
      localStorage.setItem(copyKey, JSON.stringify(data))
    } catch {
      // The browser keeps nothing: then lists wait for the server.
    }
  }, [data, isPlaceholderData])
}

/** Shows a look at once and saves it for the person. */
export function useAppearanceSaving(told: { onSuccess?: () => void; onError: (error: unknown) => void }) {
  const { queryKey } = preferencesQuery
  return useMutation({
    scope: savingPreferences,
    mutationFn: (look: Appearance) => client.preferences.putAppearance(look),
    onMutate: (look) => {
      void queries.cancelQueries({ queryKey })
      keepAppearance(look)
      queries.setQueryData(queryKey, (before: Preferences | undefined) => ({ ...before, appearance: look }))
    },
    onSuccess: told.onSuccess,
    onError: (error) => {
      told.onError(error)
      void queries.invalidateQueries({ queryKey })
    },
  })
}
