import { type MantineColorSchemeManager, MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type ReactNode, useMemo } from 'react'
import { listen, schemeOf, shownAppearance, useShownAppearance } from '../shared/appearance/appearance.ts'
import { themeOf } from './theme.ts'

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
      {/* Small, and where nothing can be pressed: pager, drawers and the buttons of forms are at the sides. */}
      <Notifications position="bottom-center" containerWidth={340} limit={3} zIndex={400} />
    </MantineProvider>
  )
}

let unsubscribe: () => void = () => undefined

/** The theme is part of the look: Mantine follows it and decides nothing itself. */
const schemes: MantineColorSchemeManager = {
  get: () => schemeOf(shownAppearance()),
  set: () => undefined,
  clear: () => undefined,
  subscribe: (onChange) => {
    unsubscribe = listen(() => onChange(schemeOf(shownAppearance())))
  },
  unsubscribe: () => unsubscribe(),
}
