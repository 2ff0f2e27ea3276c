import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { statusOf } from './server-errors.ts'
import { sessionKey } from './session.ts'

/** The cache of everything the server said. A 401 anywhere ends the session, and with it the shell goes to /auth. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: endSessionWhenSignedOut }),
  mutationCache: new MutationCache({ onError: endSessionWhenSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      retry: (count, error) => count < 2 && (statusOf(error) ?? 503) >= 502,
    },
  },
})

function endSessionWhenSignedOut(error: unknown) {
  if (statusOf(error) === 401) queries.setQueryData(sessionKey, null)
}
