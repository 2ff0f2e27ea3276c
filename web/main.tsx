// Must come first, before any schema is made.
import './app/without-eval.ts'
import '@mantine/core/styles.layer.css'
import '@mantine/notifications/styles.layer.css'
import '@fontsource-variable/inter/wght.css'
import './app/tokens.css'
import './app/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Appearance } from './app/appearance.tsx'
import { router } from './app/routes.tsx'
import { queries } from './shared/api/queries.ts'
import { sessionQuery } from './shared/session/session.ts'

// Request the session while the code of the screens is still loading.
void queries.prefetchQuery(sessionQuery)

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <QueryClientProvider client={queries}>
      <Appearance>
        <RouterProvider router={router} />
      </Appearance>
    </QueryClientProvider>
  </StrictMode>,
)
