import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { followChanges } from '../live/live-queries.ts'
import { onOwnChange } from '../live/own-changes.ts'
import { accessKey, sessionKey } from '../session/session.ts'
import { isStopped } from './renewal.ts'
import { statusOf } from './server-errors.ts'

/** The cache of the server's answers. A 401 that renewal.ts does not wait for ends the session: the shell goes to /auth. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: followAccess }),
  mutationCache: new MutationCache({
    onError: followAccess,
    // A mutation lasts until the screen shows its change, so that what it shows meanwhile does not jump. A refusal keeps no form waiting.
    onSettled: (_result, error) => (error ? undefined : screens.shown()),
  }),
  defaultOptions: {
    // Calls must not wait for a connection: offline, the library would pause a change and send it hours later (decision 0121).
    queries: {
      networkMode: 'always',
      // The data on the screen may be old by then.
      refetchOnReconnect: 'always',
      staleTime: 10_000,
      retry: (count, error) => navigator.onLine && count < 2 && (statusOf(error) ?? 503) >= 502,
    },
    mutations: { networkMode: 'always' },
  },
})

/** What the screens show is loaded again after each change, by this tab or by others. No save has to say so. */
export const screens = followChanges(queries)
onOwnChange(screens.own)

/** When the data on screen was last loaded, in milliseconds; null if nothing was loaded. */
export function loadedAt(): number | null {
  const shown = queries.getQueryCache().findAll({ type: 'active' })
  return Math.max(0, ...shown.map(({ state }) => state.dataUpdatedAt)) || null
}

const settleMs = 2_000
let laterReading: ReturnType<typeof setTimeout> | undefined

/**
 * A refusal may mean that role or company have changed: reload the session at once. If it was loaded just now, perhaps before the
 * change, reload it a moment later.
 */
function followAccess(error: unknown) {
  const status = statusOf(error)
  if (status === 401 && !isStopped()) queries.setQueryData(sessionKey, null)
  // The disk may be full: the shell's repeated check shows it.
  if (status === 503 || status === 507) void queries.invalidateQueries({ queryKey: accessKey })
  if (status !== 403 && status !== 404) return
  const readAt = queries.getQueryState(sessionKey)?.dataUpdatedAt ?? 0
  clearTimeout(laterReading)
  laterReading = setTimeout(
    () => void queries.invalidateQueries({ queryKey: sessionKey }),
    Math.max(0, readAt + settleMs - Date.now()),
  )
}
