import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { colorSchemes } from 'contract/settings/appearance.ts'
import { expect, test } from 'vitest'
import { widths } from '../../shared/page/widths.ts'

// Contrast of WCAG 2.1: https://www.w3.org/TR/WCAG21/#contrast-minimum

const css = readFileSync(new URL('tokens.css', import.meta.url), 'utf8')
const surfaces = ['surface', 'surface-app', 'surface-raised', 'surface-hover', 'surface-current']

test.each(colorSchemes.flatMap((scheme) => [`${scheme} dark`, `${scheme} light`]))(
  'text in the accent of %s can be read on every surface, on a selected row and on its own tint',
  (name) => {
    const [scheme, theme] = name.split(' ') as [string, string]
    const values = valuesOf(theme, scheme)
    const accent = colorOf(values[`accent-text-${theme}`])
    const solid = colorOf(values['accent-solid'])
    for (const surface of surfacesOf(values))
      for (const tint of [0, shareOf(values.tint), shareOf(values['tint-hover'])])
        expect(contrastOf(accent, mixed(solid, surface, tint))).toBeGreaterThanOrEqual(4.5)
  },
)

test.each(colorSchemes.flatMap((scheme) => [`${scheme} dark`, `${scheme} light`]))(
  'words in a colour that says something can be read on every surface, on a selected row and on their own one: %s',
  (name) => {
    const [scheme, theme] = name.split(' ') as [string, string]
    const values = valuesOf(theme, scheme)
    for (const tone of ['danger', 'warning', 'success', 'info'])
      for (const surface of [...surfacesOf(values), colorOf(values[`${tone}-surface`])])
        expect(contrastOf(colorOf(values[tone]), surface), tone).toBeGreaterThanOrEqual(4.5)
  },
)

test('style sheets name the shared widths and do not repeat them', () => {
  const web = fileURLToPath(new URL('../../', import.meta.url))
  const sheets = globSync('**/*.css', { cwd: web, exclude: ['dist', '**/node_modules'] })
  const repeats = (sheet: string) => {
    const text = readFileSync(`${web}${sheet}`, 'utf8')
    return Object.values(widths).filter((width) => text.includes(width))
  }
  expect(sheets).toContain('app/styles/base.css')
  expect(sheets.flatMap((sheet) => repeats(sheet).map((width) => `${sheet}: ${width}`))).toEqual([])
})

/** Every surface, and a selected row. */
const surfacesOf = (values: Record<string, string>) => [
  ...surfaces.map((each) => colorOf(values[each])),
  mixed(colorOf(values['accent-solid']), colorOf(values.surface), shareOf(values['surface-selected'])),
]

/** The values of the blocks that hold for this theme and scheme; the default scheme has no selector of its own. */
function valuesOf(theme: string, scheme: string): Record<string, string> {
  const own = scheme === 'default' ? /^:root \{([^}]*--accent-solid:[^}]*)\}/m : block(`data-accent="${scheme}"`)
  const blocks = [block(`data-mantine-color-scheme="${theme}"`), own].map((each) => each.exec(css)?.[1] ?? '')
  return Object.fromEntries(
    blocks.flatMap((text) => [...text.matchAll(/--([\w-]+): ([^;]+);/g)].map(([, k, v]) => [k, v])),
  )
}

const block = (selector: string) => new RegExp(`\\[${selector}\\] \\{([^}]*)\\}`)
const colorOf = (hex = '') => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16))
const shareOf = (text = '') => Number(/(\d+)%/.exec(text)?.[1]) / 100
const mixed = (above: number[], below: number[], share: number) =>
  above.map((value, index) => value * share + (below[index] ?? 0) * (1 - share))

function luminanceOf(color: number[]): number {
  const [red = 0, green = 0, blue = 0] = color.map((each) =>
    each / 255 <= 0.03928 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4,
  )
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrastOf(one: number[], other: number[]): number {
  const [dark = 0, light = 0] = [luminanceOf(one), luminanceOf(other)].toSorted((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}
