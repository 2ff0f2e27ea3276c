import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import type { ReactNode } from 'react'
import { theme } from './theme.ts'

/** Mantine without its <style> tags: tokens.css sets the variables, and we do not use its visibility classes. */
export function Appearance({ children }: { children: ReactNode }) {
  return (
    <MantineProvider theme={theme} defaultColorScheme="dark" withCssVariables={false} withGlobalClasses={false}>
      {children}
      <Notifications position="bottom-right" limit={4} zIndex={400} />
    </MantineProvider>
  )
}
