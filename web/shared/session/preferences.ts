import { useMutation, useQuery } from '@tanstack/react-query'
import type { Appearance } from 'contract/settings/appearance.ts'
import type { Preferences } from 'contract/settings/preferences.ts'
import { useEffect } from 'react'
import { api, client } from '../api/api.ts'
import { queries } from '../api/queries.ts'
import { keepAppearance } from '../appearance/appearance.ts'

/**
 * The key of this browser's copy, so that a list has its columns at the first paint. It is deleted with the recent records
 * (record/recent.ts).
 */
const copyKey = 'recent preferences'

/** The choices of the signed-in person for lists and look; the shell loads them at once. */
export const preferencesQuery = api.preferences.get.queryOptions({
  staleTime: Number.POSITIVE_INFINITY,
  placeholderData: copiedPreferences,
})

/** The copy in this browser, until the server has answered. */
export function copiedPreferences(): Preferences | undefined {
  try {
    return JSON.parse(localStorage.getItem(copyKey) ?? '') as Preferences
  } catch {
    return undefined
  }
}

/** Saves one after the other, so that the last choice wins. */
export const savingPreferences = { id: 'preferences' }

/** Shows the look that the person has saved, on any device. */
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
      // The browser stores nothing, so lists wait for the server.
    }
  }, [data, isPlaceholderData])
}

/** Shows a look at once and saves it for the person. */
export function useAppearanceSaving(onError: (error: unknown) => void) {
  const { queryKey } = preferencesQuery
  return useMutation({
    scope: savingPreferences,
    mutationFn: (look: Appearance) => client.preferences.putAppearance(look),
    onMutate: (look) => {
      void queries.cancelQueries({ queryKey })
      keepAppearance(look)
      queries.setQueryData(queryKey, (before: Preferences | undefined) => ({ ...before, appearance: look }))
    },
    onError: (error) => {
      onError(error)
      void queries.invalidateQueries({ queryKey })
    },
  })
}
