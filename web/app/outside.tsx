import { MantineProvider } from '@mantine/core'
import { type ComponentType, StrictMode, Suspense } from 'react'
import { createRoot } from 'react-dom/client'
import { RenewedPage } from '../identity/sign-in/renewed-page.tsx'
import { SignInPage } from '../identity/sign-in/sign-in-page.tsx'
import { themeOf } from '../shared/appearance/theme.ts'
import { lazy } from '../shared/page/code.ts'

// The pages for people who are not signed in: /auth and below. They load no router, no client of the API and no contract.

const PasswordResetPage = lazy(async () => ({
  default: (await import('../identity/sign-in/password-reset-page.tsx')).PasswordResetPage,
}))

const pages: Record<string, ComponentType> = {
  '/auth/reset-password': PasswordResetPage,
  '/auth/renewed': RenewedPage,
}

const { mantineColorScheme, still } = document.documentElement.dataset
const Page = pages[window.location.pathname] ?? SignInPage

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={themeOf(still !== undefined)}
      // The same as public/theme.js.
      forceColorScheme={mantineColorScheme === 'light' ? 'light' : 'dark'}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <Suspense>
        <Page />
      </Suspense>
    </MantineProvider>
  </StrictMode>,
)
