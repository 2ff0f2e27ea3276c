import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { type ReactNode, Suspense, useMemo } from 'react'
import { listen, schemeOf, shownAppearance, useShownAppearance } from '../shared/appearance/appearance.ts'
import { themeOf } from '../shared/appearance/theme.ts'
import { lazy } from '../shared/page/code.ts'

// Loaded later: no toast appears before somebody has done something.
const Toaster = lazy(async () => ({ default: (await import('../shared/feedback/toaster.tsx')).Toaster }))

/** Mantine without its <style> tags: tokens.css sets the variables, and we do not use its visibility classes. */
export function Appearance({ children }: { children: ReactNode }) {
  const { hasAnimations } = useShownAppearance()
  const theme = useMemo(() => themeOf(!hasAnimations), [hasAnimations])
  return (
    <MantineProvider
      theme={theme}
      defaultColorScheme="dark"
      colorSchemeManager={schemes}
      withCssVariables={false}
      withGlobalClasses={false}
    >
      {children}
      <Suspense>
        <Toaster />
      </Suspense>
    </MantineProvider>
  )
}

let unsubscribe: () => void = () => undefined

/** The theme is part of the look; Mantine only follows it. */
const schemes: MantineColorSchemeManager = {
  get: () => schemeOf(shownAppearance()),
  set: () => undefined,
  clear: () => undefined,
  subscribe: (onChange) => {
    const follow = () => onChange(schemeOf(shownAppearance()))
    unsubscribe = listen(follow)
    // The saved look may have come before Mantine listens.
    follow()
  },
  unsubscribe: () => unsubscribe(),
}
