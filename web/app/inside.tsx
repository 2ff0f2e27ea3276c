// Must come first, before any schema is made.
import '../shared/without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queries } from '../shared/api/queries.ts'
import { ignoreSecondSubmits } from '../shared/form/one-press.ts'
import { preferencesQuery } from '../shared/session/preferences.ts'
import { sessionQuery } from '../shared/session/session.ts'
import { Appearance } from './appearance.tsx'
import { router } from './routes.tsx'

// main.tsx has asked for both: their answers are taken before the screens are drawn for the first time.
void queries.prefetchQuery(sessionQuery)
void queries.prefetchQuery(preferencesQuery)

ignoreSecondSubmits()

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Appearance>
        <RouterProvider router={router} />
      </Appearance>
    </QueryClientProvider>
  </StrictMode>,
)
