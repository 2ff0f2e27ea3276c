import { z } from 'zod'

export const themes = ['light', 'dark', 'system'] as const
export const themeLabels: Record<(typeof themes)[number], string> = { light: 'Light', dark: 'Dark', system: 'System' }

/** The colour schemes; `web/app/styles/tokens.css` has their colours. */
export const colorSchemes = ['default', 'green', 'purple', 'orange', 'pink'] as const
export type ColorScheme = (typeof colorSchemes)[number]
export const colorSchemeLabels: Record<ColorScheme, string> = {
  default: 'Default Blue',
  green: 'Forest Green',
  purple: 'Royal Purple',
  orange: 'Sunset Orange',
  pink: 'Cherry Blossom',
}

/** The font size in pixels, for a browser whose own size is 16. */
export const fontSizes = { least: 12, most: 20, usual: 16 }

/** How the screens look to a person, on every device (product.md 2). */
export const Appearance = z.strictObject({
  theme: z.enum(themes),
  colorScheme: z.enum(colorSchemes),
  fontSize: z.int().min(fontSizes.least).max(fontSizes.most),
  isCompact: z.boolean(),
  hasAutoCollapse: z.boolean(),
  hasAnimations: z.boolean(),
})
export type Appearance = z.infer<typeof Appearance>

export const defaultAppearance: Appearance = {
  theme: 'dark',
  colorScheme: 'default',
  fontSize: fontSizes.usual,
  isCompact: false,
  hasAutoCollapse: false,
  hasAnimations: true,
}
