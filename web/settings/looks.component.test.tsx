import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectContrast } from '../testing/accessible.ts'
import { open } from '../testing/product.tsx'

const schemes = ['Default Blue', 'Forest Green', 'Royal Purple', 'Sunset Orange', 'Cherry Blossom']

/** The contrast of a switch that is off with the card below it, by the formula of WCAG. */
function contrastOfOff(name: string) {
  const input = page.getByRole('switch', { name, checked: false }).element()
  const colours = [input.nextElementSibling, input.closest('section')].map(
    (each) => getComputedStyle(each as Element).backgroundColor,
  )
  const [dark = 0, bright = 0] = colours.map(lightnessOf).sort((one, other) => one - other)
  return (bright + 0.05) / (dark + 0.05)
}

function lightnessOf(colour: string) {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? [])
    .map((part) => Number(part) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

test.each(['Light', 'Dark'])('in %s each colour scheme has the contrast that people need', async (theme) => {
  open('/settings/design', 'manager')
  await page.getByText(theme, { exact: true }).click()
  for (const scheme of schemes) {
    await page.getByText(scheme).click()
    await expectContrast()
    expect(contrastOfOff('Compact Mode'), scheme).toBeGreaterThan(3)
  }
})
