import { useMutation, useQuery } from '@tanstack/react-query'
import type { Appearance } from 'contract/settings/appearance.ts'
import type { Preferences } from 'contract/settings/preferences.ts'
import { useEffect } from 'react'
import { api, client } from '../api/api.ts'
import { queries } from '../api/queries.ts'
import { keepAppearance } from '../appearance/appearance.ts'

/** What the signed-in person has chosen, for lists and for the look; the shell loads it at once. */
export const preferencesQuery = api.preferences.get.queryOptions({ staleTime: Number.POSITIVE_INFINITY })

/** Saves one after the other, so that the last choice wins. */
export const savingPreferences = { id: 'preferences' }

/** Shows the look that the person has saved, on whatever device. */
export function useSavedAppearance(): void {
  const { data } = useQuery(preferencesQuery)
  const look = data?.appearance
  useEffect(() => {
    if (look) keepAppearance(look)
  }, [look])
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
