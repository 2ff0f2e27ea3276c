import { MantineProvider } from '@mantine/core'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { themeOf } from '../../shared/appearance/theme.ts'
import { ApiDocsPage } from './api-docs-page.tsx'

// The program of /api/docs: no router and no contract, so that a person without an account can read it.
const { still } = document.documentElement.dataset
document.title = 'API · SBR Operations'

createRoot(document.getElementById('root') as HTMLElement).render(
  <StrictMode>
    <MantineProvider
      theme={themeOf(still !== undefined)}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <ApiDocsPage />
    </MantineProvider>
  </StrictMode>,
)
