import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { sessionKey } from '../session/session.ts'
import { statusOf } from './server-errors.ts'

/** The cache of everything the server said. A 401 anywhere ends the session: the shell goes to /auth. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: followAccess }),
  mutationCache: new MutationCache({ onError: followAccess }),
  defaultOptions: {
    // Nothing waits for a connection in silence: the library would pause what is sent offline, and book it hours later (decision 0069).
    queries: {
      networkMode: 'always',
      refetchOnReconnect: true,
      staleTime: 10_000,
      retry: (count, error) => navigator.onLine && count < 2 && (statusOf(error) ?? 503) >= 502,
    },
    mutations: { networkMode: 'always' },
  },
})

/** When what is on screen was loaded last, in milliseconds; null when nothing was. */
export function loadedAt(): number | null {
  const shown = queries.getQueryCache().findAll({ type: 'active' })
  return Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt)) || null
}

const settleMs = 2_000
let laterReading: ReturnType<typeof setTimeout> | undefined

/**
 * A refusal may mean that role or company were changed meanwhile: then the screens follow at once, or a moment later when the
 * session was read only just now, perhaps before the change.
 */
function followAccess(error: unknown) {
  const status = statusOf(error)
  if (status === 401) queries.setQueryData(sessionKey, null)
  if (status !== 403 && status !== 404) return
  const readAt = queries.getQueryState(sessionKey)?.dataUpdatedAt ?? 0
  clearTimeout(laterReading)
  laterReading = setTimeout(
    () => void queries.invalidateQueries({ queryKey: sessionKey }),
    Math.max(0, readAt + settleMs - Date.now()),
  )
}
