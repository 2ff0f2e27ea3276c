// Must come first, before any schema is made.
import '../../shared/without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from '../../shared/api/queries.ts'
import { ignoreHastyPresses, ignoreSecondSubmits } from '../../shared/form/one-press.ts'
import { removeLostLinks } from '../../shared/page/code.ts'
import { later } from '../../shared/page/later.tsx'
import { trackPaths } from '../../shared/record/visited-paths.ts'
import { preferencesQuery } from '../../shared/session/preferences.ts'
import { sessionQuery } from '../../shared/session/session.ts'
import { Appearance } from '../appearance.tsx'
import { prefetched } from '../routes/prefetching.ts'
import { router } from '../routes/routes.tsx'

ignoreSecondSubmits(queries.getMutationCache())
ignoreHastyPresses()
removeLostLinks()
trackPaths(router)
later(async () => (await import('./clock-ahead.ts')).loadClock(router))
if (window.matchMedia('(any-pointer: coarse)').matches)
  void import('../../shared/page/outside-taps.ts').then(({ closeByTapOutside }) => closeByTapOutside())

/** Nobody waits longer for the first drawing; then skeletons stand where something is still missing. */
const patienceMs = 200

const draw = () =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Appearance>
          <RouterProvider router={router} />
        </Appearance>
      </QueryClientProvider>
    </StrictMode>,
  )

/** Resolves when the code of the screen is there, and the answers that main.tsx has asked for. */
async function prepare() {
  const answers = [queries.prefetchQuery(sessionQuery), queries.prefetchQuery(preferencesQuery)]
  await router.load()
  await Promise.all([...answers, prefetched()])
}

const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))

// Drawing skeletons first and rows a moment later takes the processor twice.
void Promise.race([prepare(), patience]).then(draw, draw)
