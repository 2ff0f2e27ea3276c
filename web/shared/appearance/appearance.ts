import { type Appearance, colorSchemes, defaultAppearance, fontSizes, themes } from 'contract/settings/appearance.ts'
import { sharedValue } from '../shared-value.ts'

// The look of the screens. The server keeps it for each person (session/preferences.ts); the browser keeps a copy, which public/theme.js
// shows before the first paint.

/** The keys in local storage. `theme` survives 'Clear Cache'. */
const keys = {
  theme: 'theme',
  colorScheme: 'colorScheme',
  fontSize: 'fontSize',
  isCompact: 'compactMode',
  hasAutoCollapse: 'sidebarCollapsed',
  hasAnimations: 'animations',
} satisfies Record<keyof Appearance, string>

const kept = sharedValue(localAppearance())
const shown = sharedValue(kept.get())

/** The look on screen; somebody may only be trying it out. */
export const useShownAppearance = (): Appearance => shown.use()

/** The look that was saved last. */
export const useKeptAppearance = (): Appearance => kept.use()

/** Shows a look without saving it; null shows the saved one again. */
export function tryAppearance(look: Appearance | null): void {
  const next = look ?? kept.get()
  paint(next)
  shown.set(next)
}

/** Shows a look and saves it in this browser. */
export function keepAppearance(look: Appearance): void {
  kept.set(look)
  for (const [field, key] of Object.entries(keys)) writeLocal(key, String(look[field as keyof Appearance]))
  tryAppearance(null)
}

/** Forgets what this browser has stored, except for the theme (product.md 9). The look on screen stays until the next visit. */
export function clearLocal(): void {
  const theme = readLocal(keys.theme)
  localStorage.clear()
  sessionStorage.clear()
  if (theme) writeLocal(keys.theme, theme)
}

/** Calls `listener` at every change. @returns a function that stops it */
export const listen = shown.subscribe

/** Mantine's name for a theme. */
export const schemeOf = ({ theme }: Appearance) => (theme === 'system' ? 'auto' : theme)

/** The look now on screen, outside of components. */
export const shownAppearance = (): Appearance => shown.get()

/** Does the same as public/theme.js. Mantine paints the theme itself. */
function paint({ colorScheme, fontSize, isCompact, hasAnimations }: Appearance) {
  const root = document.documentElement
  root.dataset.accent = colorScheme
  root.style.fontSize = fontSize === fontSizes.usual ? '' : `${(fontSize / fontSizes.usual) * 100}%`
  root.toggleAttribute('data-compact', isCompact)
  root.toggleAttribute('data-still', !hasAnimations)
}

function localAppearance(): Appearance {
  const fontSize = Number(readLocal(keys.fontSize))
  const isSize = Number.isInteger(fontSize) && fontSize >= fontSizes.least && fontSize <= fontSizes.most
  return {
    theme: themes.find((theme) => theme === readLocal(keys.theme)) ?? defaultAppearance.theme,
    colorScheme: colorSchemes.find((name) => name === readLocal(keys.colorScheme)) ?? defaultAppearance.colorScheme,
    fontSize: isSize ? fontSize : defaultAppearance.fontSize,
    isCompact: readLocal(keys.isCompact) === 'true',
    hasAutoCollapse: readLocal(keys.hasAutoCollapse) === 'true',
    hasAnimations: readLocal(keys.hasAnimations) !== 'false',
  }
}

function readLocal(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null // a browser without storage shows the default look until the server has answered
  }
}

function writeLocal(key: string, value: string) {
  try {
    localStorage.setItem(key, value)
  } catch {
    // See readLocal.
  }
}
